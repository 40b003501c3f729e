//! Freezing again: the reference is asked for each frame, and the outcome is a
//! plan that can be looked at before it is carried out.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use super::error::GoldenError;
use super::manifest::{Entry, FOLDER_LIMIT, Manifest, write};
use crate::format::{Case, Format};
use crate::implementation::Role;
use crate::lab::{Lab, NoExhibit, Subject};
use crate::proof::prove;
use crate::require::Require;

/// What would happen to a frozen frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ChangeKind {
    /// It is new.
    Added,
    /// The reference writes other bytes now, or names another version.
    Changed,
    /// Nothing.
    Same,
    /// Its case is gone.
    Removed,
}

impl fmt::Display for ChangeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Added => "added",
            Self::Changed => "changed",
            Self::Same => "same",
            Self::Removed => "removed",
        })
    }
}

/// A row of the table of changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The case.
    pub case: String,
    /// What would happen.
    pub kind: ChangeKind,
    /// What is frozen now.
    pub before: Option<Entry>,
    /// What would be.
    pub after: Option<Entry>,
}

/// A frame that would not be frozen, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefusedFrame {
    /// The case.
    pub case: String,
    /// Why.
    pub reason: String,
}

/// A frame and its text, ready to be written.
struct Draft {
    entry: Entry,
    frame: Vec<u8>,
    text: String,
}

/// What freezing again would change. Nothing is written until
/// [`apply`](Self::apply), and nothing at all when a frame was refused.
pub struct Plan {
    folder: PathBuf,
    format: String,
    changes: Vec<Change>,
    refused: Vec<RefusedFrame>,
    drafts: Vec<Draft>,
}

impl Plan {
    /// Asks the format's first reference that is here for the frame of each
    /// golden case. A frame is refused when the reference names no version,
    /// and when the `identical` or the `exchange` check of the case does not
    /// pass in full: the native side must write the same bytes and read them.
    ///
    /// # Errors
    /// [`GoldenError::NoWriter`], or what is wrong with the present manifest.
    pub fn make<F: Format>(format: F, folder: &Path) -> Result<Self, GoldenError> {
        let lab = Lab::new(format, Require::Present, None);
        let name = lab.format.name().to_owned();
        let before = Manifest::load(folder, &name)?;
        let writer = writer(&lab)?;
        let mut plan = Self {
            folder: folder.to_owned(),
            format: name,
            changes: Vec::new(),
            refused: Vec::new(),
            drafts: Vec::new(),
        };
        let mut seen = BTreeSet::new();
        for case in lab.format.golden_cases() {
            let name = case.name();
            match draft(&lab, writer, &case) {
                Ok(draft) => plan.add(&before, draft),
                Err(reason) => plan.refused.push(RefusedFrame {
                    case: name.clone(),
                    reason,
                }),
            }
            if !seen.insert(name.clone()) {
                let reason = "the case is listed twice".to_owned();
                plan.refused.push(RefusedFrame { case: name, reason });
            }
        }
        for entry in before.entries().filter(|entry| !seen.contains(&entry.case)) {
            plan.changes.push(Change {
                case: entry.case.clone(),
                kind: ChangeKind::Removed,
                before: Some(entry.clone()),
                after: None,
            });
        }
        plan.changes.sort_by(|a, b| a.case.cmp(&b.case));
        Ok(plan)
    }

    /// Adds a frame and its row.
    fn add(&mut self, before: &Manifest, draft: Draft) {
        let old = before.entry(&draft.entry.case).cloned();
        let text_kept = draft.entry.compare_text(&self.folder, &draft.text).is_ok();
        let kind = match &old {
            None => ChangeKind::Added,
            Some(old) if *old == draft.entry && text_kept && old.read(&self.folder).is_ok() => {
                ChangeKind::Same
            }
            Some(_) => ChangeKind::Changed,
        };
        self.changes.push(Change {
            case: draft.entry.case.clone(),
            kind,
            before: old,
            after: Some(draft.entry.clone()),
        });
        self.drafts.push(draft);
    }

    /// The rows, in the order of the cases' names.
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// The frames that were refused.
    pub fn refused(&self) -> &[RefusedFrame] {
        &self.refused
    }

    /// Carries the plan out: frames and texts, the manifest last, then what is
    /// frozen no more is deleted.
    ///
    /// # Errors
    /// [`GoldenError::Refused`] when any frame was refused and
    /// [`GoldenError::TooLarge`] when there are too many bytes (nothing is
    /// written then), or [`GoldenError::Io`].
    pub fn apply(self) -> Result<Manifest, GoldenError> {
        if !self.refused.is_empty() {
            return Err(GoldenError::Refused {
                count: self.refused.len(),
            });
        }
        let sizes = self.drafts.iter().map(|d| d.frame.len() + d.text.len());
        let bytes = sizes.sum::<usize>() as u64;
        if bytes > FOLDER_LIMIT {
            return Err(GoldenError::TooLarge { bytes });
        }
        let mut manifest = Manifest::new(&self.format);
        for draft in self.drafts {
            write(&self.folder.join(&draft.entry.file), &draft.frame)?;
            let text = self.folder.join(draft.entry.text_file());
            write(&text, draft.text.as_bytes())?;
            manifest.insert(draft.entry);
        }
        manifest.save(&self.folder)?;
        let kept: BTreeSet<String> = manifest
            .entries()
            .flat_map(|entry| [entry.file.clone(), entry.text_file()])
            .collect();
        for before in self.changes.into_iter().filter_map(|change| change.before) {
            for file in [before.file.clone(), before.text_file()] {
                let path = self.folder.join(&file);
                if !kept.contains(&file) && path.exists() {
                    fs::remove_file(&path).map_err(|source| GoldenError::Io { path, source })?;
                }
            }
        }
        Ok(manifest)
    }
}

impl fmt::Display for Plan {
    /// The table of changes: counts, a row for each frame that does not stay
    /// the same, and the refusals.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut counts: BTreeMap<ChangeKind, usize> = BTreeMap::new();
        for change in &self.changes {
            *counts.entry(change.kind).or_default() += 1;
        }
        write!(f, "{}:", self.format)?;
        for (kind, count) in &counts {
            write!(f, " {count} {kind},")?;
        }
        writeln!(f, " {} refused", self.refused.len())?;
        let size = |entry: &Option<Entry>| {
            entry
                .as_ref()
                .map_or_else(|| "-".to_owned(), |entry| entry.size.to_string())
        };
        let writer = |entry: &Option<Entry>| {
            entry.as_ref().map_or_else(
                || "-".to_owned(),
                |entry| format!("{} {}", entry.writer, entry.version),
            )
        };
        let rows = self.changes.iter().filter(|c| c.kind != ChangeKind::Same);
        for change in rows {
            writeln!(
                f,
                "  {:<8} {:<40} {:>9} -> {:<9} {} -> {}",
                change.kind,
                change.case,
                size(&change.before),
                size(&change.after),
                writer(&change.before),
                writer(&change.after)
            )?;
        }
        for refused in &self.refused {
            let reason = refused.reason.replace('\n', "\n    ");
            writeln!(f, "  refused  {}\n    {reason}", refused.case)?;
        }
        Ok(())
    }
}

/// The reference that writes frozen frames.
fn writer<F: Format>(lab: &Lab<F>) -> Result<&Subject<F>, GoldenError> {
    let reasons: Vec<String> = lab
        .in_role(Role::Reference)
        .filter_map(|subject| subject.absence.as_ref())
        .map(|absence| {
            format!(
                "{} (install it with: {})",
                absence.who, absence.how_to_install
            )
        })
        .collect();
    lab.in_role(Role::Reference)
        .find(|subject| subject.absence.is_none())
        .ok_or_else(|| GoldenError::NoWriter {
            format: lab.format.name().to_owned(),
            reason: if reasons.is_empty() {
                "it has none".to_owned()
            } else {
                reasons.join(", ")
            },
        })
}

/// The frame of one case, or why it is refused.
fn draft<F: Format>(lab: &Lab<F>, writer: &Subject<F>, case: &F::Case) -> Result<Draft, String> {
    let version = writer.version.trim();
    if version.is_empty() {
        return Err(format!("{} names no version", writer.name));
    }
    let exhibit = lab.exhibit(case).map_err(|why| match why {
        NoExhibit::Missing(absence) => format!(
            "{} is absent; install it with: {}",
            absence.who, absence.how_to_install
        ),
        NoExhibit::Panicked(panic) => format!("the case {panic}"),
    })?;
    // The native side must write the same bytes, and read them.
    let proof = prove(lab, case, &exhibit).map_err(|(_, verdict)| verdict.to_string())?;
    if !lab
        .in_role(Role::Native)
        .any(|native| proof.readers.contains(&native.name))
    {
        return Err("no native implementation was shown to read it".to_owned());
    }
    let frame = proof
        .made
        .into_iter()
        .find(|made| made.subject.name == writer.name)
        .map(|made| made.frame)
        .ok_or_else(|| format!("{} writes no frame", writer.name))?;
    let checksum = lab.format.checksum(&exhibit.value);
    let text = lab.dissection(&exhibit.context, &frame).to_text(&frame);
    Ok(Draft {
        entry: Entry::new(&case.name(), &writer.name, version, &frame, checksum),
        frame,
        text,
    })
}
