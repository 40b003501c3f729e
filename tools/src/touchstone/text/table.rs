//! A table of words.

use std::fmt;

/// A table whose columns are as wide as they must be.
pub(crate) struct Table<const N: usize> {
    right: [bool; N],
    rows: Vec<[String; N]>,
}

impl<const N: usize> Table<N> {
    /// A table with these headings.
    pub(crate) fn new(headings: [&str; N]) -> Self {
        Self {
            right: [false; N],
            rows: vec![headings.map(str::to_owned)],
        }
    }

    /// Aligns a column to the right.
    pub(crate) fn right(mut self, column: usize) -> Self {
        self.right[column] = true;
        self
    }

    pub(crate) fn row(&mut self, cells: [String; N]) {
        self.rows.push(cells);
    }
}

impl<const N: usize> fmt::Display for Table<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut widths = [0; N];
        for row in &self.rows {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = cell.chars().count().max(*width);
            }
        }
        for row in &self.rows {
            let mut line = String::new();
            for ((cell, width), right) in row.iter().zip(widths).zip(self.right) {
                let room = " ".repeat(width - cell.chars().count());
                let (before, after) = if right {
                    (room.as_str(), "")
                } else {
                    ("", room.as_str())
                };
                line.push_str("  ");
                line.push_str(before);
                line.push_str(cell);
                line.push_str(after);
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}
