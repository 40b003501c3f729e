//! The data set that implementations are timed on, by formulas.

use hipo::ColumnType;

use super::script::{BankInput, Cells, Step};

/// Event number `number`, of the schemas of [`Physics`](super::SchemaSet):
/// floats are computed in single precision, with a rounding after each step.
pub(super) fn event(number: u32) -> Step {
    use ColumnType::{Byte, Float, Int, Long, Short};

    let base = number as f32;
    let floats = |kind, values: Vec<f32>| Cells {
        kind,
        bytes: values
            .iter()
            .flat_map(|value| value.to_le_bytes())
            .collect(),
    };
    let integers = |kind, values: Vec<i64>| Cells {
        kind,
        bytes: match kind {
            ColumnType::Byte => values
                .iter()
                .flat_map(|it| (*it as i8).to_le_bytes())
                .collect(),
            ColumnType::Short => values
                .iter()
                .flat_map(|it| (*it as i16).to_le_bytes())
                .collect(),
            ColumnType::Int => values
                .iter()
                .flat_map(|it| (*it as i32).to_le_bytes())
                .collect(),
            _ => values.iter().flat_map(|it| it.to_le_bytes()).collect(),
        },
    };
    let rows = 1 + number % 5;
    let of_rows = |value: &dyn Fn(f32) -> f32| {
        let values = (0..rows).map(|row| value(row as f32));
        floats(Float, values.collect())
    };
    let counts = |value: &dyn Fn(u32) -> i64| (0..rows).map(value).collect::<Vec<_>>();
    let mut banks = vec![
        BankInput {
            schema: 0,
            rows: 1,
            columns: vec![
                integers(Long, vec![number.into()]),
                floats(Float, vec![10.6]),
            ],
        },
        BankInput {
            schema: 1,
            rows: rows as usize,
            columns: vec![
                integers(Int, counts(&|row| (11 + (number + row) % 7).into())),
                of_rows(&|row| base * 0.001 + row),
                of_rows(&|row| base * -0.002 + row),
                of_rows(&|row| base * 0.003 + row),
                of_rows(&|row| base * 0.004 - row),
                integers(Byte, counts(&|row| i64::from(row % 3) - 1)),
                integers(Short, counts(&|row| ((number + row) % 4000).into())),
                of_rows(&|row| base * 0.01 + row),
            ],
        },
    ];
    if number.is_multiple_of(3) {
        banks.push(BankInput {
            schema: 2,
            rows: 2,
            columns: vec![
                floats(Float, vec![base * 0.5, base * 0.5 + 1.0]),
                integers(Byte, vec![1, 2]),
                integers(Byte, vec![(number % 9).into(), ((number + 1) % 9).into()]),
            ],
        });
    }
    Step::Event(0, banks)
}
