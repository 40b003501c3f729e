//! The data set: three banks, by formulas.

use std::io;
use std::str::FromStr;
use std::time::{Duration, Instant};

use hipo::{
    BankHandle, Codec, ColumnHandle, Compression, Error, EventBuilder, Finish, Layout, Profile,
    Writer, WriterOptions,
};

/// The schemas, in the order in which an event has them.
const SCHEMAS: [&str; 3] = [
    "{REC::Event/300/30}{evno/L,beamE/F}",
    "{REC::Particle/300/1}{pid/I,px/F,py/F,pz/F,vz/F,charge/B,status/S,chi2pid/F}",
    "{REC::Calorimeter/300/40}{energy/F,sector/B,layer/B}",
];

/// How a file of the data set is stored.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Format {
    /// Its name, as programs are told it.
    pub name: &'static str,
    /// The compression of its records.
    pub compression: Compression,
    /// Whether columns are split into planes of bytes.
    pub byte_split: bool,
    /// Whose rules the file follows.
    pub profile: Profile,
}

/// Every format: the 15 tags, C++'s own, and the two with planes of bytes that
/// make sense.
const FORMATS: [Format; 18] = {
    const fn of(name: &'static str, codec: Codec, layout: Layout) -> Format {
        Format {
            name,
            compression: Compression::new(codec, layout),
            byte_split: false,
            profile: Profile::Plain,
        }
    }
    use Codec::{Gzip, Lz4, Lz4High, None, Zstd};
    use Layout::{PerBank, PerColumn, Whole};
    let mut cpp = of("cpp", Lz4, Whole);
    cpp.profile = Profile::Cpp;
    let mut split_zstd = of("zstdpercolumnsplit", Zstd, PerColumn);
    split_zstd.byte_split = true;
    let mut split_lz4 = of("lz4percolumnsplit", Lz4, PerColumn);
    split_lz4.byte_split = true;
    [
        of("none", None, Whole),
        of("lz4", Lz4, Whole),
        of("lz4best", Lz4High, Whole),
        of("gzip", Gzip, Whole),
        of("zstd", Zstd, Whole),
        of("noneperbank", None, PerBank),
        of("lz4perbank", Lz4, PerBank),
        of("lz4bestperbank", Lz4High, PerBank),
        of("gzipperbank", Gzip, PerBank),
        of("zstdperbank", Zstd, PerBank),
        of("nonepercolumn", None, PerColumn),
        of("lz4percolumn", Lz4, PerColumn),
        of("lz4bestpercolumn", Lz4High, PerColumn),
        of("gzippercolumn", Gzip, PerColumn),
        of("zstdpercolumn", Zstd, PerColumn),
        split_lz4,
        split_zstd,
        cpp,
    ]
};

impl Format {
    /// Every one.
    pub const ALL: &'static [Self] = &FORMATS;
}

impl FromStr for Format {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = FORMATS.into_iter().find(|format| format.name == text);
        found.ok_or_else(|| {
            let names: Vec<_> = FORMATS.iter().map(|format| format.name).collect();
            format!("no format {text}: there are {}", names.join(", "))
        })
    }
}

/// Makes the events of the data set, one after another.
#[derive(Debug)]
pub struct DataSet {
    event: BankHandle,
    evno: ColumnHandle<i64>,
    beam: ColumnHandle<f32>,
    particle: BankHandle,
    pid: ColumnHandle<i32>,
    floats: [ColumnHandle<f32>; 5],
    charge: ColumnHandle<i8>,
    status: ColumnHandle<i16>,
    calorimeter: BankHandle,
    energy: ColumnHandle<f32>,
    sector: ColumnHandle<i8>,
    layer: ColumnHandle<i8>,
    builder: EventBuilder,
}

impl DataSet {
    /// How to write a file of it.
    ///
    /// # Errors
    /// Never: the schemas are sound.
    pub fn options(format: Format) -> Result<WriterOptions, Error> {
        let options = WriterOptions::new()
            .compression(format.compression)
            .byte_split(format.byte_split)
            .profile(format.profile);
        SCHEMAS.into_iter().try_fold(options, |options, schema| {
            options.schema(schema.parse().map_err(Error::from)?)
        })
    }

    /// Of the banks of a file.
    ///
    /// # Errors
    /// For a file that has other banks.
    pub fn new<W: Finish>(writer: &Writer<W>) -> Result<Self, Error> {
        let event = writer.bank("REC::Event")?;
        let particle = writer.bank("REC::Particle")?;
        let calorimeter = writer.bank("REC::Calorimeter")?;
        let float = |name: &str| particle.column::<f32>(name);
        Ok(Self {
            evno: event.column("evno")?,
            beam: event.column("beamE")?,
            event,
            pid: particle.column("pid")?,
            floats: [
                float("px")?,
                float("py")?,
                float("pz")?,
                float("vz")?,
                float("chi2pid")?,
            ],
            charge: particle.column("charge")?,
            status: particle.column("status")?,
            energy: calorimeter.column("energy")?,
            sector: calorimeter.column("sector")?,
            layer: calorimeter.column("layer")?,
            calorimeter,
            particle,
            builder: EventBuilder::new(),
        })
    }

    /// Event number `number`. Floats are computed in single precision, with a
    /// rounding after each step.
    ///
    /// # Errors
    /// Never: banks are short.
    pub fn event(&mut self, number: u32) -> Result<&EventBuilder, Error> {
        let base = number as f32;
        self.builder.reset();
        let mut event = self.builder.bank(&self.event, 1)?;
        event.set(&self.evno, 0, i64::from(number));
        event.set(&self.beam, 0, 10.6);

        let rows = 1 + number as usize % 5;
        let mut particle = self.builder.bank(&self.particle, rows)?;
        for row in 0..rows {
            let k = row as f32;
            let at = number + row as u32;
            particle.set(&self.pid, row, 11 + i32::from((at % 7) as u8));
            particle.set(&self.floats[0], row, base * 0.001 + k);
            particle.set(&self.floats[1], row, base * -0.002 + k);
            particle.set(&self.floats[2], row, base * 0.003 + k);
            particle.set(&self.floats[3], row, base * 0.004 - k);
            particle.set(&self.floats[4], row, base * 0.01 + k);
            particle.set(&self.charge, row, (row % 3) as i8 - 1);
            particle.set(&self.status, row, ((at % 4000) as u16).cast_signed());
        }

        if number.is_multiple_of(3) {
            let mut calorimeter = self.builder.bank(&self.calorimeter, 2)?;
            for row in 0..2_u32 {
                let at = row as usize;
                calorimeter.set(&self.energy, at, base * 0.5 + row as f32);
                calorimeter.set(&self.sector, at, row as i8 + 1);
                calorimeter.set(&self.layer, at, ((number + row) % 9) as i8);
            }
        }
        Ok(&self.builder)
    }

    /// Writes a file of so many events, and tells how long that took: from the
    /// first event to the end of the file.
    ///
    /// # Errors
    /// Whatever the output meets.
    pub fn write<W: Finish>(mut writer: Writer<W>, events: u32) -> Result<(W, Duration), Error> {
        let mut data = Self::new(&writer)?;
        let begin = Instant::now();
        for number in 0..events {
            writer.write(data.event(number)?)?;
        }
        let output = writer.finish()?;
        Ok((output, begin.elapsed()))
    }

    /// A file of so many events in memory.
    ///
    /// # Errors
    /// Never: memory takes everything.
    pub fn to_memory(format: Format, events: u32) -> Result<Vec<u8>, Error> {
        let writer = Self::options(format)?.to_output(io::Cursor::new(Vec::new()))?;
        Ok(Self::write(writer, events)?.0.into_inner())
    }
}
