//! Pages of files.

use std::fs::File;
use std::io::{IsTerminal, Read, Seek, SeekFrom};
use std::path::PathBuf;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use zram::PageSize;

use crate::failure::Failure;

/// Up to `most` pages, evenly from all files. One that its file ends in is
/// filled up with zeros.
pub(crate) fn sample(
    files: &[PathBuf],
    page_size: PageSize,
    most: usize,
) -> Result<Vec<Vec<u8>>, Failure> {
    let page = page_size.bytes() as u64;
    let mut sizes = Vec::new();
    for path in files {
        let metadata = path.metadata().map_err(Failure::of("read", path))?;
        if !metadata.is_file() {
            return Err(Failure::Refused(format!(
                "{} is no regular file",
                tools::text::name(path)
            )));
        }
        sizes.push(metadata.len().div_ceil(page));
    }
    let total: u64 = sizes.iter().sum();
    if total == 0 {
        return Err(Failure::Refused("there is no byte in these files".into()));
    }
    let count = total.min(most.max(1) as u64);
    let mut pages = Vec::new();
    let (mut first, mut next) = (0, 0);
    for (path, size) in files.iter().zip(sizes) {
        let mut file = File::open(path).map_err(Failure::of("open", path))?;
        let mut at = u64::MAX;
        // Number n of all those wanted is page n * total / count of all.
        while next < count {
            let number = (u128::from(next) * u128::from(total) / u128::from(count)) as u64;
            if number >= first + size {
                break;
            }
            let number = number - first;
            if at != number {
                file.seek(SeekFrom::Start(number * page))
                    .map_err(Failure::of("read", path))?;
            }
            pages.push(read_page(&mut file, page as usize).map_err(Failure::of("read", path))?);
            at = number + 1;
            next += 1;
        }
        first += size;
    }
    Ok(pages)
}

fn read_page(file: &mut File, page: usize) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(page);
    file.take(page as u64).read_to_end(&mut bytes)?;
    bytes.resize(page, 0);
    Ok(bytes)
}

/// Shows on a terminal that work is going on.
pub(crate) fn waiting(message: &'static str) -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    if !std::io::stderr().is_terminal() {
        bar.set_draw_target(ProgressDrawTarget::hidden());
    }
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}  {elapsed}") {
        bar.set_style(style);
    }
    bar.set_message(message);
    bar.enable_steady_tick(Duration::from_millis(100));
    bar
}
