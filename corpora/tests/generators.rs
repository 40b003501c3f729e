//! The generated corpora: the same bytes for ever, and of the promised nature.

use std::collections::BTreeSet;
use std::io::Write as _;

use corpora::{FloatWidth, IntWidth, Kind, Sha256, Shape, string_column};

/// Not a multiple of any element size, so that the cut is pinned too.
const SAMPLE: usize = 65_537;

/// SHA-256 of 65,537 bytes of each kind with seed 42. These never change: case
/// names, golden frames and known failures stand for exactly these bytes.
const PINNED: &[(&str, &str)] = &[
    (
        "text",
        "5a6414a4ed26d9104d43019478ec9759d51a700f6ed107f2f70479a1e2d50e01",
    ),
    (
        "source",
        "f0b4a869a10464a277c27fb4473b823a030d5c997c6fe9a12b5ca3ae3da4d1ec",
    ),
    (
        "records",
        "e714bd1fc6921b9f3c3cfe5d945ca786f401e54f2540e60e15d27fd29c2a2119",
    ),
    (
        "u8-sorted",
        "5f0992543aa9febbc02cd6a065cd5009c8e9d2d3a8a3ecc5ddcda66941d77712",
    ),
    (
        "u8-time-series",
        "a6d9a1d41b2176fd6dd2e66a07495df5c44bba6371c351bc1729cf50eb0e5df5",
    ),
    (
        "u8-noisy",
        "6e858f2c0ccb18e5c50f0d61012039eb28c96203e805b101fe4214847f737c3c",
    ),
    (
        "u8-small-range",
        "379aa2af2005fcea06419b71755260f76f764e8808183348a550b9988b8514a7",
    ),
    (
        "u8-constant",
        "d3288bf89bd1e5d95ca92640f1167a808dbf41f91cd65d2f2b4f5396618269a1",
    ),
    (
        "u8-few-distinct",
        "cb9a08eb9bda5d1411ee052ce251908678c60db4fffb9857e42c7ebef03c7e07",
    ),
    (
        "u16-sorted",
        "b74307fbfe23e35019698ab1ce43e0665df03e69dff31008534238ad2b01163f",
    ),
    (
        "u16-time-series",
        "f7be6b73234b90bb38d921664991fda0c290ff382067c0651162d502ea3fec19",
    ),
    (
        "u16-noisy",
        "a7e7a26b71de3b3eba7c5d2f92583fabbe695d1c5fe7ca9f19cdb1ab02496864",
    ),
    (
        "u16-small-range",
        "6cdffee02cf6201ab4696031af0e421b5f7152fabfcff9e922278b7e5eee7970",
    ),
    (
        "u16-constant",
        "a52519a6c83b90635aaef4c0d3fc777528f23163cec396f68efc21e946fa9fad",
    ),
    (
        "u16-few-distinct",
        "35ee095b52d1364547a460189fc32a3d20cf13aae689d60faefe421801c0f3f0",
    ),
    (
        "u32-sorted",
        "ffce8a2f6a8618cd9aa03924e71ed9245bfb5f894727834217822b53e981b1a6",
    ),
    (
        "u32-time-series",
        "9bfa19463fd2652bb323bd6854d9df37dff38e3f2c2b0a33c89b34f956063c65",
    ),
    (
        "u32-noisy",
        "4e125353784ad9de73c0ad8b124b300c019a05b0450450184dc047c0e35b8753",
    ),
    (
        "u32-small-range",
        "4918a988360c13b7e78ddd64fbc04f787c81034771ee8934702122455469cfce",
    ),
    (
        "u32-constant",
        "f9088f3ebc933fa06ebae47a14d4ff1fb9a8613645ba97da586fc111f6dde2c9",
    ),
    (
        "u32-few-distinct",
        "3ae29b114f698781c56f7c44d96108d5a1181256ed5251312483684f6ef1cefb",
    ),
    (
        "u64-sorted",
        "3606242461c45309006da14d034cfab8717b1dd5017b0bc8d054698d09f992a5",
    ),
    (
        "u64-time-series",
        "ad45fc82fc590dda2958dd772e1199a7aa40b050ba60a55a5de777d5701ae7cf",
    ),
    (
        "u64-noisy",
        "fbfc16b68a8e0da8d7648ee1f28469ca1f93f114666cd77aac69bf8b5f244a55",
    ),
    (
        "u64-small-range",
        "59cb5aff8fc30125261890934f3783fb03397401a14da3f451cb2f5d298f8a1a",
    ),
    (
        "u64-constant",
        "d740fab352ebb003bdd23f4d6ed14c21e4516279309c0776eaf74fdd1c96511b",
    ),
    (
        "u64-few-distinct",
        "1f89a383050f7008119af16bf3ace94a05a212c84829fb4cb14894c48db2e6f9",
    ),
    (
        "f32-sensor",
        "6442f23837324a2ff55ac1573a14c877bc983ab8f73ebabbd716ec05bfa8e3ea",
    ),
    (
        "f64-sensor",
        "a7355e4976171081efe8f9c3330090b1ab7b3888c34f5e309c78739d99b0e11e",
    ),
    (
        "strings",
        "44ad15b982a8347bdd9cfea797fc8bbd84ee3fb76b796c20a193aaa1e5f2151a",
    ),
    (
        "random",
        "11c34563766cde15b97a8791d6a4a7e03fbc562d115a8254eb89135c4a89163f",
    ),
    (
        "zeros",
        "3266304f31be278d06c3bd3eb9aa3e00c59bedec0a890de466568b0b90b0e01f",
    ),
    (
        "mixed",
        "dcfc2ed651c28bf0896cea2a15b8c432c5b3025d3cd25dda8c6ba3165fd48a38",
    ),
];

#[test]
fn samples_are_pinned() {
    let pinned: Vec<String> = PINNED
        .iter()
        .map(|(name, sha)| format!("{name} {sha}"))
        .collect();
    let found: Vec<String> = Kind::ALL
        .iter()
        .map(|kind| format!("{kind} {}", Sha256::of(&kind.generate(SAMPLE, 42))))
        .collect();
    assert_eq!(found, pinned, "a generator has drifted");
}

#[test]
fn names_are_unique_and_read_back() {
    let names: BTreeSet<_> = Kind::ALL.iter().map(|kind| kind.name()).collect();
    assert_eq!(names.len(), Kind::ALL.len());
    for kind in Kind::ALL {
        assert_eq!(kind.name().parse(), Ok(*kind));
    }
    let error = "prose".parse::<Kind>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "no kind of input is called \"prose\"; see Kind::ALL"
    );
}

#[test]
fn all_covers_every_width_and_shape() {
    use IntWidth::{U8, U16, U32, U64};
    use Shape::{Constant, FewDistinct, Noisy, SmallRange, Sorted, TimeSeries};
    for width in [U8, U16, U32, U64] {
        for shape in [Sorted, TimeSeries, Noisy, SmallRange, Constant, FewDistinct] {
            assert!(Kind::ALL.contains(&Kind::Numbers(width, shape)));
        }
    }
    for width in [FloatWidth::F32, FloatWidth::F64] {
        assert!(Kind::ALL.contains(&Kind::Floats(width)));
    }
    assert_eq!(Kind::ALL.len(), 33);
}

#[test]
fn lengths_are_exact() {
    for kind in Kind::ALL {
        for len in corpora::sizes::short_sizes() {
            assert_eq!(kind.generate(len, 3).len(), len, "{kind}");
        }
        assert_eq!(
            kind.generate_elements(77, 3).len(),
            77 * kind.element_size(),
            "{kind}"
        );
    }
}

#[test]
fn shorter_inputs_are_prefixes_except_of_sorted_numbers() {
    for kind in Kind::ALL {
        if matches!(kind, Kind::Numbers(_, Shape::Sorted)) {
            continue;
        }
        let long = kind.generate(20_000, 9);
        assert!(long.starts_with(&kind.generate(9_999, 9)), "{kind}");
        assert_eq!(long[..64], kind.prefix_64(9), "{kind}");
    }
}

#[test]
fn seeds_and_kinds_differ() {
    let mut seen = BTreeSet::new();
    for kind in Kind::ALL {
        for seed in 0..3 {
            seen.insert(kind.generate(4096, seed));
        }
    }
    // Zeros are the same for every seed; one-byte constants may meet.
    let fewest = 3 * (Kind::ALL.len() - 2) + 1;
    assert!(seen.len() >= fewest, "{} of {fewest}", seen.len());
}

/// The numbers of a kind.
fn numbers(width: IntWidth, shape: Shape, count: usize, seed: u64) -> Vec<u64> {
    let bytes = Kind::Numbers(width, shape).generate_elements(count, seed);
    bytes
        .chunks_exact(width.bytes())
        .map(|element| {
            let mut whole = [0; 8];
            whole[..element.len()].copy_from_slice(element);
            u64::from_le_bytes(whole)
        })
        .collect()
}

const WIDTHS: [IntWidth; 4] = [IntWidth::U8, IntWidth::U16, IntWidth::U32, IntWidth::U64];

#[test]
fn sorted_numbers_ascend() {
    for width in WIDTHS {
        for count in [1, 2, 100, 100_000] {
            let column = numbers(width, Shape::Sorted, count, 1);
            assert!(column.is_sorted(), "{width:?} {count}");
        }
        let column = numbers(width, Shape::Sorted, 100_000, 1);
        let gaps: BTreeSet<u64> = column.windows(2).map(|pair| pair[1] - pair[0]).collect();
        assert!(gaps.len() >= 2, "{width:?} ascends evenly");
    }
}

#[test]
fn time_series_move_in_small_steps() {
    for (width, most) in WIDTHS.into_iter().zip([2, 40, 1000, 1_000_000]) {
        let column = numbers(width, Shape::TimeSeries, 100_000, 1);
        let widest = column
            .windows(2)
            .map(|pair| pair[0].abs_diff(pair[1]))
            .max();
        assert!(
            widest.is_some_and(|widest| (most / 10 * 9..=most).contains(&widest)),
            "{width:?}"
        );
    }
}

#[test]
fn noise_fills_the_lower_half_of_the_bits() {
    for width in WIDTHS {
        let half = 4 * width.bytes() as u32;
        let column = numbers(width, Shape::Noisy, 100_000, 1);
        let low = |value: &u64| value & ((1 << half) - 1);
        let seen: u64 = column.iter().map(low).fold(0, |seen, value| seen | value);
        assert_eq!(seen.count_ones(), half, "{width:?}");
        let (least, most) = (column.iter().min().unwrap(), column.iter().max().unwrap());
        assert!(most - least > width.max() / 3, "{width:?} has no wave");
    }
}

#[test]
fn small_ranges_constants_and_few_values_are_what_they_say() {
    for width in WIDTHS {
        let count_of = |shape| {
            numbers(width, shape, 50_000, 1)
                .into_iter()
                .collect::<BTreeSet<_>>()
                .len()
        };
        assert_eq!(count_of(Shape::Constant), 1, "{width:?}");
        assert!((2..=8).contains(&count_of(Shape::FewDistinct)), "{width:?}");
        let range = count_of(Shape::SmallRange);
        assert!((20..=1000).contains(&range), "{width:?}: {range}");
    }
}

/// Bytes after deflate, as a share of those before.
fn deflated(kind: Kind) -> f64 {
    let input = kind.generate(1 << 18, 11);
    let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(&input).unwrap();
    encoder.finish().unwrap().len() as f64 / input.len() as f64
}

#[test]
fn kinds_compress_as_their_models_do() {
    assert!(deflated(Kind::Random) >= 1.0);
    assert!(deflated(Kind::Zeros) < 0.005);
    for (kind, low, high) in [
        (Kind::Text, 0.25, 0.5),
        (Kind::Source, 0.08, 0.35),
        (Kind::Records, 0.2, 0.6),
        (Kind::Strings, 0.15, 0.45),
        (Kind::Mixed, 0.2, 0.7),
        (Kind::Floats(FloatWidth::F32), 0.3, 0.9),
        (Kind::Floats(FloatWidth::F64), 0.2, 0.9),
    ] {
        let ratio = deflated(kind);
        assert!((low..high).contains(&ratio), "{kind}: {ratio}");
    }
}

#[test]
fn text_and_source_are_ascii_lines() {
    for kind in [Kind::Text, Kind::Source, Kind::Strings] {
        let bytes = kind.generate(100_000, 5);
        assert!(
            bytes
                .iter()
                .all(|byte| (b' '..=b'~').contains(byte) || *byte == b'\n'),
            "{kind}"
        );
        let longest = bytes.split(|byte| *byte == b'\n').map(<[u8]>::len).max();
        assert!(
            longest.is_some_and(|longest| longest < 160),
            "{kind}: {longest:?}"
        );
    }
}

#[test]
fn records_have_their_fields() {
    let bytes = Kind::Records.generate_elements(10_000, 5);
    let mut last: Option<u32> = None;
    for record in bytes.chunks_exact(16) {
        let counter = u32::from_le_bytes(record[..4].try_into().unwrap());
        assert!(last.is_none_or(|last| counter == last.wrapping_add(1)));
        last = Some(counter);
        assert!(u16::from_le_bytes(record[8..10].try_into().unwrap()) < 6);
        let reading = f32::from_le_bytes(record[12..].try_into().unwrap());
        assert!((-40.0..=90.0).contains(&reading));
    }
}

#[test]
fn floats_are_readings_with_a_few_dropouts() {
    let bytes = Kind::Floats(FloatWidth::F64).generate_elements(100_000, 5);
    let values: Vec<f64> = bytes
        .chunks_exact(8)
        .map(|value| f64::from_le_bytes(value.try_into().unwrap()))
        .collect();
    let dropouts = values.iter().filter(|value| value.is_nan()).count();
    assert!((1..100).contains(&dropouts), "{dropouts}");
    assert!(
        values
            .iter()
            .all(|value| value.is_nan() || (-60.0..=145.0).contains(value))
    );
}

#[test]
fn a_string_column_has_the_lines_of_the_list() {
    let column = string_column(500, 8);
    let mut lines = Vec::new();
    for string in column.iter() {
        lines.extend_from_slice(string);
        lines.push(b'\n');
    }
    assert_eq!(lines, Kind::Strings.generate(lines.len(), 8));
    assert!(column.lengths.contains(&0), "no string is empty");
    assert!(
        column.lengths.iter().any(|len| *len > 30),
        "no string is long"
    );
}
