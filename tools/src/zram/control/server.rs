//! The answering side.

use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::unix::fs::FileTypeExt;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use zram::store::Store;

use super::{Answer, Request};
use crate::failure::{Failure, chain};

/// The longest request, in bytes.
const LONGEST: u64 = 64 << 10;

/// How long a client may take for one.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long to wait where there are no file descriptors or threads for another
/// client.
const PAUSE: Duration = Duration::from_millis(100);

/// Answers at a socket until the program ends; the file goes with it.
#[derive(Debug)]
pub(crate) struct Control {
    path: PathBuf,
}

#[derive(Debug)]
struct Server {
    store: Arc<Store>,
    snapshot: Option<PathBuf>,
}

impl Control {
    /// Starts to answer at `path`.
    pub(crate) fn start(
        path: PathBuf,
        store: Arc<Store>,
        snapshot: Option<PathBuf>,
    ) -> Result<Self, Failure> {
        let listener = listen(&path).map_err(Failure::of("listen on", &path))?;
        let server = Arc::new(Server { store, snapshot });
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let server = server.clone();
                let answered = stream.and_then(|stream| {
                    std::thread::Builder::new().spawn(move || {
                        // A client that went away needs no answer.
                        let _ = server.serve(&stream);
                    })
                });
                if answered.is_err() {
                    std::thread::sleep(PAUSE);
                }
            }
        });
        Ok(Self { path })
    }
}

impl Drop for Control {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

/// Takes the place of a socket that nobody listens on.
fn listen(path: &Path) -> io::Result<UnixListener> {
    match UnixListener::bind(path) {
        Err(error) if error.kind() == io::ErrorKind::AddrInUse => {
            if !is_left_over(path)? {
                return Err(error);
            }
            fs::remove_file(path)?;
            UnixListener::bind(path)
        }
        listener => listener,
    }
}

/// Whether there is a socket that nobody listens on: no file of another kind,
/// no socket of somebody who does not let us in.
fn is_left_over(path: &Path) -> io::Result<bool> {
    let refused = |error: io::Error| error.kind() == io::ErrorKind::ConnectionRefused;
    Ok(fs::symlink_metadata(path)?.file_type().is_socket()
        && UnixStream::connect(path).is_err_and(refused))
}

impl Server {
    fn serve(&self, stream: &UnixStream) -> io::Result<()> {
        stream.set_read_timeout(Some(PATIENCE))?;
        loop {
            let mut line = String::new();
            // A buffer of one request: nobody sends the next before the answer.
            BufReader::new(stream.take(LONGEST)).read_line(&mut line)?;
            if line.is_empty() {
                return Ok(());
            }
            let answer = match serde_json::from_str(&line) {
                Ok(request) => match self.answer(&request) {
                    Ok(value) => Answer::Done(value),
                    Err(why) => Answer::Failed(why),
                },
                Err(error) => Answer::Failed(format!("not a request: {error}")),
            };
            let mut line = serde_json::to_string(&answer)?;
            line.push('\n');
            let mut output = stream;
            output.write_all(line.as_bytes())?;
        }
    }

    fn answer(&self, request: &Request) -> Result<Value, String> {
        let told = |value: Result<Value, serde_json::Error>| value.map_err(|e| e.to_string());
        match request {
            Request::Stat => told(serde_json::to_value(self.store.stats())),
            Request::Prometheus => Ok(Value::String(self.store.stats().prometheus())),
            Request::Kernel { file } => {
                let stats = self.store.stats();
                match &**file {
                    "mm_stat" => Ok(Value::String(stats.mm_stat.to_string())),
                    "io_stat" => Ok(Value::String(stats.io_stat.to_string())),
                    "bd_stat" => Ok(Value::String(stats.bd_stat.to_string())),
                    _ => Err("the kernel has mm_stat, io_stat and bd_stat".into()),
                }
            }
            Request::Compact => Ok(json!({ "freed": self.store.compact() })),
            Request::Recompress { priority, pages } => {
                let done = self.store.recompress(*priority, &pages.selection());
                told(serde_json::to_value(done.map_err(|error| chain(&error))?))
            }
            Request::WriteBack { pages, budget } => {
                if budget.is_some() {
                    let set = self.store.set_write_back_budget(*budget);
                    set.map_err(|error| chain(&error))?;
                }
                let done = self.store.write_back(&pages.selection());
                told(serde_json::to_value(done.map_err(|error| chain(&error))?))
            }
            Request::Snapshot => {
                let path = self
                    .snapshot
                    .as_deref()
                    .ok_or("this server has no snapshot file; start it with --snapshot FILE")?;
                let saved = self.store.save_file(path).map_err(|error| chain(&error))?;
                told(serde_json::to_value(saved))
            }
            Request::Limit { bytes } => {
                self.store.set_memory_limit(*bytes);
                Ok(json!({ "mem_limit": bytes }))
            }
        }
    }
}
