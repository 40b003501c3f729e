//! What a running server is asked to do.

use std::io::{self, Write};

use serde_json::Value;
use tools::size::grouped;

use crate::cli;
use crate::control::{Request, ask};
use crate::failure::Failure;
use crate::pages::waiting;

/// Asks, and tells the answer in `words`, or as it is.
fn done(
    target: &cli::Target,
    request: &Request,
    message: &'static str,
    words: impl FnOnce(&dyn Fn(&str) -> String) -> String,
) -> Result<(), Failure> {
    let bar = waiting(message);
    let answer = ask(&target.socket, request);
    bar.finish_and_clear();
    let answer = answer?;
    let text = if target.json {
        answer.to_string()
    } else {
        words(&|key| {
            answer
                .get(key)
                .and_then(Value::as_u64)
                .map_or_else(String::new, grouped)
        })
    };
    writeln!(io::stdout(), "{text}").map_err(Failure::stdout)
}

/// `zram compact`.
pub(crate) fn compact(target: &cli::Target) -> Result<(), Failure> {
    done(target, &Request::Compact, "compacting", |number| {
        format!("{} bytes given back", number("freed"))
    })
}

/// `zram recompress`.
pub(crate) fn recompress(options: &cli::Recompress) -> Result<(), Failure> {
    let request = Request::Recompress {
        priority: options.priority,
        pages: options.pages.into(),
    };
    done(&options.target, &request, "recompressing", |number| {
        format!(
            "{} of {} pages are smaller, by {} bytes together",
            number("smaller"),
            number("tried"),
            number("saved")
        )
    })
}

/// `zram write-back`.
pub(crate) fn write_back(options: &cli::WriteBack) -> Result<(), Failure> {
    let request = Request::WriteBack {
        pages: options.pages.into(),
        budget: options.budget,
    };
    done(&options.target, &request, "writing back", |number| {
        format!("{} pages are in the backing file now", number("pages"))
    })
}

/// `zram snapshot`.
pub(crate) fn snapshot(target: &cli::Target) -> Result<(), Failure> {
    done(target, &Request::Snapshot, "saving", |number| {
        format!("{} pages saved, {} bytes", number("pages"), number("bytes"))
    })
}

/// `zram limit`.
pub(crate) fn limit(options: &cli::Limit) -> Result<(), Failure> {
    let bytes = options.limit.0;
    done(&options.target, &Request::Limit { bytes }, "asking", |_| {
        bytes.map_or_else(
            || "no memory limit from now on".into(),
            |bytes| format!("a memory limit of {} bytes from now on", grouped(bytes)),
        )
    })
}
