//! What may be offered.

use nbd::memory::Memory;
use nbd::{BlockSizes, BlockSizesError, Error, Export, Exports, ExportsError};

/// An export of any size, in blocks of 4 KiB.
struct Sized(u64);

impl Export for Sized {
    fn size(&self) -> u64 {
        self.0
    }

    fn block_sizes(&self) -> BlockSizes {
        BlockSizes::new(4096, 4096, 1 << 20).unwrap()
    }

    fn read(&self, _: u64, buffer: &mut [u8]) -> Result<(), Error> {
        buffer.fill(0);
        Ok(())
    }

    fn write(&self, _: u64, _: &[u8]) -> Result<(), Error> {
        Ok(())
    }

    fn flush(&self) -> Result<(), Error> {
        Ok(())
    }
}

#[test]
fn names_are_kept_in_order_and_once() {
    let mut exports = Exports::new();
    for name in ["b", "", "a"] {
        exports.add(name, Memory::new(512).unwrap()).unwrap();
    }
    assert_eq!(
        exports.add("a", Memory::new(512).unwrap()),
        Err(ExportsError::Taken("a".to_owned()))
    );
    assert!(exports.names().eq(["b", "", "a"]));
    assert_eq!(format!("{exports:?}"), r#"["b", "", "a"]"#);
}

#[test]
fn names_are_strings_of_the_protocol() {
    let mut exports = Exports::new();
    let long = "n".repeat(4096);
    exports.add(&long, Memory::new(512).unwrap()).unwrap();
    for name in [format!("{long}n"), "a\0b".to_owned()] {
        let length = name.len();
        assert_eq!(
            exports.add(&name, Memory::new(512).unwrap()),
            Err(ExportsError::Name { length })
        );
    }
}

#[test]
fn sizes_are_whole_blocks_below_2_to_the_63() {
    for (size, is_good) in [
        (0, true),
        (4096, true),
        (4097, false),
        (512, false),
        ((1 << 63) - 4096, true),
        (1 << 63, false),
        (u64::MAX, false),
    ] {
        let result = Exports::new().add("", Sized(size));
        let minimum = 4096;
        let expected = if is_good {
            Ok(())
        } else {
            Err(ExportsError::Size { size, minimum })
        };
        assert_eq!(result, expected);
    }
}

#[test]
fn block_sizes_are_those_of_the_protocol() {
    let new = BlockSizes::new;
    for (minimum, preferred, maximum) in [
        (1, 512, 512),
        (512, 4096, 1 << 25),
        (65_536, 65_536, 65_536),
        (1, 512, 1000),
        (512, 4096, BlockSizes::LARGEST),
    ] {
        let sizes = new(minimum, preferred, maximum).unwrap();
        assert_eq!(sizes.minimum(), minimum);
        assert_eq!(sizes.preferred(), preferred);
        assert_eq!(sizes.maximum(), maximum);
    }
    for minimum in [0, 3, 1 << 17] {
        let error = BlockSizesError::Minimum(minimum);
        assert_eq!(new(minimum, 1 << 17, 1 << 20), Err(error));
    }
    for preferred in [0, 256, 512, 5000] {
        let error = BlockSizesError::Preferred(preferred);
        assert_eq!(new(1024, preferred, 1 << 20), Err(error));
    }
    for maximum in [0, 2048, 4097, BlockSizes::LARGEST + 512, u32::MAX] {
        let error = BlockSizesError::Maximum(maximum);
        assert_eq!(new(512, 4096, maximum), Err(error));
    }
}
