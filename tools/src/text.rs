//! Text for a terminal.

use std::path::Path;

/// `text` with the characters that could drive a terminal spelled out: names
/// and comments may come from anyone.
pub fn harmless(text: &str) -> String {
    text.chars()
        .flat_map(|character| {
            let control = character.is_control() || is_bidi(character);
            let escaped = control.then(|| character.escape_default());
            let plain = (!control).then_some(character);
            escaped.into_iter().flatten().chain(plain)
        })
        .collect()
}

/// Whether `character` turns the direction of the text around it.
const fn is_bidi(character: char) -> bool {
    matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}')
}

/// A path to show.
pub fn name(path: &Path) -> String {
    harmless(&path.to_string_lossy())
}

/// Whether `bytes` are something that a terminal should not be given.
pub fn is_binary(bytes: &[u8]) -> bool {
    let plain = |character: char| !character.is_control() || "\n\r\t\u{c}\u{8}".contains(character);
    !std::str::from_utf8(bytes).is_ok_and(|text| text.chars().all(plain))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_spelled_out() {
        assert_eq!(harmless("grün, 表"), "grün, 表");
        assert_eq!(harmless("a\u{1b}[2Jb\n"), "a\\u{1b}[2Jb\\n");
        assert_eq!(harmless("exe\u{202e}txt"), "exe\\u{202e}txt");
    }

    #[test]
    fn binary_is_what_a_terminal_would_obey() {
        assert!(!is_binary("text,\twith a tab and grün\r\n".as_bytes()));
        assert!(is_binary(b"\0"));
        assert!(is_binary(b"\x1b[2J"));
        assert!(is_binary(b"\xff\xfe"));
    }
}
