//! The types that columns hold.

use crate::schema::ColumnType;

mod sealed {
    pub trait Sealed {}
}

/// A value of a column: `i8`, `i16`, `i32`, `i64`, `f32` or `f64`.
pub trait Cell: Copy + Default + PartialEq + bytemuck::Pod + Send + Sync + sealed::Sealed {
    /// The type of columns that hold it.
    const TYPE: ColumnType;

    /// Its bytes, as an array.
    type Bytes: for<'a> TryFrom<&'a [u8], Error = std::array::TryFromSliceError>
        + AsRef<[u8]>
        + Copy
        + 'static;

    /// The value of little-endian bytes.
    fn from_le(bytes: Self::Bytes) -> Self;

    /// Its little-endian bytes.
    fn to_le(self) -> Self::Bytes;

    /// The value as a number of double precision, rounded where it must be.
    fn to_f64(self) -> f64;
}

macro_rules! cells {
    ($($type:ty, $name:ident, $to_f64:expr;)*) => {$(
        impl sealed::Sealed for $type {}

        impl Cell for $type {
            const TYPE: ColumnType = ColumnType::$name;
            type Bytes = [u8; size_of::<Self>()];

            #[inline(always)]
            fn from_le(bytes: Self::Bytes) -> Self {
                Self::from_le_bytes(bytes)
            }

            #[inline(always)]
            fn to_le(self) -> Self::Bytes {
                self.to_le_bytes()
            }

            #[inline(always)]
            fn to_f64(self) -> f64 {
                let convert: fn(Self) -> f64 = $to_f64;
                convert(self)
            }
        }
    )*};
}

cells! {
    i8, Byte, f64::from;
    i16, Short, f64::from;
    i32, Int, f64::from;
    f32, Float, f64::from;
    f64, Double, |value| value;
    i64, Long, |value| value as f64;
}
