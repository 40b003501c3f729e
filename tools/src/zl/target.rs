//! Where output goes.

use std::path::PathBuf;

use crate::cli::{Common, Destination};
use crate::failure::Failure;
use crate::input::Source;
use crate::run::Usage;

/// The ending of a compressed file's name.
const SUFFIX: &str = "zl";

/// Where the output of one file goes.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum Target {
    /// The standard output.
    Stdout,
    /// A file of that name.
    File(PathBuf),
}

/// Which way data goes.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Direction {
    Compress,
    Decompress,
}

impl Destination {
    fn is_stdout(&self) -> bool {
        self.stdout
            || self
                .output
                .as_ref()
                .is_some_and(|path| path.as_os_str() == "-")
    }

    /// Refuses combinations that the parser does not know to be wrong.
    pub(crate) fn check(&self, common: &Common, direction: Direction) -> Result<(), Usage> {
        let several = common.files.len() > 1;
        let stdin =
            common.files.is_empty() || common.files.iter().any(|path| path.as_os_str() == "-");
        if several && self.output.is_some() {
            return Err(Usage::conflict(
                "--output is for one FILE; several each get a name of their own",
            ));
        }
        if several && self.stdout && direction == Direction::Compress {
            return Err(Usage::conflict(
                "--stdout is for one FILE when compressing: frames cannot be read back one after \
                 the other",
            ));
        }
        if self.rm && (stdin || self.is_stdout()) {
            return Err(Usage::conflict(
                "--rm is for a FILE whose output is a file as well",
            ));
        }
        Ok(())
    }

    /// The target for `source`.
    pub(crate) fn target(&self, source: &Source, direction: Direction) -> Result<Target, Failure> {
        if self.is_stdout() {
            return Ok(Target::Stdout);
        }
        if let Some(path) = &self.output {
            return Ok(Target::File(path.clone()));
        }
        let Source::File(path) = source else {
            return Ok(Target::Stdout);
        };
        let compressed = path.extension().is_some_and(|suffix| suffix == SUFFIX);
        match direction {
            Direction::Compress if compressed && !self.force => Err(Failure::Refused(
                "its name already ends in .zl; --force compresses it again".into(),
            )),
            Direction::Compress => {
                let mut name = path.clone().into_os_string();
                name.push(".");
                name.push(SUFFIX);
                Ok(Target::File(name.into()))
            }
            Direction::Decompress if compressed => Ok(Target::File(path.with_extension(""))),
            Direction::Decompress => Err(Failure::Refused(
                "its name does not end in .zl: name the output with -o OUT, or take -c for the \
                 standard output"
                    .into(),
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn destination(output: Option<&str>, force: bool) -> Destination {
        Destination {
            output: output.map(Into::into),
            stdout: false,
            force,
            keep: false,
            rm: false,
        }
    }

    #[test]
    fn names_gain_and_lose_the_suffix() {
        let plain = destination(None, false);
        let target = |name: &str, direction| plain.target(&Source::File(name.into()), direction);
        let file = |name: &str| Target::File(name.into());
        assert_eq!(
            target("a/b.c", Direction::Compress).unwrap(),
            file("a/b.c.zl")
        );
        assert_eq!(
            target("a/b.c.zl", Direction::Decompress).unwrap(),
            file("a/b.c")
        );
        assert!(target("b.zl", Direction::Compress).is_err());
        for name in ["b", "b.ZL", ".zl", "zl"] {
            assert!(target(name, Direction::Decompress).is_err(), "{name}");
        }
    }

    #[test]
    fn streams_go_to_streams() {
        for direction in [Direction::Compress, Direction::Decompress] {
            let stdin = destination(None, false).target(&Source::Stdin, direction);
            assert_eq!(stdin.unwrap(), Target::Stdout);
            let dash = destination(Some("-"), false);
            let target = dash.target(&Source::File("b".into()), direction);
            assert_eq!(target.unwrap(), Target::Stdout);
        }
    }
}
