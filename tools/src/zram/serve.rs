//! `zram serve`.

use std::path::PathBuf;

use nbd::{Event, Exports, Server};
use tools::size::grouped;

use crate::cli::Serve;
use crate::control::beside;
use crate::disk::Disk;
use crate::export::StoreExport;
use crate::failure::{Failure, chain};
use crate::{shutdown, swap};

pub(crate) fn run(options: &Serve) -> Result<(), Failure> {
    if options.disk.swap {
        swap::prepare()?;
    }
    let disk = Disk::open(&options.disk)?;
    let socket = match (&options.socket, options.tcp) {
        (None, None) => Some(PathBuf::from("zram.sock")),
        (socket, _) => socket.clone(),
    };
    let mut exports = Exports::new();
    exports
        .add("", StoreExport(disk.store().clone()))
        .map_err(|error| Failure::Refused(chain(&error)))?;
    let quiet = options.disk.quiet;
    let mut server = Server::new(exports)
        .with_connections(options.connections)
        .with_observer(move |event| tell(event, quiet));
    let shutdown = server.shutdown();
    shutdown::on_signal(move || shutdown.request())?;
    let mut addresses = Vec::new();
    if let Some(path) = &socket {
        server
            .listen_unix(path)
            .map_err(Failure::of("listen on", path))?;
        addresses.push(format!("nbd+unix:///?socket={}", tools::text::name(path)));
    }
    if let Some(address) = options.tcp {
        let address = server
            .listen_tcp(address)
            .map_err(Failure::io(format!("cannot listen on {address}")))?;
        addresses.push(format!("nbd://{address}"));
    }
    let control = options.control.clone().or(socket.as_deref().map(beside));
    let control = control.map(|path| disk.control(&path)).transpose()?;
    disk.announce(&addresses)?;
    let clock = disk.clock();
    let summary = server
        .run()
        .map_err(Failure::io("the server cannot wait for clients"));
    clock.stop();
    drop(control);
    if let Ok(summary) = &summary {
        disk.summarize(&format!(
            "{} requests of {} clients answered",
            grouped(summary.counters.requests()),
            grouped(summary.connections)
        ));
    }
    // However the server has ended: what clients have written is there.
    disk.save()?;
    summary.map(|_| ())
}

fn tell(event: &Event<'_>, quiet: bool) {
    match event {
        Event::Accepted { connection, from } if !quiet => {
            eprintln!("zram: client {connection} from {from}");
        }
        Event::Closed {
            connection,
            outcome,
        } if !quiet => eprintln!("zram: client {connection} is gone: {:?}", outcome.result),
        Event::HandshakeTimeout { connection } => {
            eprintln!("zram: client {connection} took too long to choose an export");
        }
        Event::Panicked { connection } => {
            eprintln!("zram: client {connection} met a defect, and was cut off");
        }
        Event::AcceptFailed { error } => eprintln!("zram: a client was not accepted: {error}"),
        _ => {}
    }
}
