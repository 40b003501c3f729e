//! What the kernel is told about the disk.

use libublk::io::UblkDev;
use libublk::sys;
use nbd::Export;

use super::request::SECTOR;

/// The least that the kernel reads or writes, in bytes: its own page, and no
/// more than the store's.
const BLOCK: u32 = 4096;

/// The most that one request discards or zeroes, in bytes.
const CLEARED: u32 = 1 << 31;

/// Describes `export`, whose preferred block is the store's page.
pub(super) fn set(device: &mut UblkDev, export: &impl Export) {
    let page = export.block_sizes().preferred();
    device.tgt.dev_size = export.size();
    device.tgt.params = sys::ublk_params {
        types: sys::UBLK_PARAM_TYPE_BASIC | sys::UBLK_PARAM_TYPE_DISCARD,
        basic: sys::ublk_param_basic {
            // No volatile cache: what is written is there, as long as the
            // device is, and the kernel need not ask for a flush.
            attrs: 0,
            logical_bs_shift: shift(BLOCK),
            physical_bs_shift: shift(page),
            io_min_shift: shift(page),
            io_opt_shift: shift(page),
            max_sectors: device.dev_info.max_io_buf_bytes / SECTOR,
            dev_sectors: export.size() / u64::from(SECTOR),
            ..sys::ublk_param_basic::default()
        },
        discard: sys::ublk_param_discard {
            discard_granularity: page,
            max_discard_sectors: CLEARED / SECTOR,
            max_write_zeroes_sectors: CLEARED / SECTOR,
            max_discard_segments: 1,
            ..sys::ublk_param_discard::default()
        },
        ..sys::ublk_params::default()
    };
}

fn shift(size: u32) -> u8 {
    size.trailing_zeros() as u8
}
