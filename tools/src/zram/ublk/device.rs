//! The device, from its addition to its deletion.

use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender};
use std::thread::{self, ScopedJoinHandle};

use libublk::ctrl::{UblkCtrl, UblkCtrlBuilder};
use libublk::io::UblkDev;
use libublk::{UblkError, UblkFlags, sys};
use nbd::Export;

use super::{parameters, queue};
use crate::failure::Failure;

/// Where the driver takes commands.
const CONTROL: &str = "/dev/ublk-control";

/// Where the kernel tells what devices there are.
const DEVICES: &str = "/sys/class/ublk-char";

/// Requests that a queue may have at a time.
const DEPTH: u16 = 64;

/// The most bytes that a request reads or writes: the largest page.
const BUFFER: u32 = 64 << 10;

/// What a device is made from.
pub(super) struct Settings {
    /// The number that it is to have.
    pub(super) id: Option<u32>,
    /// How many queues, each with a thread.
    pub(super) queues: u16,
    /// Whether buffers are locked in memory.
    pub(super) locked: bool,
}

/// What a device waits for.
pub(super) enum Event {
    /// A queue takes requests, in the thread of this number.
    Ready { queue: u16, thread: i32 },
    /// A queue takes no more requests.
    Ended,
    /// The device is to go.
    Stop,
}

/// A device of the driver's.
///
/// libublk keeps what it commands the driver by in the thread that added the
/// device: only that thread can use this.
pub(super) struct Device {
    control: UblkCtrl,
}

/// Tells what to do where there is no driver, or none for this user.
pub(super) fn look_for_driver() -> Result<(), Failure> {
    match File::options().read(true).write(true).open(CONTROL) {
        Ok(_) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Err(Failure::Refused(format!(
            "there is no {CONTROL}: `modprobe ublk_drv` loads the driver, which Linux 6.0 and \
             later have if they were built with CONFIG_BLK_DEV_UBLK; `zram serve` needs none"
        ))),
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Err(Failure::Refused(
            format!("{CONTROL} is for root alone: run `zram ublk` as root"),
        )),
        Err(error) => Err(Failure::io(format!("cannot open {CONTROL}"))(error)),
    }
}

impl Device {
    /// Adds a device, which takes no requests yet. One that a killed server has
    /// left under the same number is deleted first.
    pub(super) fn add(settings: &Settings) -> Result<Self, Failure> {
        let id = settings.id.map(u32::cast_signed);
        if let Some(id) = id {
            delete_left_over(id);
            // libublk deletes what it fails to add, even if it is another's.
            if Path::new(&format!("{DEVICES}/ublkc{id}")).exists() {
                return Err(Failure::Refused(format!(
                    "there is a ublk device {id} already; without --id, one that is free is taken"
                )));
            }
        }
        // What libublk deletes by itself, when a device could not be added, it
        // must not wait for: somebody may still have another's open.
        let mut flags = UblkFlags::UBLK_DEV_F_ADD_DEV | UblkFlags::UBLK_DEV_F_DEL_DEV_ASYNC;
        if settings.locked {
            flags |= UblkFlags::UBLK_DEV_F_MLOCK_IO_BUFFER;
        }
        let control = UblkCtrlBuilder::default()
            .name("zram")
            .id(id.unwrap_or(-1))
            .nr_queues(settings.queues)
            .depth(DEPTH)
            .io_buf_bytes(BUFFER)
            .dev_flags(flags)
            .build()
            .map_err(|error| {
                let named = id.map_or_else(String::new, |id| format!(" number {id}"));
                refused(format!("cannot add a ublk device{named}"))(error)
            })?;
        Ok(Self { control })
    }

    /// Where users find it.
    pub(super) fn path(&self) -> String {
        self.control.get_bdev_path()
    }

    /// Starts the device, calls `started`, and answers requests until there is a
    /// reason to stop, then until the kernel has no more. Returns how many it
    /// has answered. `events` is the other end of `sender`.
    pub(super) fn serve(
        &self,
        export: &impl Export,
        sender: Sender<Event>,
        events: &Receiver<Event>,
        started: impl FnOnce() -> Result<(), Failure>,
    ) -> Result<u64, Failure> {
        let set = |device: &mut UblkDev| {
            parameters::set(device, export);
            Ok(())
        };
        let device = UblkDev::new(self.control.get_name(), set, &self.control)
            .map_err(refused("cannot open the ublk device"))?;
        // The kernel writes to buffers until their queue's thread is no more.
        let mut buffers: Vec<_> = (0..device.dev_info.nr_hw_queues)
            .map(|_| queue::buffers(&device))
            .collect();
        thread::scope(|scope| {
            let (mut threads, mut failure) = (Vec::new(), None);
            for (number, buffers) in (0..).zip(&mut buffers) {
                let (device, sender) = (&device, sender.clone());
                let serve = move || queue::serve(device, number, buffers, export, &sender);
                match thread::Builder::new().spawn_scoped(scope, serve) {
                    Ok(thread) => threads.push(thread),
                    Err(error) => failure = Some(Failure::io("cannot start a thread")(error)),
                }
            }
            drop(sender);
            let stopped = match failure {
                Some(failure) => Err(failure),
                None => self
                    .start(&device, events)
                    .and_then(|is_live| if is_live { started() } else { Ok(()) })
                    .map(|()| wait(events)),
            };
            // Whatever has happened: threads end when there is no device.
            let stopped = stopped.and(self.stop());
            let answered = join(threads);
            // A queue's own failure says more than that it is missing.
            answered.and_then(|answered| stopped.map(|()| answered))
        })
    }

    /// Makes the device live when all queues are ready. Says whether it is: it
    /// may be told to stop before.
    fn start(&self, device: &UblkDev, events: &Receiver<Event>) -> Result<bool, Failure> {
        for _ in 0..device.dev_info.nr_hw_queues {
            match events.recv() {
                Ok(Event::Ready { queue, thread }) => {
                    self.control.set_thread_affinity(queue, thread);
                }
                Ok(Event::Stop) => return Ok(false),
                Ok(Event::Ended) | Err(_) => {
                    return Err(Failure::Refused("a queue did not start".into()));
                }
            }
        }
        done(self.control.start_dev(device)).map_err(refused("cannot start the ublk device"))?;
        Ok(true)
    }

    /// Takes the device away from its users, when the kernel has written what it
    /// had still to write.
    fn stop(&self) -> Result<(), Failure> {
        done(self.control.kill_dev()).map_err(refused("cannot stop the ublk device"))
    }

    /// Gives the device's number back.
    pub(super) fn delete(self) -> Result<(), Failure> {
        delete(&self.control).map_err(refused("cannot delete the ublk device"))
    }
}

/// Waits for a reason to stop.
fn wait(events: &Receiver<Event>) {
    while let Ok(Event::Ready { .. }) = events.recv() {}
}

/// How many requests all threads have answered.
fn join(threads: Vec<ScopedJoinHandle<'_, Result<u64, UblkError>>>) -> Result<u64, Failure> {
    // All are waited for before the first failure is returned.
    let ended: Vec<_> = threads.into_iter().map(ScopedJoinHandle::join).collect();
    ended.into_iter().try_fold(0, |sum, answered| {
        let answered =
            answered.map_err(|_panic| Failure::Refused("a queue met a defect".into()))?;
        Ok(sum + answered.map_err(refused("a queue of the ublk device failed"))?)
    })
}

/// Deletes a device without waiting for its users, or with where the driver
/// cannot do that (before Linux 6.9).
fn delete(control: &UblkCtrl) -> Result<(), UblkError> {
    done(control.del_dev_async()).or_else(|_| {
        let id = control.dev_info().dev_id.cast_signed();
        done(UblkCtrl::new_simple(id)?.del_dev())
    })
}

/// Deletes a device that nobody serves. Should that fail, adding one says why.
fn delete_left_over(id: i32) {
    let character_device = format!("/dev/ublkc{id}");
    // A server has it open, and no second process can open it.
    let opened = File::options()
        .read(true)
        .write(true)
        .open(character_device);
    if opened.is_err() {
        return;
    }
    drop(opened);
    if let Ok(control) = UblkCtrl::new_simple(id)
        && u32::from(control.dev_info().state) == sys::UBLK_S_DEV_DEAD
    {
        let _ = delete(&control);
    }
}

/// libublk gives one error of the driver's as a success.
fn done(result: Result<i32, UblkError>) -> Result<(), UblkError> {
    match result? {
        error if error < 0 => Err(UblkError::UringIOError(error)),
        _ => Ok(()),
    }
}

/// An adapter for `map_err`: libublk or the driver refused.
fn refused(action: impl Into<String>) -> impl FnOnce(UblkError) -> Failure {
    |error| {
        let source = match error {
            UblkError::UringIOError(number) | UblkError::OtherError(number) => {
                io::Error::from_raw_os_error(-number)
            }
            UblkError::IOError(source) => source,
            other => io::Error::other(other),
        };
        Failure::io(action)(source)
    }
}
