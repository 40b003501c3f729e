//! `zram stat`.

use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use serde_json::Value;
use tools::size::grouped;
use tools::table::{Align, Table};

use crate::cli::{KernelFile, Stat};
use crate::control::{Request, ask};
use crate::failure::Failure;

pub(crate) fn run(options: &Stat) -> Result<(), Failure> {
    loop {
        let text = told(options)?;
        let mut output = io::stdout().lock();
        if options.watch.is_some() && output.is_terminal() {
            // The next one takes the place of this one.
            write!(output, "\x1b[H\x1b[2J").map_err(Failure::stdout)?;
        }
        output
            .write_all(text.as_bytes())
            .and_then(|()| output.flush())
            .map_err(Failure::stdout)?;
        drop(output);
        match options.watch {
            None => return Ok(()),
            Some(seconds) => std::thread::sleep(Duration::from_secs(seconds.max(1).into())),
        }
    }
}

fn told(options: &Stat) -> Result<String, Failure> {
    let socket = &options.target.socket;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    if options.prometheus {
        return Ok(text(&ask(socket, &Request::Prometheus)?));
    }
    if let Some(file) = options.kernel {
        let file = match file {
            KernelFile::Memory => "mm_stat",
            KernelFile::Requests => "io_stat",
            KernelFile::Backing => "bd_stat",
        };
        let request = Request::Kernel { file: file.into() };
        return Ok(text(&ask(socket, &request)?) + "\n");
    }
    let stats = ask(socket, &Request::Stat)?;
    if options.target.json {
        return Ok(format!("{stats}\n"));
    }
    Ok(table(&stats))
}

fn table(stats: &Value) -> String {
    let number = |path: &str| stats.pointer(path).and_then(Value::as_u64).unwrap_or(0);
    let page = number("/page_size").max(1);
    let kept = number("/mm_stat/orig_data_size");
    let backed = number("/bd_stat/bd_count") * page;
    let used = number("/mm_stat/mem_used_total");
    let share = |part: u64, of: u64| match of {
        0 => String::new(),
        _ => format!("{:.1} %", part as f64 / of as f64 * 100.0),
    };
    let mut rows = Table::new([
        ("", Align::Left),
        ("bytes", Align::Right),
        ("", Align::Right),
    ]);
    let mut row = |name: &str, bytes: u64, note: String| {
        rows.row([name.into(), grouped(bytes), note]);
    };
    row("disk", number("/disk_size"), String::new());
    row("pages kept", kept, share(kept, number("/disk_size")));
    row("  in the backing file", backed, share(backed, kept));
    let in_memory = kept.saturating_sub(backed);
    row("  in memory", in_memory, share(in_memory, kept));
    row(
        "compressed to",
        number("/mm_stat/compr_data_size"),
        share(number("/mm_stat/compr_data_size"), in_memory),
    );
    row("memory taken", used, share(used, in_memory));
    row(
        "  the most so far",
        number("/mm_stat/mem_used_max"),
        String::new(),
    );
    match number("/mm_stat/mem_limit") {
        0 => rows.row(["  limit".into(), "none".into(), String::new()]),
        limit => rows.row(["  limit".into(), grouped(limit), share(used, limit)]),
    }
    let mut text = Vec::new();
    let _ = rows.write(&mut text);
    let mut text = String::from_utf8(text).unwrap_or_default();
    let _ = writeln!(
        text,
        "\n  {} pages of one word, {} incompressible; {} bytes a page",
        grouped(number("/mm_stat/same_pages")),
        grouped(number("/mm_stat/huge_pages")),
        grouped(page),
    );
    let failed = number("/io_stat/failed_reads") + number("/io_stat/failed_writes");
    if failed > 0 {
        let _ = writeln!(
            text,
            "  {} reads and {} writes of pages failed",
            grouped(number("/io_stat/failed_reads")),
            grouped(number("/io_stat/failed_writes")),
        );
    }
    text
}
