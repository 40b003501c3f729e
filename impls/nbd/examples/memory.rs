//! Serves a disk in memory on a Unix socket, until it is told to stop by the end
//! of its standard input.
//!
//! ```text
//! cargo run --release -p touchstone-nbd --example memory -- /tmp/memory.sock 1073741824
//! qemu-io -f raw 'nbd+unix:///?socket=/tmp/memory.sock' -c 'write -P 7 0 64k' -c map
//! ```

use std::env;
use std::error::Error;
use std::io::{Read, stdin};
use std::thread;

use nbd::memory::Memory;
use nbd::{Exports, Server};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let (Some(path), Some(size)) = (arguments.next(), arguments.next()) else {
        return Err("usage: memory SOCKET BYTES".into());
    };
    let mut exports = Exports::new();
    exports.add("", Memory::new(size.parse()?)?)?;
    let mut server = Server::new(exports).with_observer(|event| eprintln!("{event:?}"));
    server.listen_unix(path)?;
    let shutdown = server.shutdown();
    thread::spawn(move || {
        // An error is an end as well.
        let _ = stdin().read_to_end(&mut Vec::new());
        shutdown.request();
    });
    println!("{:#?}", server.run()?);
    Ok(())
}
