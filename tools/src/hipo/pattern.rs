//! Names of banks, with stars.

use std::convert::Infallible;
use std::str::FromStr;

use hipo::{Dictionary, File, Schema};

use crate::failure::Failure;

/// A name in which `*` stands for any characters and `?` for one; or a group
/// and an item, as `300/1`.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Pattern(String);

impl FromStr for Pattern {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Self(text.to_owned()))
    }
}

impl Pattern {
    /// Whether a structure fits, whose schema has that name, if it has one.
    pub(crate) fn fits(&self, name: Option<&str>, group: u16, item: u8) -> bool {
        name.is_some_and(|name| glob(self.0.as_bytes(), name.as_bytes()))
            || self.identity() == Some((group, item))
    }

    fn fits_schema(&self, schema: &Schema) -> bool {
        self.fits(Some(schema.name()), schema.group(), schema.item())
    }

    fn identity(&self) -> Option<(u16, u8)> {
        let (group, item) = self.0.split_once('/')?;
        Some((group.parse().ok()?, item.parse().ok()?))
    }
}

/// Whether one of the patterns fits; where there is none, all do.
pub(crate) fn any_fits(patterns: &[Pattern], name: Option<&str>, group: u16, item: u8) -> bool {
    patterns.is_empty() || patterns.iter().any(|one| one.fits(name, group, item))
}

/// The schemas of a dictionary that fit.
pub(crate) fn schemas<'d>(
    patterns: &'d [Pattern],
    dictionary: &'d Dictionary,
) -> impl Iterator<Item = &'d Schema> {
    let schemas = dictionary.schemas().iter().map(|schema| &**schema);
    schemas.filter(|schema| any_fits(patterns, Some(schema.name()), schema.group(), schema.item()))
}

/// Refuses a pattern that fits no schema of a file: it is misspelt.
pub(crate) fn check(patterns: &[Pattern], file: &File) -> Result<(), Failure> {
    for pattern in patterns {
        let schemas = file.dictionary().schemas();
        let fits = schemas.iter().any(|schema| pattern.fits_schema(schema));
        if fits || pattern.identity().is_some() {
            continue;
        }
        if !pattern.0.contains(['*', '?']) {
            file.bank(&pattern.0)?;
        }
        let name = tools::text::harmless(&pattern.0);
        return Err(Failure::Refused(format!(
            "no bank has a name like {name}; `hipo schemas FILE` lists the names"
        )));
    }
    Ok(())
}

/// Whether a pattern fits all of a name.
fn glob(pattern: &[u8], name: &[u8]) -> bool {
    let (mut at, mut in_name) = (0, 0);
    // After the last star, and where what it stands for ends.
    let mut star = None;
    while in_name < name.len() {
        match pattern.get(at) {
            Some(b'*') => {
                at += 1;
                star = Some((at, in_name));
            }
            Some(letter) if *letter == b'?' || *letter == name[in_name] => {
                at += 1;
                in_name += 1;
            }
            _ => match star {
                Some((after, end)) => {
                    at = after;
                    in_name = end + 1;
                    star = Some((after, end + 1));
                }
                None => return false,
            },
        }
    }
    pattern[at..].iter().all(|letter| *letter == b'*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_stand_for_anything() {
        for (pattern, name, fits) in [
            ("REC::Particle", "REC::Particle", true),
            ("REC::Particle", "REC::Particles", false),
            ("REC::*", "REC::Particle", true),
            ("*::*", "REC::Particle", true),
            ("*Particle", "REC::Particle", true),
            ("*a*i*l*", "REC::Particle", true),
            ("*a*i*x*", "REC::Particle", false),
            ("REC::?vent", "REC::Event", true),
            ("?", "", false),
            ("*", "", true),
            ("", "", true),
            ("", "a", false),
        ] {
            let pattern: Pattern = pattern.parse().unwrap();
            assert_eq!(pattern.fits(Some(name), 1, 1), fits, "{pattern:?} {name}");
        }
    }

    #[test]
    fn structures_without_a_schema_are_named_by_number() {
        let pattern: Pattern = "3200/1".parse().unwrap();
        assert!(pattern.fits(None, 3200, 1));
        assert!(!pattern.fits(None, 3200, 2));
        assert!(!Pattern("*".into()).fits(None, 3200, 1));
    }
}
