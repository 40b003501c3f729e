//! Columns of several values in a row.

use hipo::{Expression, ExpressionErrorKind};

use crate::table::{Table, column};

fn arrays() -> Table {
    Table::new(
        "{T/7/3}{n/B,cov/F#3,bits/S#2,one/I#1}",
        &[
            column(&[1_i8, 2]),
            column(&[0.5_f32, 1.5, 2.5, 10.5, 11.5, 12.5]),
            column(&[7_i16, 8, 9, 10]),
            column(&[20, 21]),
        ],
    )
}

#[test]
fn values_of_arrays() {
    let arrays = arrays();
    assert_eq!(arrays.values("cov[0]"), [0.5, 10.5]);
    assert_eq!(arrays.values("cov[1]"), [1.5, 11.5]);
    assert_eq!(arrays.values("`cov` [ 2 ]"), [2.5, 12.5]);
    assert_eq!(arrays.values("bits[0]"), [7.0, 9.0]);
    assert_eq!(arrays.values("bits[0x1] + n"), [9.0, 12.0]);
    assert_eq!(arrays.values("bits[1] * 0.5"), [4.0, 5.0]);
    assert_eq!(arrays.values("cov[2] - cov[0]"), [2.0, 2.0]);
    assert_eq!(arrays.values("one"), [20.0, 21.0]);
    assert_eq!(arrays.values("one[0]"), [20.0, 21.0]);
    assert_eq!(arrays.rows("bits[0] & 2"), [0]);
}

#[test]
fn indices_are_checked() {
    let fault = |text: &str| {
        let error = Expression::parse(text).expect(text).bind(arrays().handle());
        let error = error.expect_err(text);
        (error.kind().clone(), error.position())
    };
    let index = |column: &str, length, index| ExpressionErrorKind::Index {
        column: column.to_owned(),
        length,
        index,
    };
    assert_eq!(fault("n > cov[3]"), (index("cov", 3, 3), Some(4)));
    let huge = "cov[0x7fffffffffffffff]";
    assert_eq!(fault(huge), (index("cov", 3, i64::MAX as u64), Some(0)));
    assert_eq!(fault("n[1]"), (index("n", 1, 1), Some(0)));
    let array = ExpressionErrorKind::Array {
        column: "cov".to_owned(),
        length: 3,
    };
    assert_eq!(fault("n + cov"), (array, Some(4)));
}
