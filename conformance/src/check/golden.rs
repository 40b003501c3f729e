//! Today's frame equals the frozen one, and every consumer reads that.

use std::path::PathBuf;

use super::exchange::read;
use super::frames::frames;
use super::ledger::Ledger;
use crate::format::{Case, Format};
use crate::golden::{Entry, FOLDER_LIMIT, GoldenError, Manifest, files};
use crate::implementation::Role;
use crate::lab::{Exhibit, Lab};

/// Who wrote a frozen frame, in a matrix.
const FROZEN: &str = "frozen";

/// A folder of frozen frames, with its manifest as it was read.
pub(crate) struct GoldenFolder {
    pub(crate) path: PathBuf,
    pub(crate) manifest: Result<Manifest, GoldenError>,
}

/// Enters the frozen frame of a case.
pub(crate) fn golden<F: Format>(
    lab: &Lab<F>,
    folder: &GoldenFolder,
    case: &F::Case,
    exhibit: &Exhibit<F>,
    ledger: &mut Ledger,
) {
    let (entry, frozen) = match frozen(folder, &case.name()) {
        Ok(found) => found,
        Err(text) => return ledger.fault(format!("golden: {text}")),
    };
    let standard = (FROZEN, frozen.as_slice());
    let today = frames(lab, |role| role != Role::External, case, exhibit, ledger);
    for made in &today {
        let written = made.written();
        match lab.frame_difference(&exhibit.context, standard, written) {
            None => ledger.pass_across(written.0, FROZEN),
            Some(text) => ledger.fail(written.0, FROZEN, format!("golden: {text}")),
        }
    }
    for consumer in &lab.subjects {
        read(lab, exhibit, standard, consumer, ledger);
    }
    let checksum = lab.format.checksum(&exhibit.value);
    if checksum != entry.checksum {
        ledger.fault(format!(
            "golden: the case's value has the checksum {checksum:#018x}; the manifest says {:#018x}",
            entry.checksum
        ));
    }
    let text = lab.dissection(&exhibit.context, &frozen).to_text(&frozen);
    if let Err(fault) = entry.compare_text(&folder.path, &text) {
        ledger.fault(format!("golden: {fault}"));
    }
}

/// The entry of a case, and its bytes, which the entry was held to.
fn frozen<'a>(folder: &'a GoldenFolder, case: &str) -> Result<(&'a Entry, Vec<u8>), String> {
    let manifest = folder.manifest.as_ref().map_err(ToString::to_string)?;
    let entry = manifest
        .entry(case)
        .ok_or("the case is not frozen; freeze it with: touchstone golden regenerate")?;
    let frame = entry
        .read(&folder.path)
        .map_err(|error| error.to_string())?;
    Ok((entry, frame))
}

/// Enters the state of the whole folder: manifest, files, and cases agree.
pub(crate) fn golden_folder<F: Format>(lab: &Lab<F>, folder: &GoldenFolder, ledger: &mut Ledger) {
    let manifest = match &folder.manifest {
        Ok(manifest) => manifest,
        Err(error) => return ledger.fault(format!("golden: {error}")),
    };
    for fault in manifest.verify(&folder.path) {
        ledger.fault(format!("golden: {fault}"));
    }
    let root = folder.path.parent().unwrap_or(&folder.path);
    match files(root) {
        Ok(all) if all.values().sum::<u64>() > FOLDER_LIMIT => ledger.fault(format!(
            "golden: all formats together hold {} bytes; {FOLDER_LIMIT} are allowed",
            all.values().sum::<u64>()
        )),
        Ok(_) => {}
        Err(error) => ledger.fault(format!("golden: {error}")),
    }
    let cases: Vec<String> = lab.format.golden_cases().iter().map(Case::name).collect();
    for entry in manifest.entries() {
        if !cases.contains(&entry.case) {
            ledger.fault(format!(
                "golden: {} is frozen, but no case any more",
                entry.case
            ));
        }
    }
    ledger.pass_across(FROZEN, "manifest");
}
