//! `zram ublk`.

mod device;
mod parameters;
mod queue;
mod request;

use std::num::NonZero;
use std::sync::mpsc;
use std::thread;

use tools::size::grouped;

use crate::cli::Ublk;
use crate::disk::Disk;
use crate::export::StoreExport;
use crate::failure::Failure;
use crate::{shutdown, swap};
use device::{Device, Event, Settings};

/// Queues without `--queues`: each takes 4 MiB for its buffers.
const MOST_QUEUES: usize = 4;

pub(crate) fn run(options: &Ublk) -> Result<(), Failure> {
    device::look_for_driver()?;
    // Before other threads start: they inherit it. Whoever writes to the device
    // may hold what memory is freed by, whether it is swap or not.
    if options.disk.swap {
        swap::prepare()?;
    } else {
        swap::become_flusher()?;
    }
    let disk = Disk::open(&options.disk)?;
    let control = disk.control(&options.control)?;
    let device = Device::add(&Settings {
        id: options.id,
        queues: options.queues.unwrap_or_else(processors),
        locked: options.disk.swap,
    })?;
    let (sender, events) = mpsc::channel();
    let signals = sender.clone();
    shutdown::on_signal(move || {
        let _ = signals.send(Event::Stop);
    })?;
    let export = StoreExport(disk.store().clone());
    let mut clock = None;
    let served = device.serve(&export, sender, &events, || {
        disk.announce(&[device.path()])?;
        clock = Some(disk.clock());
        Ok(())
    });
    if let Some(clock) = clock {
        clock.stop();
    }
    drop(control);
    if let Ok(requests) = served {
        disk.summarize(&format!("{} requests answered", grouped(requests)));
    }
    // However it has ended, and before the device's number is given back: that
    // waits for whoever still has the device open.
    let saved = disk.save();
    let deleted = device.delete();
    served.map(|_| ()).and(saved).and(deleted)
}

fn processors() -> u16 {
    let processors = thread::available_parallelism().map_or(1, NonZero::get);
    processors.min(MOST_QUEUES) as u16
}
