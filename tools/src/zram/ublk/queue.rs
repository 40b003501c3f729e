//! A queue of the device, and the thread that answers its requests.

use std::io::ErrorKind;
use std::sync::mpsc::Sender;

use libublk::ctrl::UblkCtrl;
use libublk::helpers::IoBuf;
use libublk::io::{BufDesc, BufDescList, UblkDev, UblkIOCtx, UblkQueue};
use libublk::{UblkError, UblkIORes, sys};
use nbd::Export;

use super::device::Event;
use super::request;

/// A buffer for each request that a queue may have at a time.
pub(super) fn buffers(device: &UblkDev) -> Vec<IoBuf<u8>> {
    let mut buffers = device.alloc_queue_io_bufs();
    for buffer in &mut buffers {
        buffer.zero_buf();
    }
    buffers
}

/// Answers requests until the device goes. Returns how many it has answered.
pub(super) fn serve(
    device: &UblkDev,
    number: u16,
    buffers: &mut Vec<IoBuf<u8>>,
    export: &impl Export,
    events: &Sender<Event>,
) -> Result<u64, UblkError> {
    // However this ends.
    let _ended = Notice(events);
    let thread = UblkCtrl::init_queue_thread();
    let queue = UblkQueue::new(number, device)?
        .submit_fetch_commands_unified(BufDescList::Slices(Some(buffers)))?;
    let _ = events.send(Event::Ready {
        queue: number,
        thread,
    });
    let mut answered = 0;
    loop {
        let mut completed = Ok(());
        let waited = queue.flush_and_wake_io_tasks(
            |token, arrived, _is_last| {
                if arrived.result() != sys::UBLK_IO_RES_OK.cast_signed() {
                    return;
                }
                let tag = UblkIOCtx::user_data_to_tag(token) as u16;
                let Some(buffer) = buffers.get_mut(usize::from(tag)) else {
                    return;
                };
                let result = request::answer(export, queue.get_iod(tag), buffer.as_mut_slice());
                let (slice, result) = (buffer.as_slice(), Ok(UblkIORes::Result(result)));
                let done = queue.complete_io_cmd_unified(tag, BufDesc::Slice(slice), result);
                answered += 1;
                if done.is_err() {
                    completed = done;
                }
            },
            1,
        );
        completed?;
        match waited {
            Ok(_) => {}
            Err(UblkError::QueueIsDown) => return Ok(answered),
            // By a signal, a debugger, a suspended machine, or for want of
            // memory: nothing is lost.
            Err(UblkError::IOError(error)) if is_passing(error.kind()) => {}
            Err(error) => return Err(error),
        }
    }
}

fn is_passing(error: ErrorKind) -> bool {
    matches!(
        error,
        ErrorKind::Interrupted | ErrorKind::WouldBlock | ErrorKind::ResourceBusy
    )
}

/// Says that a queue has ended, when it is dropped.
struct Notice<'a>(&'a Sender<Event>);

impl Drop for Notice<'_> {
    fn drop(&mut self) {
        let _ = self.0.send(Event::Ended);
    }
}
