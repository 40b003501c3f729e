//! The asking side.

use std::io::{BufRead, BufReader, Write};
use std::os::unix::net::UnixStream;
use std::path::Path;

use super::{Answer, Request, beside};
use crate::failure::Failure;

/// Asks the server of `socket`, or of the control socket itself.
pub(crate) fn ask(socket: &Path, request: &Request) -> Result<serde_json::Value, Failure> {
    let control = beside(socket);
    let path = if control.exists() { &*control } else { socket };
    let stream = UnixStream::connect(path).map_err(|source| Failure::Io {
        action: format!(
            "no server answers at {}; `zram serve --socket {}` starts one",
            tools::text::name(path),
            tools::text::name(socket),
        ),
        source,
    })?;
    let mut line = serde_json::to_string(request).expect("requests are JSON");
    line.push('\n');
    (&stream)
        .write_all(line.as_bytes())
        .map_err(Failure::io("cannot ask the server"))?;
    let mut line = String::new();
    BufReader::new(&stream)
        .read_line(&mut line)
        .map_err(Failure::io("the server does not answer"))?;
    match serde_json::from_str(&line) {
        Ok(Answer::Done(value)) => Ok(value),
        Ok(Answer::Failed(why)) => Err(Failure::Refused(why)),
        Err(_) => Err(Failure::Refused(format!(
            "{} is no control socket of a zram server",
            tools::text::name(path)
        ))),
    }
}
