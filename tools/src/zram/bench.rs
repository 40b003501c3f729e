//! `zram bench`.

use std::io::{self, Write};
use std::sync::Barrier;
use std::time::{Duration, Instant};

use serde_json::json;
use tools::size::grouped;
use tools::table::{Align, Table};
use zram::store::Store;

use crate::cli::Bench;
use crate::failure::Failure;
use crate::pages::{sample, waiting};

/// What all threads did together.
struct Measured {
    operation: &'static str,
    seconds: f64,
    /// Sorted times of single operations, in nanoseconds.
    times: Vec<u32>,
}

impl Measured {
    fn per_second(&self) -> f64 {
        self.times.len() as f64 / self.seconds
    }

    /// The time that so many of a thousand operations take at most.
    fn percentile(&self, thousandths: usize) -> u32 {
        let index = self.times.len() * thousandths / 1000;
        self.times[index.min(self.times.len() - 1)]
    }
}

pub(crate) fn run(options: &Bench) -> Result<(), Failure> {
    let bar = waiting("reading");
    let pages = sample(&options.files, options.store.page_size, options.sample)?;
    let page = options.store.page_size.bytes();
    let store = Store::new(options.store.options((pages.len() * page) as u64)?)?;
    bar.set_message("verifying");
    verify(&store, &pages)?;
    bar.set_message("writing");
    let time = Duration::from_secs(options.seconds.max(1).into());
    let threads = options.threads.max(1);
    let put = measure("write", threads, time, pages.len(), |index, _| {
        store.put(index as u64, &pages[index])
    })?;
    bar.set_message("reading");
    let get = measure(
        "read",
        threads,
        time,
        pages.len(),
        |index, buffer: &mut Vec<u8>| {
            buffer.resize(page, 0);
            store.get(index as u64, buffer)
        },
    )?;
    bar.finish_and_clear();
    tell(options, &store, &[put, get])
}

/// Every page comes back as it was: what is not right is not timed.
fn verify(store: &Store, pages: &[Vec<u8>]) -> Result<(), Failure> {
    let mut back = vec![0; store.page_size().bytes()];
    for (number, page) in (0..).zip(pages) {
        store.put(number, page)?;
    }
    for (number, page) in (0..).zip(pages) {
        store.get(number, &mut back)?;
        if &back != page {
            return Err(Failure::Refused(format!(
                "page {number} does not come back as it was: nothing is timed"
            )));
        }
    }
    Ok(())
}

fn measure(
    operation: &'static str,
    threads: usize,
    time: Duration,
    pages: usize,
    work: impl Fn(usize, &mut Vec<u8>) -> Result<(), zram::store::Error> + Sync,
) -> Result<Measured, Failure> {
    // A prime, so that every page has its turn.
    let stride = if pages.is_multiple_of(4099) { 1 } else { 4099 };
    let barrier = Barrier::new(threads);
    let (barrier, work) = (&barrier, &work);
    let results: Vec<_> = std::thread::scope(|scope| {
        let runners: Vec<_> = (0..threads)
            .map(|thread| {
                scope.spawn(move || {
                    let mut buffer = Vec::new();
                    let mut times = Vec::new();
                    let mut index = thread * pages / threads;
                    barrier.wait();
                    let start = Instant::now();
                    let mut before = start;
                    while before - start < time {
                        work(index, &mut buffer)?;
                        let now = Instant::now();
                        let nanoseconds = (now - before).as_nanos();
                        times.push(u32::try_from(nanoseconds).unwrap_or(u32::MAX));
                        before = now;
                        // Not the next one, which the processor may fetch ahead.
                        index = (index + stride) % pages;
                    }
                    Ok::<_, zram::store::Error>((times, before - start))
                })
            })
            .collect();
        runners
            .into_iter()
            .map(std::thread::ScopedJoinHandle::join)
            .collect()
    });
    let mut measured = Measured {
        operation,
        seconds: 0.0,
        times: Vec::new(),
    };
    for result in results {
        let (times, took) =
            result.map_err(|_| Failure::Refused("a thread met a defect".into()))??;
        measured.seconds = measured.seconds.max(took.as_secs_f64());
        measured.times.extend(times);
    }
    measured.times.sort_unstable();
    Ok(measured)
}

fn tell(options: &Bench, store: &Store, measured: &[Measured]) -> Result<(), Failure> {
    let stats = store.stats();
    let page = store.page_size().bytes();
    let mut output = io::stdout().lock();
    if options.json {
        let operations: Vec<_> = measured
            .iter()
            .map(|it| {
                json!({
                    "operation": it.operation,
                    "operations": it.times.len(),
                    "seconds": it.seconds,
                    "p50_ns": it.percentile(500),
                    "p99_ns": it.percentile(990),
                    "p99.9_ns": it.percentile(999),
                })
            })
            .collect();
        let told = json!({
            "schema": 1,
            "codec": options.store.codec.to_string(),
            "threads": options.threads.max(1),
            "page_bytes": page,
            "stats": stats,
            "operations": operations,
        });
        return writeln!(output, "{told}").map_err(Failure::stdout);
    }
    let mut table = Table::new([
        ("", Align::Left),
        ("pages/s", Align::Right),
        ("MB/s", Align::Right),
        ("p50 ns", Align::Right),
        ("p99 ns", Align::Right),
        ("p99.9 ns", Align::Right),
    ]);
    for it in measured {
        table.row([
            it.operation.into(),
            format!("{:.0}", it.per_second()),
            format!("{:.0}", it.per_second() * page as f64 / 1e6),
            grouped(it.percentile(500).into()),
            grouped(it.percentile(990).into()),
            grouped(it.percentile(999).into()),
        ]);
    }
    table.write(&mut output).map_err(Failure::stdout)?;
    writeln!(
        output,
        "\n  {} by {} threads; {} pages take {} bytes, {:.2} times less",
        options.store.codec,
        options.threads.max(1),
        grouped(stats.pages()),
        grouped(stats.mm_stat.mem_used_total),
        stats.ratio().unwrap_or(1.0),
    )
    .map_err(Failure::stdout)
}
