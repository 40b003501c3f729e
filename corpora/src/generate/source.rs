//! C-like source code.

use std::io::Write as _;

use super::words::invented_word;
use crate::rng::Rng;

const TYPES: &[&str] = &[
    "int", "size_t", "uint32_t", "uint64_t", "char", "double", "bool",
];
const OPERATORS: &[&str] = &["+", "-", "*", "&", "|", "^", "<<", ">>", "=="];
const COMPARISONS: &[&str] = &["<", ">", "<=", ">=", "==", "!="];

/// The names one file uses again and again.
struct Names {
    module: String,
    functions: Vec<String>,
    variables: Vec<String>,
    fields: Vec<String>,
}

impl Names {
    fn new(rng: &mut Rng) -> Self {
        let mut list =
            |count: usize| -> Vec<String> { (0..count).map(|_| invented_word(rng)).collect() };
        let variables = list(48);
        let fields = list(24);
        let stems = list(64);
        let module = list(1).remove(0);
        let functions = stems
            .iter()
            .map(|stem| format!("{module}_{stem}"))
            .collect();
        Self {
            module,
            functions,
            variables,
            fields,
        }
    }
}

fn one_of<'a>(names: &'a [String], rng: &mut Rng) -> &'a str {
    // The smaller of two draws: a few names come up far more often.
    &names[rng.index(names.len()).min(rng.index(names.len()))]
}

pub(super) fn generate(len: usize, rng: &mut Rng) -> Vec<u8> {
    let names = Names::new(rng);
    let mut begun = false;
    super::fill(len, |out| {
        let text = if begun {
            function(&names, rng)
        } else {
            header(&names)
        };
        begun = true;
        out.extend_from_slice(&text);
    })
}

fn header(names: &Names) -> Vec<u8> {
    let module = &names.module;
    format!(
        "/* {module}.c: generated for tests. */\n\n#include <stddef.h>\n#include <stdint.h>\n\
         #include <string.h>\n\n#include \"{module}.h\"\n\n"
    )
    .into_bytes()
}

/// Adds one formatted line at an indentation of four spaces a level.
macro_rules! line {
    ($out:expr, $depth:expr, $($text:tt)+) => {{
        $out.extend(std::iter::repeat_n(b' ', 4 * $depth));
        // Writing into a Vec cannot fail.
        writeln!($out, $($text)+).unwrap_or_default();
    }};
}

fn function(names: &Names, rng: &mut Rng) -> Vec<u8> {
    let mut out = Vec::new();
    if rng.one_in(3) {
        line!(out, 0, "/**");
        line!(
            out,
            0,
            " * Computes the {} of a {}.",
            one_of(&names.fields, rng),
            names.module
        );
        line!(out, 0, " * @return 0 on success, or a negative error code.");
        line!(out, 0, " */");
    }
    line!(
        out,
        0,
        "static {} {}(struct {}* ctx, {} {})",
        rng.pick(TYPES),
        one_of(&names.functions, rng),
        names.module,
        rng.pick(TYPES),
        one_of(&names.variables, rng)
    );
    line!(out, 0, "{{");
    block(names, rng, 1, &mut out);
    line!(out, 1, "return {};", expression(names, rng));
    line!(out, 0, "}}\n");
    out
}

fn block(names: &Names, rng: &mut Rng, depth: usize, out: &mut Vec<u8>) {
    for _ in 0..2 + rng.below(6) {
        let nested = depth < 4 && rng.one_in(4);
        let name = one_of(&names.variables, rng);
        if nested && rng.one_in(2) {
            line!(
                out,
                depth,
                "for (size_t i = 0; i < ctx->{}; ++i) {{",
                one_of(&names.fields, rng)
            );
            block(names, rng, depth + 1, out);
            line!(out, depth, "}}");
        } else if nested {
            line!(
                out,
                depth,
                "if ({} {} {}) {{",
                name,
                rng.pick(COMPARISONS),
                expression(names, rng)
            );
            block(names, rng, depth + 1, out);
            line!(out, depth, "}}");
        } else if rng.one_in(4) {
            line!(
                out,
                depth,
                "{} {} = {};",
                rng.pick(TYPES),
                name,
                expression(names, rng)
            );
        } else if rng.one_in(6) {
            line!(out, depth, "// The {} is checked by the caller.", name);
        } else if rng.one_in(2) {
            line!(
                out,
                depth,
                "{}(ctx, {});",
                one_of(&names.functions, rng),
                expression(names, rng)
            );
        } else {
            line!(
                out,
                depth,
                "ctx->{} = {};",
                one_of(&names.fields, rng),
                expression(names, rng)
            );
        }
    }
}

fn expression(names: &Names, rng: &mut Rng) -> String {
    match rng.below(5) {
        0 => rng.below(256).to_string(),
        1 => format!("0x{:X}", rng.next() as u32),
        2 => format!("ctx->{}[i]", one_of(&names.fields, rng)),
        3 => one_of(&names.variables, rng).to_owned(),
        _ => {
            let left = one_of(&names.variables, rng);
            format!(
                "{left} {} {}",
                rng.pick(OPERATORS),
                one_of(&names.variables, rng)
            )
        }
    }
}
