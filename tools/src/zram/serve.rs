//! `zram serve`.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use nbd::{Event, Exports, Server};
use tools::size::grouped;
use zram::store::{Selection, Store};

use crate::cli::Serve;
use crate::control::{Control, beside};
use crate::export::StoreExport;
use crate::failure::{Failure, chain};
use crate::pages::waiting;
use crate::{shutdown, store, swap};

/// What ages are counted in.
const TICK: Duration = Duration::from_mins(1);

pub(crate) fn run(options: &Serve) -> Result<(), Failure> {
    if options.swap {
        swap::prepare()?;
    }
    let (store, restored) = store::open(options)?;
    let store = Arc::new(store);
    let socket = match (&options.socket, options.tcp) {
        (None, None) => Some(PathBuf::from("zram.sock")),
        (socket, _) => socket.clone(),
    };
    let mut exports = Exports::new();
    exports
        .add("", StoreExport(store.clone()))
        .map_err(|error| Failure::Refused(chain(&error)))?;
    let quiet = options.quiet;
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
    let control = control
        .map(|path| Control::start(path, store.clone(), options.snapshot.clone()))
        .transpose()?;
    if !options.quiet {
        announce(&store, restored, &addresses)?;
    }
    let clock = Clock::start(store.clone(), Policy::of(options));
    let summary = server
        .run()
        .map_err(Failure::io("the server cannot wait for clients"));
    clock.stop();
    drop(control);
    if let Ok(summary) = &summary
        && !options.quiet
    {
        eprintln!(
            "zram: {} requests of {} clients answered",
            grouped(summary.counters.requests()),
            grouped(summary.connections)
        );
    }
    // However the server has ended: what clients have written is there.
    if let Some(path) = &options.snapshot {
        let bar = waiting("saving");
        let saved = store.save_file(path).map_err(Failure::snapshot(path))?;
        bar.finish_and_clear();
        if !options.quiet {
            eprintln!(
                "zram: {} pages saved to {}",
                grouped(saved.pages),
                tools::text::name(path)
            );
        }
    }
    summary.map(|_| ())
}

/// Tells where it is. Whoever has started it may wait for this line.
fn announce(store: &Store, restored: Option<u64>, addresses: &[String]) -> Result<(), Failure> {
    let mut output = std::io::stdout().lock();
    let restored = restored.map_or_else(String::new, |pages| {
        format!(", {} pages restored", grouped(pages))
    });
    let codecs = store.options().codecs();
    let codecs: Vec<_> = codecs.iter().map(|it| it.codec().to_string()).collect();
    writeln!(
        output,
        "serving {} bytes by {}{restored} at {}",
        grouped(store.size()),
        codecs.join(", "),
        addresses.join(" and ")
    )
    .and_then(|()| output.flush())
    .map_err(Failure::stdout)
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

/// What happens with time.
#[derive(Clone, Debug)]
struct Policy {
    recompress_idle: Option<u32>,
    write_back_idle: Option<u32>,
    snapshot: Option<(PathBuf, u32)>,
}

impl Policy {
    fn of(options: &Serve) -> Self {
        Self {
            recompress_idle: options.recompress_idle,
            write_back_idle: options.write_back_idle,
            snapshot: options.snapshot.clone().zip(options.snapshot_every),
        }
    }

    /// Does what is due after so many minutes.
    fn due(&self, store: &Store, minutes: u32) {
        let complain = |what: &str, error: &dyn std::error::Error| {
            eprintln!("zram: {what}: {}", chain(error));
        };
        if let Some(idle) = self.recompress_idle {
            let cold = Selection::all().idle(idle);
            if let Err(error) = store.recompress(1, &cold) {
                complain("recompressing", &error);
            }
        }
        if let Some(idle) = self.write_back_idle {
            let cold = Selection::all().idle(idle);
            if let Err(error) = store.write_back(&cold) {
                complain("writing back", &error);
            }
        }
        compact_if_worth_it(store);
        if let Some((path, every)) = &self.snapshot
            && minutes.is_multiple_of((*every).max(1))
            && let Err(error) = store.save_file(path)
        {
            complain("saving the snapshot", &error);
        }
    }
}

/// Slabs of less than this are left as they are, in bytes.
const SMALL: u64 = 4 << 20;

/// Gives memory back when a fifth of all slabs is free.
fn compact_if_worth_it(store: &Store) {
    let stats = store.stats();
    let (taken, all) = (stats.mm_stat.compr_data_size, stats.slab_bytes);
    if all > SMALL && all - taken.min(all) > all / 5 {
        store.compact();
    }
}

/// A thread that makes pages older.
struct Clock {
    stop: mpsc::Sender<()>,
    thread: thread::JoinHandle<()>,
}

impl Clock {
    fn start(store: Arc<Store>, policy: Policy) -> Self {
        let (stop, stopped) = mpsc::channel();
        let thread = thread::spawn(move || {
            let mut minutes = 0;
            while stopped.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                minutes += 1;
                store.tick();
                policy.due(&store, minutes);
            }
        });
        Self { stop, thread }
    }

    fn stop(self) {
        drop(self.stop);
        // What is under way ends first.
        let _ = self.thread.join();
    }
}
