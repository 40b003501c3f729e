//! The reference: C++ hipo4.

use std::io::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

use hipo::ColumnType;
use hipo_ffi::{Bank, Column, Hipo4, ReadOptions, Reader, Schemas, Writer};

use super::case::HipoCase;
use super::script::{BankInput, Script, Step};
use super::value::{EventValue, FileValue};
use super::{Hipo, Reading};
use crate::implementation::{Availability, Implementation, Role};
use crate::outcome::{Failure, Outcome};
use crate::workspace::Workspace;

/// C++ hipo4, through `hipo-ffi`.
#[derive(Clone, Debug)]
pub struct CppHipo(Option<Arc<Hipo4>>);

impl CppHipo {
    /// The one that `touchstone references install` has brought, if it has.
    pub fn discover() -> Self {
        let found = Self::folder().and_then(|folder| Hipo4::open(&folder).ok());
        Self(found.map(Arc::new))
    }

    /// Where references are: in the folder that `TOUCHSTONE_REFERENCES` names,
    /// or in the workspace's `target/references`.
    pub fn folder() -> Option<PathBuf> {
        if let Some(folder) = std::env::var_os("TOUCHSTONE_REFERENCES") {
            return Some(folder.into());
        }
        let workspace = Workspace::discover().ok()?;
        Some(workspace.root().join("target/references"))
    }
}

fn failure(error: &hipo_ffi::Error) -> Failure {
    Failure::from_error(error)
}

fn bank(script: &Script, input: &BankInput) -> Bank {
    let schema = &script.schemas[input.schema];
    let columns = input.columns.iter().map(|cells| match cells.kind {
        ColumnType::Byte => Column::Byte(cells.values(i8::from_le_bytes)),
        ColumnType::Short => Column::Short(cells.values(i16::from_le_bytes)),
        ColumnType::Int => Column::Int(cells.values(i32::from_le_bytes)),
        ColumnType::Float => Column::Float(cells.values(f32::from_le_bytes)),
        ColumnType::Double => Column::Double(cells.values(f64::from_le_bytes)),
        ColumnType::Long => Column::Long(cells.values(i64::from_le_bytes)),
    });
    Bank {
        name: schema.name().to_owned(),
        columns: columns.collect(),
    }
}

fn write(hipo4: &Hipo4, script: &Script) -> Result<Vec<u8>, Failure> {
    let file = tempfile::NamedTempFile::new().map_err(|error| Failure::from_error(&error))?;
    let called = || -> Result<(), hipo_ffi::Error> {
        let mut writer = Writer::create(hipo4, file.path())?;
        for schema in &script.schemas {
            writer.schema(&schema.to_string())?;
        }
        for (key, value) in &script.config {
            writer.config(key, value)?;
        }
        for step in &script.steps {
            match step {
                Step::Flush => writer.flush()?,
                Step::UserWords(one, two) => writer.user_words(i64::from(*one), i64::from(*two))?,
                Step::Event(tag, banks) => {
                    let banks = banks.iter().filter(|bank| bank.rows > 0);
                    let banks: Vec<_> = banks.map(|input| bank(script, input)).collect();
                    writer.event(*tag, &banks)?
                }
            };
        }
        writer.finish()
    };
    called().map_err(|error| failure(&error))?;
    std::fs::read(file.path()).map_err(|error| Failure::from_error(&error))
}

fn read(hipo4: &Hipo4, frame: &[u8]) -> Result<FileValue, Failure> {
    let mut file = tempfile::NamedTempFile::new().map_err(|error| Failure::from_error(&error))?;
    file.write_all(frame)
        .map_err(|error| Failure::from_error(&error))?;
    let options = ReadOptions::with(Schemas::Sound);
    let mut reader = Reader::open(hipo4, file.path(), &options).map_err(|error| failure(&error))?;
    let mut value = FileValue::default();
    for schema in reader.schemas() {
        value.schemas.push(schema.text.clone());
    }
    while let Some(event) = reader.next_event().map_err(|error| failure(&error))? {
        let (tag, event) = EventValue::parse(event.bytes())?;
        value.push(tag, event);
    }
    Ok(value)
}

impl Implementation<Hipo> for CppHipo {
    fn name(&self) -> &'static str {
        "hipo4"
    }

    fn role(&self) -> Role {
        Role::Reference
    }

    fn version(&self) -> String {
        match &self.0 {
            Some(_) => hipo_ffi::VERSION.to_owned(),
            None => String::new(),
        }
    }

    fn availability(&self) -> Availability {
        match &self.0 {
            Some(_) => Availability::Present,
            None => Availability::Absent {
                how_to_install: "cargo run --bin touchstone -- references install".to_owned(),
            },
        }
    }

    fn produce(&self, case: &HipoCase, script: &Script) -> Outcome<Vec<u8>> {
        let Some(hipo4) = &self.0 else {
            return Outcome::Lacks;
        };
        if !case.stored.is_of_cpp() {
            return Outcome::Unsupported(
                "C++ writes LZ4 by its own rules, nothing else".to_owned(),
            );
        }
        if !case.schemas.is_of_cpp() {
            return Outcome::Unsupported("C++ takes array columns for ones of no bytes".to_owned());
        }
        write(hipo4, script).into()
    }

    fn consume(&self, reading: &Reading, frame: &[u8]) -> Outcome<FileValue> {
        let Some(hipo4) = &self.0 else {
            return Outcome::Lacks;
        };
        match reading.not_for_cpp {
            Some(why) => Outcome::Unsupported(why.to_owned()),
            None => read(hipo4, frame).into(),
        }
    }
}
