//! Texts that nobody would write.

use hipo::{Expression, ExpressionErrorKind};
use proptest::prelude::*;

use crate::table::one_row;

const LIMIT: usize = 65536;

#[test]
fn length_is_limited() {
    let longest = format!("1{}", " ".repeat(LIMIT - 1));
    assert!(Expression::parse(&longest).is_ok());
    let error = Expression::parse(&format!("{longest} ")).expect_err("too long");
    let (bytes, limit) = (LIMIT + 1, LIMIT);
    assert_eq!(
        (error.kind(), error.position()),
        (&ExpressionErrorKind::TooLong { bytes, limit }, None)
    );
}

/// A stack of an eighth of what threads have: 256 KiB.
fn on_a_small_stack(test: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(256 << 10);
    thread
        .spawn(test)
        .expect("a thread")
        .join()
        .expect("no fault");
}

#[test]
fn nesting_is_limited() {
    on_a_small_stack(|| {
        // The whole is a level by itself; and where the next one begins.
        for (before, after, next) in [
            ("(", ")", 1),
            ("-", "", 1),
            ("!", "", 1),
            ("not ", "", 4),
            ("~", "", 1),
            ("+", "", 1),
            ("2 ^ ", "", 4),
            ("d ? 1 : ", "", 4),
            ("d ? ", " : 1", 4),
            ("abs(", ")", 4),
            ("min(1, ", ")", 4),
        ] {
            let nested = |levels: usize| {
                let (before, after) = (before.repeat(levels), after.repeat(levels));
                Expression::parse(&format!("{before}1{after}"))
            };
            assert!(nested(255).is_ok(), "{before}");
            for levels in [256, 300, 5000] {
                let error = nested(levels).expect_err(before);
                let kind = ExpressionErrorKind::TooDeep { limit: 256 };
                assert_eq!(error.kind(), &kind, "{before}");
                assert_eq!(
                    error.position(),
                    Some(255 * before.len() + next),
                    "{before}"
                );
            }
        }
        let mixed = "1 || 1 && 1 == 1 | 1 & 1 << 1 + 1 * (".repeat(1000);
        let error = Expression::parse(&mixed).expect_err("too deep");
        let kind = ExpressionErrorKind::TooDeep { limit: 256 };
        assert_eq!(error.kind(), &kind);
    });
}

/// Long is not deep.
#[test]
fn long_sums() {
    on_a_small_stack(|| {
        let terms = 21_000;
        let sum = format!("d{}", "+ d".repeat(terms));
        assert_eq!(one_row().values(&sum), [2.5 * (terms + 1) as f64]);
        let all = format!("i{}", "&&d".repeat(terms));
        assert_eq!(one_row().rows(&all), [0]);
        let most = format!("max(i{})", ",row()".repeat(9_000));
        assert_eq!(one_row().values(&most), [70_000.0]);
        let different: Vec<String> = (0..8_000).map(|number| format!("i*{number}")).collect();
        let sum = different.join("+");
        assert_eq!(one_row().values(&sum), [70_000.0 * 8_000.0 * 7_999.0 / 2.0]);
    });
}

fn try_it(text: &str) {
    let table = one_row();
    let bound = Expression::parse(text).and_then(|expression| expression.bind(table.handle()));
    match bound {
        Ok(bound) => {
            let (mut rows, mut values) = (Vec::new(), Vec::new());
            let mut evaluator = bound.evaluator();
            let bank = table.bank();
            evaluator.evaluate(&bank, &mut values).expect("values");
            evaluator.select(&bank, &mut rows).expect("rows");
            assert_eq!(values.len(), 1);
            assert_eq!(!rows.is_empty(), values[0] != 0.0, "{text}");
        }
        Err(error) => {
            let shown = error.to_string();
            let characters = text.chars().count();
            assert!(
                error.position().is_some_and(|at| at <= characters),
                "{shown}"
            );
            assert_eq!(shown.lines().count(), 3, "{shown}");
        }
    }
}

const WORDS: [&str; 58] = [
    "(", ")", "(", ")", "[", "]", "+", "-", "*", "/", "%", "^", "**", "<", "<=", ">", ">=", "==",
    "!=", "=", "&&", "||", "&", "|", "~", "<<", ">>", "!", "?", ":", ",", "and", "or", "not",
    "true", "pi", "row", "b", "i", "l", "f", "d", "nan", "`d`", "`", "min", "sqrt", "int", "if",
    "0", "1", "63", "0x10", "1.5", "9e9", ".", " ", "é",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn any_text(text in ".{0,60}") {
        try_it(&text);
    }

    #[test]
    fn any_words(words in prop::collection::vec(prop::sample::select(&WORDS[..]), 0..25)) {
        try_it(&words.join(" "));
        try_it(&words.concat());
    }
}
