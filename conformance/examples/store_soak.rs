//! A long run of the page store against its model and under threads.
//!
//!     cargo run --release -p touchstone-conformance --example store_soak -- 10000000
//!
//! does that many operations, half of them one after the other, each held to a
//! `Vec` of bytes, half of them from several threads while pages are moved about,
//! with memory limits and without. Exits with 1 and says what is wrong when a
//! byte is lost or stale, or the limit is passed.

use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use conformance::zram_store::race::{Race, race};
use conformance::zram_store::{Operations, Player, StoreLayout};
use zram::PageSize;

/// Operations of one store.
const RUN: u64 = 50_000;

fn layouts() -> Vec<StoreLayout> {
    let plain = StoreLayout {
        pages: 300,
        backing: 60,
        ..StoreLayout::PLAIN
    };
    let mut layouts = Vec::new();
    for (checksums, sharing) in [(false, false), (true, false), (false, true)] {
        layouts.push(StoreLayout {
            checksums,
            sharing,
            ..plain
        });
    }
    layouts.push(StoreLayout {
        page_size: PageSize::KiB16,
        pages: 80,
        ..plain
    });
    layouts
}

fn main() -> ExitCode {
    let count = std::env::args()
        .nth(1)
        .map_or(Ok(1_000_000), |count| count.parse());
    let Ok(count) = count else {
        eprintln!("how many operations? A number, 1000000 without one");
        return ExitCode::from(2);
    };
    let start = Instant::now();
    match soak(count, start) {
        Ok(()) => {
            println!(
                "clean: {count} operations in {:.0} s",
                start.elapsed().as_secs_f64()
            );
            ExitCode::SUCCESS
        }
        Err(fault) => {
            eprintln!("{fault}");
            ExitCode::FAILURE
        }
    }
}

fn soak(count: u64, start: Instant) -> Result<(), String> {
    let done = AtomicU64::new(0);
    let progress = |more: u64| {
        let now = done.fetch_add(more, Ordering::Relaxed) + more;
        if now / 500_000 != (now - more) / 500_000 {
            let seconds = start.elapsed().as_secs_f64();
            eprintln!("{now} of {count} operations, {seconds:.0} s");
        }
    };
    let layouts = layouts();
    let mut seed = 0;
    while done.load(Ordering::Relaxed) < count / 2 {
        for layout in &layouts {
            for limits in [false, true] {
                let left = (count / 2).saturating_sub(done.load(Ordering::Relaxed));
                play(*layout, seed, limits, left.min(RUN)).map_err(|fault| {
                    format!(
                        "{} with seed {seed}, limits {limits}: {fault}",
                        layout.name()
                    )
                })?;
                progress(left.min(RUN));
            }
        }
        seed += 1;
    }
    let each = (count - count / 2).div_ceil(2 * layouts.len() as u64);
    for layout in layouts {
        for memory in [None, Some(layout.size() / 2)] {
            let raced = race(
                layout,
                Race {
                    operations: each,
                    threads: 3,
                    seed,
                    memory,
                },
                &progress,
            )?;
            eprintln!("{}: {raced:?}", layout.name());
        }
    }
    Ok(())
}

fn play(layout: StoreLayout, seed: u64, limits: bool, count: u64) -> Result<(), String> {
    let mut player = Player::new(layout)?;
    let page = layout.page_size.bytes();
    for operation in Operations::new(seed, layout.pages, page, limits).take(count as usize) {
        player.step(&operation)?;
    }
    player.check_all()
}
