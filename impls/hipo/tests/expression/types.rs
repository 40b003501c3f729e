//! What is an integer, what is floating, and what becomes of the ends.

use hipo::{Expression, ValueType};

use crate::table::{Table, column, is, one_row};

fn type_of(text: &str) -> ValueType {
    let expression = Expression::parse(text).expect(text);
    expression
        .bind(one_row().handle())
        .expect(text)
        .value_type()
}

#[test]
fn types_of_values() {
    use ValueType::{Boolean, Float, Integer};
    for (text, expected) in [
        ("i", Integer),
        ("b + l", Integer),
        ("-i * 2 - b", Integer),
        ("i + f", Float),
        ("i + 1.0", Float),
        ("i / 2", Float),
        ("i % 2", Float),
        ("i ^ 2", Float),
        ("i ^ 3", Float),
        ("i & 2 | ~b << 3 >> 1", Integer),
        ("i > 2", Boolean),
        ("(i > 2) + (b > 2)", Integer),
        ("-(i > 2)", Integer),
        ("(i > 2) & (b > 2)", Boolean),
        ("(i > 2) | b", Integer),
        ("~(i > 2)", Boolean),
        ("!i", Boolean),
        ("i && d", Boolean),
        ("i ? b : s", Integer),
        ("i ? b : f", Float),
        ("i ? b > 1 : s > 1", Boolean),
        ("i ? b > 1 : s", Integer),
        ("abs(i)", Integer),
        ("abs(f)", Float),
        ("abs(i > 1)", Integer),
        ("floor(i)", Integer),
        ("floor(f)", Float),
        ("int(f)", Integer),
        ("min(i, b)", Integer),
        ("min(i, b, f)", Float),
        ("sqrt(i)", Float),
        ("isnan(i)", Boolean),
        ("row()", Integer),
        ("pi", Float),
        ("1", Integer),
        ("1.", Float),
        ("true", Boolean),
    ] {
        assert_eq!(type_of(text), expected, "{text}");
    }
}

#[test]
fn integers_are_exact_and_floats_round() {
    is("l == 9007199254740993", 1.0);
    is("l == 9007199254740992", 0.0);
    is("l == 9007199254740992.0", 1.0);
    is("l - 1 == 9007199254740992", 1.0);
    is("l > 9007199254740992", 1.0);
    is("(l ? l : 0) == 9007199254740993", 1.0);
    is("max(l, 0) == 9007199254740993", 1.0);
    is("l % 2", 1.0);
    is("l & 1", 1.0);
    is("f == 0.1", 0.0);
    is("i * 70000", 4_900_000_000.0);
}

#[test]
fn integers_stay_at_the_end_of_their_range() {
    let ends = Table::new(
        "{T/7/3}{least/L,most/L}",
        &[column(&[i64::MIN]), column(&[i64::MAX])],
    );
    for text in [
        "most + 1 == most",
        "most + most == most",
        "least - 1 == least",
        "least + least == least",
        "most - least == most",
        "least - most == least",
        "most * 2 == most",
        "most * -2 == least",
        "least * -1 == most",
        "-least == most",
        "abs(least) == most",
        "-most == least + 1",
        "0x7fffffffffffffff + 1 == most",
        "-0x8000000000000000 == most",
        "0x8000000000000000 == least",
        "least % -1 == 0",
        "isnan(least % 0)",
        "int(1e300) == most",
        "int(-1e300) == least",
        "int(0/0) == 0",
        "int(2.9) == 2",
    ] {
        assert_eq!(ends.rows(text), [0], "{text}");
    }
}

#[test]
fn division_by_nothing() {
    is("1 / zero", f64::INFINITY);
    is("-1 / zero", f64::NEG_INFINITY);
    is("zero / zero", f64::NAN);
    is("1 % zero", f64::NAN);
    is("1 % 0", f64::NAN);
    is("d % zero", f64::NAN);
    is("1 % zero == 0", 0.0);
}

#[test]
fn nan_is_true_and_min_leaves_it_out() {
    is("nan && true", 1.0);
    is("!nan", 0.0);
    is("min(nan, 1.0)", 1.0);
    is("min(1.0, nan)", 1.0);
    is("max(nan, 1.0)", 1.0);
    is("max(1.0, nan)", 1.0);
    is("min(nan, nan)", f64::NAN);
}

#[test]
fn numbers_select_where_they_are_not_0() {
    let numbers = Table::new(
        "{T/7/3}{i/I,f/F}",
        &[
            column(&[0, 3, -1, 0]),
            column(&[0.25_f32, 0.0, -0.0, f32::NAN]),
        ],
    );
    assert_eq!(numbers.rows("i"), [1, 2]);
    assert_eq!(numbers.rows("f"), [0, 3]);
    assert_eq!(numbers.rows("i == 0"), [0, 3]);
    assert_eq!(numbers.rows("true"), [0, 1, 2, 3]);
    assert!(numbers.rows("2 - 2").is_empty());
    assert_eq!(numbers.rows("pi"), [0, 1, 2, 3]);
    assert_eq!(numbers.values("pi > 3"), [1.0; 4]);
    assert_eq!(numbers.values("7"), [7.0; 4]);
    assert_eq!(numbers.values("i > 0"), [0.0, 1.0, 0.0, 0.0]);
    assert_eq!(numbers.rows("row() == 2 or row() == 3"), [2, 3]);
}

/// Names that mean something else without backticks.
#[test]
fn names() {
    let odd = Table::new(
        "{T/7/3}{and/I,not/I,true/I,min/I,row/I,pi/I,e/I,p.x/F,a-b/I,x:y/I,größe/I,_u/I,t`k/I}",
        &[
            column(&[1, 2, 3, 4, 5, 6, 7]),
            column(&[8.5_f32]),
            column(&[9, 10, 11, 12, 13]),
        ],
    );
    for (text, number) in [
        ("`and`", 1.0),
        ("`not` + 1", 3.0),
        ("`true`", 3.0),
        ("true", 1.0),
        ("min", 4.0),
        ("min (min, row)", 4.0),
        ("row", 5.0),
        ("row()", 0.0),
        ("pi", 6.0),
        ("`pi`", 6.0),
        ("e", 7.0),
        ("p.x", 8.5),
        ("`p.x`", 8.5),
        ("`a-b`", 9.0),
        ("`x:y`", 10.0),
        ("größe", 11.0),
        ("_u", 12.0),
        ("`t``k`", 13.0),
        ("true ? `x:y` : 0", 10.0),
        ("true?_u:e", 12.0),
    ] {
        assert_eq!(odd.values(text), [number], "{text}");
    }
}
