//! The schemas of several files.

use hipo::{Dictionary, File, SchemaError};
use tools::text::{harmless, name};

use crate::failure::Failure;

/// All schemas of all files; those that contradict each other are an error that
/// names the files.
pub(crate) fn dictionary(files: &[File]) -> Result<Dictionary, Failure> {
    let mut all = Dictionary::default();
    for (index, file) in files.iter().enumerate() {
        for schema in file.dictionary().schemas() {
            if let Err(error) = all.add((**schema).clone()) {
                return Err(conflict(&files[..index], file, &error));
            }
        }
    }
    Ok(all)
}

fn conflict(before: &[File], file: &File, error: &SchemaError) -> Failure {
    let of = |bank: &str| {
        let mut files = before.iter().chain([file]);
        let found = files.find(|file| file.dictionary().get(bank).is_some());
        let path = found.and_then(File::path);
        path.map_or_else(String::new, name)
    };
    let this = file.path().map_or_else(String::new, name);
    let problem = match error {
        SchemaError::Conflict { name: bank } => format!(
            "bank {} has other columns in {} than in {this}",
            harmless(bank),
            of(bank)
        ),
        SchemaError::SharedIdentity {
            first,
            second,
            group,
            item,
        } => format!(
            "{group}/{item} is {} in {} and {} in {this}",
            harmless(first),
            of(first),
            harmless(second)
        ),
        other => format!("{this}: {}", harmless(&other.to_string())),
    };
    Failure::Refused(format!(
        "{problem}; `hipo skim --drop BANK` makes a file without a bank"
    ))
}
