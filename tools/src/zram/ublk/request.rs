//! A request of the kernel's, and its answer.

use libublk::sys;
use nbd::{Error, Export};

/// What the kernel counts in, in bytes, whatever the block size.
pub(super) const SECTOR: u32 = 512;

/// Carries a request out. `buffer` holds what is to be written, and takes what is
/// read. The answer is what the driver takes: a count of bytes, or an error's
/// number below zero.
pub(super) fn answer(
    export: &impl Export,
    request: &sys::ublksrv_io_desc,
    buffer: &mut [u8],
) -> i32 {
    match carry_out(export, request, buffer) {
        Ok(bytes) => i32::try_from(bytes).unwrap_or(i32::MAX),
        Err(error) => -error.number().cast_signed(),
    }
}

fn carry_out(
    export: &impl Export,
    request: &sys::ublksrv_io_desc,
    buffer: &mut [u8],
) -> Result<usize, Error> {
    let operation = request.op_flags & 0xff;
    let length = u64::from(request.nr_sectors) * u64::from(SECTOR);
    // A flush has no range, and its sector means nothing.
    if operation == sys::UBLK_IO_OP_FLUSH {
        return export.flush().map(|()| 0);
    }
    let last = export.size().checked_sub(length).ok_or(Error::Invalid)?;
    let offset = request.start_sector.checked_mul(SECTOR.into());
    let offset = offset
        .filter(|&offset| offset <= last)
        .ok_or(Error::Invalid)?;
    match operation {
        sys::UBLK_IO_OP_READ => {
            let buffer = buffer.get_mut(..length as usize).ok_or(Error::Overflow)?;
            export.read(offset, buffer).map(|()| buffer.len())
        }
        sys::UBLK_IO_OP_WRITE => {
            let buffer = buffer.get(..length as usize).ok_or(Error::Overflow)?;
            export.write(offset, buffer).map(|()| buffer.len())
        }
        // For these the driver takes any count as a success.
        sys::UBLK_IO_OP_DISCARD => export.discard(offset, length).map(|()| 0),
        sys::UBLK_IO_OP_WRITE_ZEROES => {
            let keep_allocated = request.op_flags & sys::UBLK_IO_F_NOUNMAP != 0;
            export
                .write_zeroes(offset, length, keep_allocated)
                .map(|()| 0)
        }
        _ => Err(Error::NotSupported),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use zram::store::{Options, Store};
    use zram::{Codec, PageSize, Settings};

    use super::*;
    use crate::export::StoreExport;

    const PAGE: usize = 4096;
    const SECTORS: u32 = PAGE as u32 / SECTOR;
    const TWO_PAGES: i32 = 8192;

    fn store(memory_limit: Option<u64>) -> StoreExport {
        let settings = Settings::new(Codec::LZ4, PageSize::KiB4);
        let mut options = Options::new(settings, 64 * PAGE as u64);
        if let Some(limit) = memory_limit {
            options = options.with_memory_limit(limit);
        }
        StoreExport(Arc::new(Store::new(options).unwrap()))
    }

    fn request(op_flags: u32, page: u64, pages: u32) -> sys::ublksrv_io_desc {
        sys::ublksrv_io_desc {
            op_flags,
            nr_sectors: pages * SECTORS,
            start_sector: page * u64::from(SECTORS),
            ..sys::ublksrv_io_desc::default()
        }
    }

    /// The content of two pages, no word of which repeats.
    fn content() -> Vec<u8> {
        (0..2 * PAGE as u32 / 4)
            .flat_map(|word| word.wrapping_mul(0x9e37_79b1).to_le_bytes())
            .collect()
    }

    #[test]
    fn what_is_written_is_read() {
        let store = store(None);
        let mut buffer = content();
        let write = request(sys::UBLK_IO_OP_WRITE | sys::UBLK_IO_F_FUA, 3, 2);
        assert_eq!(answer(&store, &write, &mut buffer), TWO_PAGES);
        // A buffer may be longer than what is wanted.
        let mut buffer = vec![7; 3 * PAGE];
        let read = request(sys::UBLK_IO_OP_READ, 3, 2);
        assert_eq!(answer(&store, &read, &mut buffer), TWO_PAGES);
        assert!(buffer[..2 * PAGE] == content());
        assert!(buffer[2 * PAGE..].iter().all(|&byte| byte == 7));
        let flush = request(sys::UBLK_IO_OP_FLUSH, u64::MAX / 8, 0);
        assert_eq!(answer(&store, &flush, &mut []), 0);
    }

    #[test]
    fn what_is_cleared_is_zeros() {
        for clear in [
            sys::UBLK_IO_OP_DISCARD,
            sys::UBLK_IO_OP_WRITE_ZEROES,
            sys::UBLK_IO_OP_WRITE_ZEROES | sys::UBLK_IO_F_NOUNMAP,
        ] {
            let store = store(None);
            let mut buffer = content();
            let write = request(sys::UBLK_IO_OP_WRITE, 0, 2);
            assert_eq!(answer(&store, &write, &mut buffer), TWO_PAGES);
            // Longer than any buffer.
            assert_eq!(answer(&store, &request(clear, 1, 63), &mut []), 0);
            let read = request(sys::UBLK_IO_OP_READ, 0, 2);
            assert_eq!(answer(&store, &read, &mut buffer), TWO_PAGES);
            assert!(buffer[..PAGE] == content()[..PAGE]);
            assert!(buffer[PAGE..].iter().all(|&byte| byte == 0));
        }
    }

    #[test]
    fn the_limit_is_enospc_and_nothing_is_lost() {
        let store = store(Some(192 << 10));
        let read = |page| {
            let mut buffer = vec![0; 2 * PAGE];
            let read = request(sys::UBLK_IO_OP_READ, page, 2);
            assert_eq!(answer(&store, &read, &mut buffer), TWO_PAGES);
            buffer
        };
        let write = |page| {
            answer(
                &store,
                &request(sys::UBLK_IO_OP_WRITE, page, 2),
                &mut content(),
            )
        };
        let answers: Vec<_> = (0..32).map(|pair| write(2 * pair)).collect();
        assert!(
            answers.contains(&-28) && answers.contains(&TWO_PAGES),
            "{answers:?}"
        );
        for (pair, answer) in (0..).zip(answers) {
            match answer {
                TWO_PAGES => assert!(read(2 * pair) == content()),
                -28 => {}
                other => panic!("{other}"),
            }
        }
    }

    #[test]
    fn nonsense_is_refused() {
        let store = store(None);
        let mut buffer = content();
        let mut refused = |request| answer(&store, &request, &mut buffer);
        for operation in [
            sys::UBLK_IO_OP_READ,
            sys::UBLK_IO_OP_WRITE,
            sys::UBLK_IO_OP_DISCARD,
            sys::UBLK_IO_OP_WRITE_ZEROES,
        ] {
            assert_eq!(refused(request(operation, 63, 2)), -22);
            assert_eq!(refused(request(operation, 64, 1)), -22);
            assert_eq!(refused(request(operation, u64::MAX / 8, 1)), -22);
            assert_eq!(refused(request(operation, 0, u32::MAX / SECTORS)), -22);
        }
        // More than the buffer has.
        assert_eq!(refused(request(sys::UBLK_IO_OP_READ, 0, 3)), -75);
        assert_eq!(refused(request(sys::UBLK_IO_OP_WRITE, 0, 3)), -75);
        // Of zoned devices, which this is not.
        assert_eq!(refused(request(sys::UBLK_IO_OP_ZONE_APPEND, 0, 1)), -95);
        assert_eq!(refused(request(sys::UBLK_IO_OP_WRITE_SAME, 0, 1)), -95);
    }

    #[test]
    fn damage_is_eio() {
        struct Damaged;
        impl Export for Damaged {
            fn size(&self) -> u64 {
                1 << 20
            }
            fn read(&self, _: u64, _: &mut [u8]) -> Result<(), Error> {
                Err(Error::io("damaged"))
            }
            fn write(&self, _: u64, _: &[u8]) -> Result<(), Error> {
                Err(Error::io("damaged"))
            }
            fn flush(&self) -> Result<(), Error> {
                Err(Error::io("damaged"))
            }
        }
        for operation in [
            sys::UBLK_IO_OP_READ,
            sys::UBLK_IO_OP_WRITE,
            sys::UBLK_IO_OP_FLUSH,
            sys::UBLK_IO_OP_WRITE_ZEROES,
        ] {
            assert_eq!(
                answer(&Damaged, &request(operation, 0, 1), &mut content()),
                -5
            );
        }
    }
}
