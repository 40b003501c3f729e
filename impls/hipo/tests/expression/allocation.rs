//! That nothing is allocated once vectors are as long as banks need.

use hipo::Expression;

use crate::table::{Table, column};

#[test]
fn evaluation_allocates_nothing() {
    let table = Table::new(
        "{T/7/3}{a/I,b/F}",
        &[column(&[3; 700]), column(&[0.5_f32; 700])],
    );
    let text = "a == 3 && sqrt(b) < 1 ? a % 2 + min(a, b, 2) : (a & 1) ^ b";
    let expression = Expression::parse(text).expect("an expression");
    let mut evaluator = expression.bind(table.handle()).expect("a, b").evaluator();
    let (mut rows, mut values) = (Vec::with_capacity(700), Vec::with_capacity(700));
    let counts = allocation_counter::measure(|| {
        let bank = table.bank();
        evaluator.select(&bank, &mut rows).expect("rows");
        evaluator.evaluate(&bank, &mut values).expect("values");
        evaluator.matches_row(&bank, 699).expect("a row");
    });
    assert_eq!(counts.count_total, 0);
    assert_eq!((rows.len(), values.len()), (700, 700));
}
