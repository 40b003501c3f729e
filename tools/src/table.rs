//! Tables of aligned columns.

use std::io::{self, Write};

/// How a column is aligned.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Align {
    /// To the left.
    Left,
    /// To the right, as numbers are.
    Right,
}

/// A table with a head.
#[derive(Debug)]
pub struct Table<const N: usize> {
    align: [Align; N],
    rows: Vec<[String; N]>,
}

impl<const N: usize> Table<N> {
    /// With the names of its columns.
    pub fn new(columns: [(&str, Align); N]) -> Self {
        Self {
            align: columns.map(|(_, align)| align),
            rows: vec![columns.map(|(name, _)| name.to_owned())],
        }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: [String; N]) {
        self.rows.push(cells);
    }

    /// Writes it, indented by two.
    ///
    /// # Errors
    ///
    /// Those of `output`.
    pub fn write(&self, output: &mut impl Write) -> io::Result<()> {
        let mut widths = [0; N];
        for row in &self.rows {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = cell.chars().count().max(*width);
            }
        }
        for row in &self.rows {
            let mut line = String::new();
            for ((cell, width), align) in row.iter().zip(widths).zip(self.align) {
                let gap = width - cell.chars().count();
                let (before, after) = match align {
                    Align::Left => (0, gap),
                    Align::Right => (gap, 0),
                };
                line.extend(std::iter::repeat_n(' ', 2 + before));
                line += cell;
                line.extend(std::iter::repeat_n(' ', after));
            }
            writeln!(output, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned() {
        let mut table = Table::new([
            ("part", Align::Left),
            ("size", Align::Right),
            ("", Align::Left),
        ]);
        table.row(["größe".into(), "7".into(), "x".into()]);
        table.row(["b".into(), "12,345".into(), String::new()]);
        let mut output = Vec::new();
        table.write(&mut output).unwrap();
        let expected = "  part     size\n  größe       7  x\n  b      12,345\n";
        assert_eq!(String::from_utf8(output).unwrap(), expected);
    }
}
