//! One process: it is sent a message and answers with one.

use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};

use crate::error::Error;
use crate::limits::Limits;

/// The program that Python runs.
const PROGRAM: &str = concat!(
    include_str!("../child/start.py"),
    include_str!("../child/calls.py"),
    include_str!("../child/serve.py"),
);

/// The most that is kept of what a process says.
const SAID: usize = 4096;

/// A process that waits for requests.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    requests: Sender<Vec<u8>>,
    answers: Receiver<Result<Vec<u8>, Broken>>,
    said: Option<JoinHandle<Vec<u8>>>,
}

/// Why there is no answer.
#[derive(Debug)]
enum Broken {
    Ended,
    Large(u64),
}

impl Process {
    pub(crate) fn start(python: &Path, packages: &Path, limits: &Limits) -> Result<Self, Error> {
        let mut child = Command::new(python)
            .args(["-I", "-B", "-c", PROGRAM])
            .arg(packages)
            .arg(limits.memory.to_string())
            // numpy's algebra is not used, and would set memory aside.
            .env("OPENBLAS_NUM_THREADS", "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|source| Error::Start {
                program: python.to_owned(),
                source,
            })?;
        let (requests, to_send) = channel();
        let (received, answers) = channel();
        let most = limits.answer;
        if let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) {
            // A thread of its own waits for the pipes, so that nobody else has to.
            thread::spawn(move || exchange(input, output, most, &to_send, &received));
        }
        let said = child.stderr.take().map(|mut from| {
            thread::spawn(move || {
                let mut kept = Vec::new();
                let mut piece = [0; 1024];
                while let Ok(length @ 1..) = from.read(&mut piece) {
                    kept.extend(&piece[..length]);
                    kept.drain(..kept.len().saturating_sub(SAID));
                }
                kept
            })
        });
        Ok(Self {
            child,
            requests,
            answers,
            said,
        })
    }

    /// Sends a message and waits for the answer. After an error other than one in
    /// the answer, the process is of no more use.
    pub(crate) fn call(&mut self, message: Vec<u8>, limits: &Limits) -> Result<Vec<u8>, Error> {
        // If that thread has ended, it has said why.
        let _ = self.requests.send(message);
        match self.answers.recv_timeout(limits.time) {
            Ok(Ok(answer)) => Ok(answer),
            Ok(Err(Broken::Large(bytes))) => Err(Error::Large {
                bytes,
                limit: limits.answer,
            }),
            Ok(Err(Broken::Ended)) | Err(RecvTimeoutError::Disconnected) => Err(self.ended()),
            Err(RecvTimeoutError::Timeout) => Err(Error::TimedOut { limit: limits.time }),
        }
    }

    /// Why the process ended, which it has or is about to.
    fn ended(&mut self) -> Error {
        let status = self.child.wait();
        let said = self.said.take().and_then(|thread| thread.join().ok());
        Error::Ended {
            how: status.map_or_else(|error| error.to_string(), |status| status.to_string()),
            said: String::from_utf8_lossy(&said.unwrap_or_default())
                .trim()
                .to_owned(),
        }
    }

    #[cfg(test)]
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Passes requests on, and answers back, until one end is closed.
fn exchange(
    mut input: ChildStdin,
    mut output: ChildStdout,
    most: u64,
    requests: &Receiver<Vec<u8>>,
    answers: &Sender<Result<Vec<u8>, Broken>>,
) {
    while let Ok(request) = requests.recv() {
        let sent = input.write_all(&request).and_then(|()| input.flush());
        let answer = match sent.and_then(|()| answer(&mut output, most)) {
            Ok(answer) => answer,
            Err(_) => Err(Broken::Ended),
        };
        let broken = answer.is_err();
        if answers.send(answer).is_err() || broken {
            return;
        }
    }
}

fn answer(output: &mut ChildStdout, most: u64) -> io::Result<Result<Vec<u8>, Broken>> {
    let mut length = [0; 8];
    output.read_exact(&mut length)?;
    let length = u64::from_le_bytes(length);
    if length > most {
        return Ok(Err(Broken::Large(length)));
    }
    let mut answer = Vec::new();
    output.take(length).read_to_end(&mut answer)?;
    if answer.len() as u64 == length {
        Ok(Ok(answer))
    } else {
        Ok(Err(Broken::Ended))
    }
}
