//! A writer's calls, drawn from bytes.

use arbitrary::{Result, Unstructured};
use conformance::hipo::{BankInput, Cells, Content, HipoCase, SchemaSet, Script, Step, Stored};
use hipo::{Compression, Profile, Schema};

/// Events of a script, at most.
const EVENTS: usize = 40;

/// How a file is stored, and its schemas.
pub(super) fn case(source: &mut Unstructured<'_>) -> Result<HipoCase> {
    let choice: u8 = source.arbitrary()?;
    let compression = Compression::ALL[usize::from(choice & 15) % Compression::ALL.len()];
    let schemas = SchemaSet::ALL[usize::from(choice >> 5)];
    Ok(HipoCase {
        stored: Stored {
            compression,
            byte_split: choice & 16 != 0,
            profile: Profile::Plain,
        },
        schemas,
        content: Content::Empty,
        events: 0,
        eventful: false,
        seed: 0,
    })
}

/// The calls for a case; there are none left where bytes run out.
pub(super) fn script(case: &HipoCase, source: &mut Unstructured<'_>) -> Result<Script> {
    let texts = case.schemas.texts();
    let schemas: Vec<Schema> = texts
        .iter()
        .map(|text| text.parse().expect("a sound schema"))
        .collect();
    let config = (0..source.arbitrary::<u8>()? % 3)
        .map(|number| {
            Ok((
                format!("key{number}"),
                source.arbitrary::<u16>()?.to_string(),
            ))
        })
        .collect::<Result<_>>()?;
    let mut steps = Vec::new();
    while steps.len() < EVENTS && !source.is_empty() {
        steps.push(step(&schemas, source)?);
    }
    Ok(Script {
        schemas,
        config,
        steps,
    })
}

fn step(schemas: &[Schema], source: &mut Unstructured<'_>) -> Result<Step> {
    let choice: u8 = source.arbitrary()?;
    Ok(match choice {
        0..8 => Step::Flush,
        8..16 => Step::UserWords(choice.into(), source.arbitrary()?),
        _ => {
            let tag = match choice & 7 {
                0..5 => 0,
                // C++ makes a buffer of megabytes for each tag.
                5 | 6 => 1,
                _ => 0x8000_0001,
            };
            let mut banks = Vec::new();
            for _ in 0..choice >> 6 {
                banks.push(bank(schemas, source)?);
            }
            // A writer may add a bank twice, but what that means, readers do
            // not agree on.
            banks.sort_by_key(|bank| bank.schema);
            banks.dedup_by_key(|bank| bank.schema);
            Step::Event(tag, banks)
        }
    })
}

fn bank(schemas: &[Schema], source: &mut Unstructured<'_>) -> Result<BankInput> {
    let (which, shape): (u8, u8) = source.arbitrary()?;
    let schema = usize::from(which) % schemas.len();
    let rows = usize::from(shape & 15);
    let fill = shape & 16 != 0;
    let mut columns = Vec::new();
    for column in schemas[schema].columns() {
        let length = rows * column.cell_bytes();
        let bytes = if fill {
            vec![source.arbitrary()?; length]
        } else {
            let given = source.bytes(length.min(source.len()))?;
            let mut bytes = given.to_vec();
            bytes.resize(length, 0);
            bytes
        };
        columns.push(Cells {
            kind: column.column_type(),
            bytes,
        });
    }
    Ok(BankInput {
        schema,
        rows,
        columns,
    })
}
