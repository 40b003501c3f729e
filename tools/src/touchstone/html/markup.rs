//! Markup that cannot be broken by what it tells.

use std::fmt::{self, Display, Write};

/// Markup as it grows. What is not a literal of this program's own goes through
/// [`text`](Self::text), which escapes it.
#[derive(Default)]
pub(super) struct Markup {
    html: String,
}

impl Markup {
    /// Adds markup of this program's own.
    pub(super) fn raw(&mut self, markup: &'static str) -> &mut Self {
        self.html.push_str(markup);
        self
    }

    /// Adds text, for content or within a quoted attribute.
    pub(super) fn text(&mut self, text: impl Display) -> &mut Self {
        // Writing to a string does not fail.
        let _ = write!(Escaping(&mut self.html), "{text}");
        self
    }

    pub(super) fn into_string(self) -> String {
        self.html
    }
}

/// Escapes what is written through it.
struct Escaping<'a>(&'a mut String);

impl Write for Escaping<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for c in text.chars() {
            match c {
                '&' => self.0.push_str("&amp;"),
                '<' => self.0.push_str("&lt;"),
                '>' => self.0.push_str("&gt;"),
                '"' => self.0.push_str("&quot;"),
                '\'' => self.0.push_str("&#39;"),
                // Controls have no place in a page, but must not vanish.
                c if c.is_control() && c != '\n' && c != '\t' => self.0.push('\u{fffd}'),
                c => self.0.push(c),
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Markup;

    #[test]
    fn text_is_escaped() {
        let mut page = Markup::default();
        page.raw("<p title=\"").text("\"<&>'\u{7}").raw("\">");
        assert_eq!(
            page.into_string(),
            "<p title=\"&quot;&lt;&amp;&gt;&#39;\u{fffd}\">"
        );
    }
}
