//! Codecs by name.

use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use super::Codec;

/// No codec has that name, or it has no such setting.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error(
    "no codec is called {name:?}: lz4, lz4:N with an acceleration of 1 to 65537, \
     lz4turbo, lz4hc, lz4hc:N with a level of 1 to 12, zstd, zstd:N with a level of -131072 to 22"
)]
pub struct UnknownCodec {
    /// The name.
    pub name: String,
}

impl fmt::Display for Codec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            &Self::LZ4 => f.write_str("lz4"),
            Self::Lz4 { acceleration } => write!(f, "lz4:{acceleration}"),
            Self::Lz4Turbo => f.write_str("lz4turbo"),
            Self::Lz4High { level } => write!(f, "lz4hc:{level}"),
            Self::Zstd { level } => write!(f, "zstd:{level}"),
        }
    }
}

impl FromStr for Codec {
    type Err = UnknownCodec;

    fn from_str(name: &str) -> Result<Self, UnknownCodec> {
        parse(name)
            .filter(|codec| codec.in_range())
            .ok_or_else(|| UnknownCodec { name: name.into() })
    }
}

fn parse(name: &str) -> Option<Codec> {
    let (family, setting) = match name.split_once(':') {
        Some((family, setting)) => (family, Some(setting)),
        None => (name, None),
    };
    Some(match family {
        "lz4" => Codec::Lz4 {
            acceleration: setting.unwrap_or("1").parse().ok()?,
        },
        "lz4turbo" if setting.is_none() => Codec::Lz4Turbo,
        "lz4hc" => Codec::Lz4High {
            level: setting.unwrap_or("9").parse().ok()?,
        },
        "zstd" => Codec::Zstd {
            level: setting.unwrap_or("3").parse().ok()?,
        },
        _ => return None,
    })
}
