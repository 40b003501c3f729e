//! Paths of this machine taken out of what a report says.

use std::env;
use std::path::Path;

use conformance::Report;

/// Replaces the folders of this machine in texts.
pub(crate) struct Redactor {
    /// What to replace, the longest first, and by what.
    folders: Vec<(String, &'static str)>,
}

impl Redactor {
    /// Paths in the workspace become relative to it; those in cargo's and the
    /// user's folder get the names that these have on any machine.
    pub(crate) fn new(root: &Path) -> Self {
        let named = |variable: &str| env::var(variable).unwrap_or_default();
        let mut folders = vec![
            (format!("{}/", root.display()), ""),
            (root.display().to_string(), "."),
            (named("CARGO_HOME"), "$CARGO_HOME"),
            (named("HOME"), "~"),
        ];
        folders.retain(|(folder, _)| folder.len() > 1 && folder.starts_with('/'));
        folders.sort_by_key(|(folder, _)| std::cmp::Reverse(folder.len()));
        Self { folders }
    }

    /// The text without these folders.
    pub(crate) fn text(&self, text: &str) -> String {
        let replaced = |text: String, (folder, name): &(String, &str)| text.replace(folder, name);
        self.folders.iter().fold(text.to_owned(), replaced)
    }

    /// Goes through every text of a report.
    pub(crate) fn report(&self, report: &mut Report) {
        for value in report.host.values_mut() {
            *value = self.text(value);
        }
        for format in &mut report.formats {
            for note in &mut format.notes {
                note.detail = self.text(&note.detail);
            }
            for absence in &mut format.absent {
                absence.who = self.text(&absence.who);
                absence.how_to_install = self.text(&absence.how_to_install);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::Redactor;

    #[test]
    fn paths_in_the_workspace_become_relative() {
        let redactor = Redactor::new(Path::new("/somewhere/tree"));
        assert_eq!(
            redactor.text("/somewhere/tree/golden/a.bin: no such file (in /somewhere/tree)"),
            "golden/a.bin: no such file (in .)"
        );
    }
}
