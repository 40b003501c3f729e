//! Each operator, level and function against numbers worked out by hand.

use crate::table::is;

#[test]
fn numbers() {
    for (text, number) in [
        ("11", 11.0),
        ("010", 10.0),
        ("0x1f", 31.0),
        ("0XFF", 255.0),
        ("0xffffffffffffffff", -1.0),
        ("1.5", 1.5),
        ("5.", 5.0),
        (".5", 0.5),
        ("2e3", 2000.0),
        ("2.5E-1", 0.25),
        ("1e+2", 100.0),
        ("true", 1.0),
        ("false", 0.0),
        ("pi", std::f64::consts::PI),
        ("row()", 0.0),
    ] {
        is(text, number);
    }
}

#[test]
fn columns_of_every_type() {
    is("b", -5.0);
    is("s", 300.0);
    is("i", 70_000.0);
    is("f", f64::from(0.1_f32));
    is("d", 2.5);
    is("`d`", 2.5);
    is("l - 9007199254740992", 1.0);
}

#[test]
fn arithmetic() {
    is("7 + 2", 9.0);
    is("7 - 2", 5.0);
    is("7 * 2", 14.0);
    is("7 / 2", 3.5);
    is("7 % 4", 3.0);
    is("-7 % 4", -3.0);
    is("7 % -4", 3.0);
    is("7.5 % 2", 1.5);
    is("-7.5 % 2", -1.5);
    is("2 ^ 10", 1024.0);
    is("2 ** 10", 1024.0);
    is("2 ^ -1", 0.5);
    is("d ^ 2", 6.25);
    is("d ^ 2.0", 6.25);
    is("4 ^ 0.5", 2.0);
    is("-d", -2.5);
    is("+d", 2.5);
    is("- -d", 2.5);
    is("--d", 2.5);
    is("d-1", 1.5);
    is("d -1", 1.5);
}

#[test]
fn comparisons() {
    for (operator, less, equal, greater) in [
        ("<", 1.0, 0.0, 0.0),
        ("<=", 1.0, 1.0, 0.0),
        (">", 0.0, 0.0, 1.0),
        (">=", 0.0, 1.0, 1.0),
        ("==", 0.0, 1.0, 0.0),
        ("!=", 1.0, 0.0, 1.0),
    ] {
        for [low, high] in [["1", "2"], ["1.5", "2"], ["b", "i"], ["f", "d"], ["i", "l"]] {
            is(&format!("{low} {operator} {high}"), less);
            is(&format!("{low} {operator} {low}"), equal);
            is(&format!("{high} {operator} {low}"), greater);
        }
        let nan = f64::from(operator == "!=");
        is(&format!("nan {operator} 1"), nan);
        is(&format!("1 {operator} nan"), nan);
        is(&format!("nan {operator} nan"), nan);
        is(&format!("false {operator} true"), less);
        is(&format!("true {operator} true"), equal);
        is(&format!("(b < 0) {operator} (b > 0)"), greater);
    }
}

#[test]
fn logic() {
    for (a, b) in [(false, false), (false, true), (true, false), (true, true)] {
        for (one, other) in [
            (format!("{a}"), format!("{b}")),
            (format!("d == 2.5 && {a}"), format!("d == 2.5 && {b}")),
        ] {
            let [and, or] = [a && b, a || b].map(f64::from);
            is(&format!("({one}) && ({other})"), and);
            is(&format!("({one}) and ({other})"), and);
            is(&format!("({one}) & ({other})"), and);
            is(&format!("({one}) || ({other})"), or);
            is(&format!("({one}) or ({other})"), or);
            is(&format!("({one}) | ({other})"), or);
            is(&format!("!({one})"), f64::from(!a));
            is(&format!("~({one})"), f64::from(!a));
            is(&format!("not ({one})"), f64::from(!a));
        }
    }
}

#[test]
fn bits() {
    is("12 & 10", 8.0);
    is("12 | 10", 14.0);
    is("~0", -1.0);
    is("~b", 4.0);
    is("1 << 4", 16.0);
    is("300 >> 2", 75.0);
    is("s & 0x100", 256.0);
    is("b >> 1", -3.0);
    is("b & 0xff", 251.0);
    is("1 << 63 < 0", 1.0);
    is("1 << 64", 0.0);
    is("1 << b", 0.0);
    is("300 >> 64", 0.0);
    is("b >> 64", -1.0);
    is("b >> b", -1.0);
    is("3 << 63 == 1 << 63", 1.0);
    is("true & 3", 1.0);
    is("2 | true", 3.0);
    is("true << 3", 8.0);
}

#[test]
fn choices() {
    is("d > 2 ? 10 : 20", 10.0);
    is("d < 2 ? 10 : 20", 20.0);
    is("d < 2 ? 1 : d < 3 ? 2 : 3", 2.0);
    is("d > 2 ? d > 2.4 ? 1 : 2 : 3", 1.0);
    is("(d > 2 ? false : true) ? 1 : 2", 2.0);
    is("true ? d : i", 2.5);
    is("false ? d : i", 70_000.0);
    is("i ? 1 : 2", 1.0);
    is("zero ? 1 : 2", 2.0);
    is("nan ? 1 : 2", 1.0);
    is("d > 2 ? d > 3 : d > 1", 0.0);
    is("d > 2 ? i : b", 70_000.0);
    is("d > 2 ? 5 : b", 5.0);
    is("d < 2 ? b : 5", 5.0);
    is("if(d > 2, 10, 20)", 10.0);
    is("zero ? 1 : 2 + 1", 3.0);
    is("1 + zero ? 5 : 6", 5.0);
}

/// Each level against the next, from the one that binds least.
#[test]
fn precedence() {
    is("true ? 0 : 1 || 1", 0.0);
    is("1 || 0 ? 0 : 1", 0.0);
    is("1 || 0 && 0", 1.0);
    is("0 && 0 || 1", 1.0);
    is("1 or 0 and 0", 1.0);
    is("not 0 && 0", 0.0);
    is("0 && not 0", 0.0);
    is("not 0 == 1", 1.0);
    is("not not 5 == 5", 1.0);
    is("!0 == 1", 1.0);
    is("!5 == 0", 1.0);
    is("not 5 == 0", 1.0);
    is("!5 == 5", 0.0);
    is("not 5 == 5", 0.0);
    is("4 & 6 == 4", 1.0);
    is("4 == 4 | 1", 0.0);
    is("4 | 1 == 5", 1.0);
    is("1 | 2 & 4", 1.0);
    is("4 & 2 | 1", 1.0);
    is("3 & 1 << 1", 2.0);
    is("1 << 1 & 3", 2.0);
    is("1 << 2 + 3", 32.0);
    is("2 + 1 << 3", 24.0);
    is("2 + 3 * 4", 14.0);
    is("2 * 3 + 4", 10.0);
    is("-2 * 3", -6.0);
    is("2 * -3", -6.0);
    is("6 - -3", 9.0);
    is("-2 ^ 2", -4.0);
    is("(-2) ^ 2", 4.0);
    is("2 * 3 ^ 2", 18.0);
    is("3 ^ 2 * 2", 18.0);
    is("2 ^ -1 * 4", 2.0);
    is("!2 ^ 2", 0.0);
    is("~2 | 1", -3.0);
    is("-2 % 3", -2.0);
}

#[test]
fn grouping() {
    is("10 - 4 - 3", 3.0);
    is("100 / 10 / 5", 2.0);
    is("100 % 30 % 4", 2.0);
    is("24 / 4 * 2", 12.0);
    is("1 << 2 << 3", 32.0);
    is("256 >> 2 >> 3", 8.0);
    is("2 ^ 3 ^ 2", 512.0);
    is("(2 ^ 3) ^ 2", 64.0);
    is("10 - (4 - 3)", 9.0);
    is("((((7))))", 7.0);
    is("(1 < 2) < 2", 1.0);
    is("(3 > 2) > 1", 0.0);
}

#[test]
fn functions() {
    let x = 2.5_f64;
    for (text, number) in [
        ("abs(-d)", x),
        ("fabs(-d)", x),
        ("sqrt(6.25)", x),
        ("sin(d)", x.sin()),
        ("cos(d)", x.cos()),
        ("tan(d)", x.tan()),
        ("asin(d / 5)", 0.5_f64.asin()),
        ("acos(d / 5)", 0.5_f64.acos()),
        ("atan(d)", x.atan()),
        ("atan2(d, -1)", x.atan2(-1.0)),
        ("sinh(d)", x.sinh()),
        ("cosh(d)", x.cosh()),
        ("tanh(d)", x.tanh()),
        ("asinh(d)", x.asinh()),
        ("acosh(d)", x.acosh()),
        ("atanh(d / 5)", 0.5_f64.atanh()),
        ("exp(d)", x.exp()),
        ("log(d)", x.ln()),
        ("ln(d)", x.ln()),
        ("log10(1000)", 3.0),
        ("floor(-d)", -3.0),
        ("ceil(-d)", -2.0),
        ("round(d)", 3.0),
        ("round(-d)", -3.0),
        ("trunc(-d)", -2.0),
        ("int(-d)", -2.0),
        ("pow(2, 3)", 8.0),
        ("pow(2, 3) ^ 2", 64.0),
        ("mod(7, 4)", 3.0),
        ("fmod(7.5, 2)", 1.5),
        ("hypot(3, 4)", 5.0),
        ("hypot(2, 3, 6)", 7.0),
        ("min(3, 2)", 2.0),
        ("min(3, 2, d, 1)", 1.0),
        ("max(3, 2, d, 1)", 3.0),
        ("max(d, 1)", x),
        ("isnan(nan)", 1.0),
        ("isnan(d)", 0.0),
        ("isfinite(d / zero)", 0.0),
        ("isfinite(nan)", 0.0),
        ("isfinite(i)", 1.0),
        ("min(1 < 2, 5)", 1.0),
        ("max(1 ? 2 : 3, 4 && 5)", 2.0),
    ] {
        is(text, number);
    }
}
