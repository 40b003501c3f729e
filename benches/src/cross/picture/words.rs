//! What formats, scenarios and numbers are called.

use hipo::{Codec, Layout, Profile};

use crate::hipo::{Format, Scenario};

/// What a format is called by people.
pub(super) fn named(format: &str) -> String {
    let Ok(format) = format.parse::<Format>() else {
        return String::new();
    };
    let codec = match format.compression.codec() {
        Codec::None => "no compression",
        Codec::Lz4 => "LZ4",
        Codec::Lz4High => "LZ4-HC",
        Codec::Gzip => "gzip",
        Codec::Zstd => "zstd",
    };
    let layout = match format.compression.layout() {
        Layout::Whole => "whole records",
        Layout::PerBank => "per bank",
        Layout::PerColumn => "per column",
    };
    let planes = if format.byte_split {
        ", planes of bytes"
    } else {
        ""
    };
    let cpp = match format.profile {
        Profile::Cpp => ", as C++ writes them",
        Profile::Plain => "",
    };
    format!("{codec}, {layout}{planes}{cpp}")
}

/// What a scenario reads, in few words.
pub(super) fn read(scenario: Scenario) -> String {
    match scenario.columns().1 {
        [] => "no column".to_owned(),
        columns @ ([_] | [_, _]) => columns.join(", "),
        columns => format!("{} columns", columns.len()),
    }
}

/// A time in milliseconds, as tables have it.
pub(super) fn time(time: f64) -> String {
    format!("{time:.1}")
}

/// A number with its thousands apart.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
