//! Standard output, whose reader may go away.

use std::io::{self, Write};

use anyhow::Result;

/// Writes text to standard output. A reader that has gone, such as `head`, is
/// an error here and no panic; see [`is_closed_pipe`].
pub(crate) fn print(text: &str) -> Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(())
}

/// Whether an error only says that nobody reads on.
pub(crate) fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
