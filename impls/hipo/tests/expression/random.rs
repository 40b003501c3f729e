//! Random trees: what is read of them and computed is what they are worth.

use hipo::Expression;
use proptest::prelude::*;
use proptest::sample::select;

use crate::table::{Table, column, same};
use crate::tree::{COLUMNS, FUNCTIONS, INFIXES, PREFIXES, Style, Tree, Value};

const BYTES: [i8; 6] = [i8::MIN, -1, 0, 1, 2, i8::MAX];
const SHORTS: [i16; 6] = [-300, 7, 2, 0, 1, i16::MAX];
const INTS: [i32; 6] = [11, i32::MIN, -211, 2212, 0, 3];
const LONGS: [i64; 6] = [i64::MAX, i64::MIN, (1 << 53) + 1, 0, -7, 64];
const FLOATS: [f32; 6] = [0.1, -0.0, f32::NAN, -2.5, 1e30, 0.75];
const DOUBLES: [f64; 6] = [f64::INFINITY, 1e-310, 0.0, 2.0, f64::NAN, -3.5];
const ARRAYS: [i32; 12] = [0, 1, -1, 2, 5, 5, -6, 63, 64, 65, 8, -8];

fn table() -> Table {
    Table::new(
        "{T/7/3}{b/B,s/S,p.i/I,long one/L,größe/F,d/D,a/I#2}",
        &[
            column(&BYTES),
            column(&SHORTS),
            column(&INTS),
            column(&LONGS),
            column(&FLOATS),
            column(&DOUBLES),
            column(&ARRAYS),
        ],
    )
}

fn row(row: usize) -> [Value; COLUMNS.len()] {
    [
        Value::Integer(BYTES[row].into()),
        Value::Integer(SHORTS[row].into()),
        Value::Integer(INTS[row].into()),
        Value::Integer(LONGS[row]),
        Value::Float(FLOATS[row].into()),
        Value::Float(DOUBLES[row]),
        Value::Integer(ARRAYS[row * 2].into()),
        Value::Integer(ARRAYS[row * 2 + 1].into()),
    ]
}

fn leaves() -> impl Strategy<Value = Tree> {
    prop_oneof![
        6 => (0..COLUMNS.len()).prop_map(Tree::Column),
        2 => (0_i64..70).prop_map(Tree::Integer),
        1 => (0..=i64::MAX).prop_map(Tree::Integer),
        2 => select(&[0.0, 0.5, 1.0, 2.0, 2.5, 1e-300, 1e300][..]).prop_map(Tree::Float),
        1 => any::<bool>().prop_map(Tree::Boolean),
        1 => Just(Tree::Row),
    ]
}

fn trees() -> impl Strategy<Value = Tree> {
    leaves().prop_recursive(7, 60, 3, |inner| {
        let infix = (select(&INFIXES[..]), inner.clone(), inner.clone());
        let infix = infix.prop_map(|((operator, _), a, b)| {
            let (a, b) = match operator {
                "&" | "|" | "<<" | ">>" => (a.for_bits(), b.for_bits()),
                _ => (a, b),
            };
            Tree::Infix(operator, a.into(), b.into())
        });
        let prefix = (select(&PREFIXES[..]), inner.clone()).prop_map(|(operator, of)| {
            let of = if operator == "~" { of.for_bits() } else { of };
            Tree::Prefix(operator, of.into())
        });
        let choose = (inner.clone(), inner.clone(), inner.clone());
        let choose =
            choose.prop_map(|(condition, a, b)| Tree::Choose(condition.into(), a.into(), b.into()));
        let call = (select(&FUNCTIONS[..]), prop::collection::vec(inner, 3));
        let call = call.prop_map(|((function, count), mut arguments)| {
            arguments.truncate(count);
            Tree::Call(function, arguments)
        });
        prop_oneof![8 => infix, 3 => prefix, 1 => choose, 3 => call]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn trees_are_read_as_they_are_written(tree in trees()) {
        let table = table();
        for style in [Style::Full, Style::Minimal, Style::Tight] {
            let text = tree.write(style);
            let bound = Expression::parse(&text).and_then(|read| read.bind(table.handle()));
            let bound = bound.map_err(|error| TestCaseError::fail(error.to_string()))?;
            let mut evaluator = bound.evaluator();
            let (mut values, mut rows) = (Vec::new(), Vec::new());
            evaluator.evaluate(&table.bank(), &mut values).expect("values");
            evaluator.select(&table.bank(), &mut rows).expect("rows");
            prop_assert_eq!(values.len(), BYTES.len());
            for (index, found) in values.into_iter().enumerate() {
                let worth = tree.value(index, &row(index));
                prop_assert!(
                    same(found, worth.float()),
                    "row {} of {}: {} is not {:?}", index, text, found, worth
                );
                let holds = worth.holds();
                prop_assert_eq!(rows.contains(&(index as u32)), holds, "row {} of {}", index, text);
                let matches = evaluator.matches_row(&table.bank(), index).expect("a row");
                prop_assert_eq!(matches, holds);
            }
        }
    }
}
