//! Every fault of a text, and where.

use hipo::{Error, ErrorKind, Expression, ExpressionError, ExpressionErrorKind as Kind};

use crate::table::{Table, column};

fn fault(text: &str) -> ExpressionError {
    let table = Table::new(
        "{REC::Particle/7/3}{pid/I,px/F,status/S,größe/F,cov/F#5}",
        &[column::<i8>(&[])],
    );
    let bound = Expression::parse(text).and_then(|expression| expression.bind(table.handle()));
    bound.expect_err(text)
}

#[track_caller]
fn is(text: &str, kind: &Kind, position: usize) {
    let error = fault(text);
    assert_eq!(
        (error.kind(), error.position()),
        (kind, Some(position)),
        "{text}"
    );
}

fn expected(expected: &'static str, found: &str) -> Kind {
    let found = found.to_owned();
    Kind::Expected { expected, found }
}

#[test]
fn something_else_belongs_here() {
    let value = |found| expected("a value", found);
    is("", &value("the end"), 0);
    is("  ", &value("the end"), 2);
    is("pid ==", &value("the end"), 6);
    is("pid == && px", &value("&&"), 7);
    is("(", &value("the end"), 1);
    is("()", &value(")"), 1);
    is(")", &value(")"), 0);
    is("* 2", &value("*"), 0);
    is("2 * / 3", &value("/"), 4);
    is("px ? : 1", &value(":"), 5);
    is("px ? 1 :", &value("the end"), 8);
    is(
        "sqrt()+(",
        &Kind::Arguments {
            function: "sqrt".into(),
            least: 1,
            most: Some(1),
            given: 0,
        },
        0,
    );
    is("min(1,)", &value(")"), 6);
    is("min(,1)", &value(","), 4);
    is("größe > größe >> &", &value("&"), 17);
    is("and", &value("and"), 0);
    let after = |found| expected("an operator or the end", found);
    is("pid px", &after("px"), 4);
    is("1 2", &after("2"), 2);
    is("pid)", &after(")"), 3);
    is("pid == 11, px", &after(","), 9);
    is("pid !px", &after("!"), 4);
    is("`pid`(2)", &after("("), 5);
    is("(pid)[2]", &after("["), 5);
    is("2[0]", &after("["), 1);
    is("pid : 2", &after(":"), 4);
    let close = |found| expected("an operator or )", found);
    is("(pid", &close("the end"), 4);
    is("((pid)", &close("the end"), 6);
    is("(pid, px)", &close(","), 4);
    is("(pid]", &close("]"), 4);
    let comma = |found| expected("an operator, a comma or )", found);
    is("min(1, 2", &comma("the end"), 8);
    is("min(1 2)", &comma("2"), 6);
    let colon = |found| expected("an operator or : and another value", found);
    is("px ? 1", &colon("the end"), 6);
    is("px ? 1, 2", &colon(","), 6);
    let index = |found| expected("the index of a value of the array, from 0", found);
    is("cov[]", &index("]"), 4);
    is("cov[pid]", &index("pid"), 4);
    is("cov[-1]", &index("-"), 4);
    is("cov[1.0]", &index("1.0"), 4);
    is("cov[0xffffffffffffffff]", &index("0xffffffffffffffff"), 4);
    is("cov[1", &expected("]", "the end"), 5);
    is("cov[1 + 1]", &expected("]", "+"), 6);
    let not = expected("a value, or ( before not", "not");
    is("pid == not px", &not, 7);
    is("-not px", &not, 1);
    let long = "x".repeat(100);
    is(&format!("1 {long}"), &after(&long[..24]), 2);
}

#[test]
fn characters_and_names() {
    is("pid # 2", &Kind::Character { found: '#' }, 4);
    is("pid ≥ 2", &Kind::Character { found: '≥' }, 4);
    is("größe @", &Kind::Character { found: '@' }, 6);
    is("pid.", &Kind::Character { found: '.' }, 3);
    is("\"pid\"", &Kind::Character { found: '"' }, 0);
    is("pid \\ 2", &Kind::Character { found: '\\' }, 4);
    is("pid\0", &Kind::Character { found: '\0' }, 3);
    is("٣", &Kind::Character { found: '٣' }, 0);
    is("pid = 11", &Kind::Assignment, 4);
    is("pid += 11", &Kind::Assignment, 5);
    is("pid === 11", &Kind::Assignment, 6);
    let open = Kind::Quote("the name is not ended: a backtick is missing");
    is("1 + `pid", &open, 4);
    is("1 + `pid``", &open, 4);
    is("`", &open, 0);
    is("```", &open, 0);
    let empty = Kind::Quote("there is no name between the backticks");
    is("1 + ``", &empty, 4);
}

#[test]
fn numbers() {
    for (text, number, wrong, at) in [
        ("1 + 0x", "0x", "has no digits after 0x", 4),
        ("0xg", "0x", "has no digits after 0x", 0),
        (
            "0x10000000000000000",
            "0x10000000000000000",
            "does not fit in 64 bits",
            0,
        ),
        (
            "pid < 9223372036854775808",
            "9223372036854775808",
            "does not fit in 64 bits: with a decimal point, it is floating",
            6,
        ),
        ("1e", "1e", "has no digits in its exponent", 0),
        ("1e+ 2", "1e+", "has no digits in its exponent", 0),
        (
            "1e999",
            "1e999",
            "is larger than the largest of double precision",
            0,
        ),
        (
            "10GeV",
            "10GeV",
            "is not ended: an operator is missing, or it is no number",
            0,
        ),
        (
            "2px",
            "2px",
            "is not ended: an operator is missing, or it is no number",
            0,
        ),
        (
            "1.2.3",
            "1.2.3",
            "is not ended: an operator is missing, or it is no number",
            0,
        ),
        (
            "0x1.8",
            "0x1.8",
            "is not ended: an operator is missing, or it is no number",
            0,
        ),
        (
            "1_000",
            "1_000",
            "is not ended: an operator is missing, or it is no number",
            0,
        ),
    ] {
        let text_of = number.to_owned();
        is(
            text,
            &Kind::Number {
                text: text_of,
                wrong,
            },
            at,
        );
    }
}

#[test]
fn chained_comparisons() {
    is("1 < px < 2", &Kind::ChainedComparison, 7);
    is("pid == status == 2", &Kind::ChainedComparison, 14);
    is("pid == 1 & px == 2", &Kind::ChainedComparison, 14);
    is("1 && 1 < px != 2", &Kind::ChainedComparison, 12);
    is("not 1 < px < 2", &Kind::ChainedComparison, 11);
}

#[test]
fn functions() {
    let unknown = |name: &str, similar: Option<&str>| Kind::UnknownFunction {
        name: name.to_owned(),
        similar: similar.map(str::to_owned),
    };
    is("1 + sqr(px)", &unknown("sqr", Some("sqrt")), 4);
    is("Log(px)", &unknown("Log", Some("log")), 0);
    is("quux(px)", &unknown("quux", None), 0);
    is("pid (px)", &unknown("pid", None), 0);
    let arguments = |function: &str, least, most, given| Kind::Arguments {
        function: function.to_owned(),
        least,
        most,
        given,
    };
    is("1 + sin()", &arguments("sin", 1, Some(1), 0), 4);
    is("sin(1, 2)", &arguments("sin", 1, Some(1), 2), 0);
    is("atan2(1)", &arguments("atan2", 2, Some(2), 1), 0);
    is("atan2(1, 2, 3)", &arguments("atan2", 2, Some(2), 3), 0);
    is("hypot(1, 2, 3, 4)", &arguments("hypot", 2, Some(3), 4), 0);
    is("min(1)", &arguments("min", 2, None, 1), 0);
    is("if(1, 2)", &arguments("if", 3, Some(3), 2), 0);
    is("row(1)", &arguments("row", 0, Some(0), 1), 0);
}

#[test]
fn columns() {
    let unknown = |name: &str, similar: Option<&str>| Kind::UnknownColumn {
        bank: "REC::Particle".to_owned(),
        name: name.to_owned(),
        similar: similar.map(str::to_owned),
    };
    is(
        "px > 0 && statsu > 1",
        &unknown("statsu", Some("status")),
        10,
    );
    is("größe + zz", &unknown("zz", None), 8);
    is("`a b`", &unknown("a b", None), 0);
    is("e > 1", &unknown("e", None), 0);
    is("`pi`", &unknown("pi", Some("pid")), 0);
    is("pi[0]", &unknown("pi", Some("pid")), 0);
    is("PID", &unknown("PID", Some("pid")), 0);
}

#[test]
fn bits_of_floating_point_numbers() {
    for (text, operator, at) in [
        ("pid & px", "&", 4),
        ("px | 2", "|", 3),
        ("1 + (pid << px)", "<<", 9),
        ("1.0 >> 2", ">>", 4),
        ("2 + ~px", "~", 4),
        ("pid % 2 & 1", "&", 8),
        ("pid / 2 | 1", "|", 8),
    ] {
        is(text, &Kind::NotIntegers { operator }, at);
    }
}

#[test]
fn errors_show_the_place() {
    assert_eq!(
        fault("größe > 1 &&\n\tstatsu == 2").to_string(),
        "character 14: bank REC::Particle has no column statsu (is it status?)\n  \
         größe > 1 &&  statsu == 2\n                ^"
    );
    assert_eq!(
        fault("pid = 2").to_string(),
        "character 4: nothing can be assigned with =: equality is ==\n  pid = 2\n      ^"
    );
    let long = format!(
        "{}+ @ +{}",
        "1 ".repeat(50).replace(' ', "+1-"),
        "1".repeat(80)
    );
    let shown = fault(&long).to_string();
    let lines: Vec<&str> = shown.lines().collect();
    assert_eq!(lines.len(), 3);
    assert!(
        lines[1].starts_with("  …") && lines[1].ends_with('…'),
        "{shown}"
    );
    let mark = lines[2].chars().position(|letter| letter == '^');
    let place = lines[1].chars().position(|letter| letter == '@');
    assert_eq!(mark, place, "{shown}");
    assert_eq!(
        fault("cov[5]").to_string().lines().next(),
        Some("character 0: column cov has no value 5: there are 5, from 0")
    );
    assert_eq!(
        fault("pid[1]").to_string().lines().next(),
        Some("character 0: column pid has no value 1: there is 1, from 0")
    );
    assert_eq!(
        fault("min(1)").to_string().lines().next(),
        Some("character 0: min takes 2 or more arguments, and is given 1")
    );
}

#[test]
fn errors_are_errors_of_the_crate() {
    let error = Error::from(fault("pid = 2"));
    assert!(matches!(error.kind(), ErrorKind::Expression(_)));
    assert_eq!(error.to_string(), fault("pid = 2").to_string());
}
