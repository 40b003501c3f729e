//! Patterns over trial names.

/// Whether `name` fits `pattern`, in which `*` stands for any characters, none
/// and `/` included, and every other character for itself.
///
/// ```
/// use conformance::glob_matches;
///
/// assert!(glob_matches("conformance::toy::*::level-3/*", "conformance::toy::identical::level-3/1"));
/// assert!(!glob_matches("conformance::toy::identical::level-3", "conformance::toy::identical::level-30"));
/// ```
pub fn glob_matches(pattern: &str, name: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = parts.next().and_then(|first| name.strip_prefix(first)) else {
        return false;
    };
    let mut parts = parts.peekable();
    if parts.peek().is_none() {
        return rest.is_empty();
    }
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return rest.ends_with(part);
        }
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::glob_matches;

    #[test]
    fn stars_stand_for_anything() {
        for (pattern, name, fits) in [
            ("", "", true),
            ("", "a", false),
            ("*", "", true),
            ("a*", "a/b/c", true),
            ("*c", "a/b/c", true),
            ("a*a", "a", false),
            ("a*a", "aa", true),
            ("a*b*c", "axbxbxc", true),
            ("a*b*c", "axcxb", false),
            ("**a**", "bab", true),
            ("a?c", "abc", false),
        ] {
            assert_eq!(glob_matches(pattern, name), fits, "{pattern:?} {name:?}");
        }
    }
}
