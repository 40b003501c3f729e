//! Lengths and settings that are refused.

use zram::{Codec, Decoder, Dictionary, Encoder, Error, Kept, PageSize, Settings};

#[test]
fn pages_of_another_length() {
    for length in [0, 1, 4095, 4097, 8192] {
        let page = vec![3; length];
        let mut encoder = Encoder::new(Codec::LZ4, PageSize::KiB4).unwrap();
        let mut output = vec![0; encoder.room()];
        assert!(matches!(
            encoder.encode(&page, &mut output),
            Err(Error::PageLength { expected: 4096, actual }) if actual == length
        ));
        let mut decoder = Decoder::new(Codec::LZ4, PageSize::KiB4).unwrap();
        let mut back = page.clone();
        for kept in [Kept::Same(0), Kept::Raw(&page), Kept::Block(&[])] {
            assert!(matches!(
                decoder.decode(kept, &mut back),
                Err(Error::PageLength { expected: 4096, actual }) if actual == length
            ));
        }
        assert_eq!(back, page, "untouched");
        assert!(matches!(
            decoder.decode(Kept::Raw(&page), &mut [0; 4096]),
            Err(Error::RawLength { expected: 4096, actual }) if actual == length
        ));
    }
}

#[test]
fn an_output_without_room() {
    for codec in crate::pages::codecs() {
        for size in PageSize::ALL {
            let mut encoder = Encoder::new(codec, size).unwrap();
            let room = encoder.room();
            assert!(room > size.bytes() && room < size.bytes() * 65 / 64 + 64);
            let page = crate::pages::text(size.bytes(), 1);
            assert!(matches!(
                encoder.encode(&page, &mut vec![0; room - 1]),
                Err(Error::OutputTooSmall { needed, available }) if needed == room && available == room - 1
            ));
            // More than that changes nothing.
            let (mut output, mut longer) = (vec![0; room], vec![0; room * 2]);
            let encoded = encoder.encode(&page, &mut output).unwrap();
            assert_eq!(encoder.encode(&page, &mut longer).unwrap(), encoded);
            assert_eq!(encoded.kept(&page, &longer), encoded.kept(&page, &output));
        }
    }
}

#[test]
fn settings_out_of_range() {
    for codec in [
        Codec::Lz4 { acceleration: 0 },
        Codec::Lz4 {
            acceleration: 65_538,
        },
        Codec::Zstd { level: 23 },
        Codec::Zstd { level: -131_073 },
    ] {
        let refused = |result: Result<(), Error>| matches!(result, Err(Error::CodecOutOfRange { codec: it }) if it == codec);
        assert!(refused(Encoder::new(codec, PageSize::KiB4).map(drop)));
        assert!(refused(Decoder::new(codec, PageSize::KiB4).map(drop)));
        assert!(refused(Dictionary::new(codec, b"words").map(drop)));
        assert!(codec.to_string().parse::<Codec>().is_err());
    }
}

#[test]
fn names_come_back() {
    for codec in crate::pages::codecs() {
        assert_eq!(codec.to_string().parse(), Ok(codec));
    }
    assert_eq!(Codec::LZ4.to_string(), "lz4");
    assert_eq!("lz4:1".parse(), Ok(Codec::LZ4));
    for name in [
        "",
        "lz",
        "lz4:",
        "lz4:0",
        "lz4:-1",
        "lz4:x",
        "lz4 ",
        "LZ4",
        "lz4:1:2",
        "lz4turbo:",
        "lz4turbo:1",
        "lz4 turbo",
        "lz4hc:0",
        "lz4hc:13",
        "lz4hc:",
        "zstd:",
        "zstd:23",
        "zstd:99999999999",
        "zstd:1.5",
        ":1",
        "zlib",
        "lz4:4294967297",
    ] {
        let error = name.parse::<Codec>().unwrap_err();
        assert_eq!(error.name, name);
        assert!(error.to_string().contains("65537"));
    }
}

#[test]
fn page_sizes() {
    let sizes = PageSize::ALL.map(PageSize::bytes);
    assert_eq!(sizes, [4096, 8192, 16_384, 32_768, 65_536]);
    for bytes in 0..70_000 {
        let size = PageSize::try_from(bytes);
        assert_eq!(size.is_ok(), sizes.contains(&bytes));
        assert!(size.is_ok_and(|size| size.bytes() == bytes) || !sizes.contains(&bytes));
    }
    assert_eq!(
        Settings::new(Codec::LZ4, PageSize::KiB64).threshold(),
        57_344
    );
}
