//! What a command line says to a bench that is not Criterion's.

use std::env;

/// Criterion's options with a value of their own: `cargo bench` hands one
/// command line to every bench.
const WITH_VALUE: [&str; 20] = [
    "-b",
    "-c",
    "-s",
    "--baseline",
    "--baseline-lenient",
    "--color",
    "--colour",
    "--confidence-level",
    "--format",
    "--load-baseline",
    "--measurement-time",
    "--noise-threshold",
    "--nresamples",
    "--output-format",
    "--plotting-backend",
    "--profile-time",
    "--sample-size",
    "--save-baseline",
    "--significance-level",
    "--warm-up-time",
];

/// The word of the command line that inputs are to contain. Options, whose
/// meaning is Criterion's, are passed over.
#[must_use]
pub fn wanted_input() -> Option<String> {
    wanted(env::args().skip(1))
}

fn wanted(mut words: impl Iterator<Item = String>) -> Option<String> {
    while let Some(word) = words.next() {
        if WITH_VALUE.contains(&word.as_str()) {
            words.next();
        } else if !word.starts_with('-') {
            return Some(word);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::wanted;

    #[test]
    fn criterions_options_are_no_inputs() {
        for (line, word) in [
            ("", None),
            ("--bench", None),
            ("--save-baseline main --bench", None),
            ("--save-baseline=main records --bench", Some("records")),
            ("--noplot --sample-size 10 elf", Some("elf")),
        ] {
            let words = line.split_whitespace().map(str::to_owned);
            assert_eq!(wanted(words).as_deref(), word, "{line}");
        }
    }
}
