//! Frames put together by hand, sound or not.
//!
//! Nothing here comes from an implementation on trial, so what is wrong with
//! a frame is only what its author did.

use twox_hash::XxHash3_64;

const MAGIC_BASE: u32 = 0xD7B1_A5C0;

/// Appends a LEB128 integer.
pub(super) fn varint(bytes: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

/// A frame that grows.
#[derive(Clone)]
pub(super) struct FrameBuilder {
    pub(super) bytes: Vec<u8>,
    version: u32,
}

/// The header of a frame of one serial output of `size` bytes, with `flags`
/// as they come and the checksum that they may ask for.
pub(super) fn frame(version: u32, flags: u8, size: u64) -> FrameBuilder {
    let mut bytes = (MAGIC_BASE + version).to_le_bytes().to_vec();
    bytes.push(flags);
    bytes.push(1);
    varint(&mut bytes, size + 1);
    FrameBuilder { bytes, version }.header_checksum(flags)
}

impl FrameBuilder {
    /// A frame from raw header bytes after the magic number.
    pub(super) fn raw(version: u32, header: &[u8]) -> Self {
        let mut bytes = (MAGIC_BASE + version).to_le_bytes().to_vec();
        bytes.extend_from_slice(header);
        Self { bytes, version }
    }

    fn header_checksum(mut self, flags: u8) -> Self {
        if flags & 2 != 0 {
            self.bytes.push(XxHash3_64::oneshot(&self.bytes) as u8);
        }
        self
    }

    pub(super) fn chunk(mut self, chunk: &Chunk) -> Self {
        chunk.write(self.version, &mut self.bytes);
        self
    }

    pub(super) fn append(mut self, bytes: &[u8]) -> Self {
        self.bytes.extend_from_slice(bytes);
        self
    }

    /// Ends the frame.
    pub(super) fn end(mut self) -> Vec<u8> {
        self.bytes.push(0);
        self.bytes
    }
}

/// A codec of a [`Chunk`].
#[derive(Clone, Copy)]
pub(super) struct Step {
    pub(super) custom: bool,
    pub(super) id: u32,
    pub(super) header_size: u64,
    pub(super) variable: u64,
    pub(super) regenerated: u64,
}

impl Step {
    pub(super) fn of(id: u32) -> Self {
        Self {
            custom: false,
            id,
            header_size: 0,
            variable: 0,
            regenerated: 1,
        }
    }
}

/// A chunk without checksums.
#[derive(Clone, Default)]
pub(super) struct Chunk {
    pub(super) steps: Vec<Step>,
    /// Stored distances: one less than the distance between slots.
    pub(super) distances: Vec<u32>,
    pub(super) headers: Vec<u8>,
    pub(super) streams: Vec<Vec<u8>>,
    /// Bits of a distance, where not the right number.
    pub(super) distance_bits: Option<u32>,
}

impl Chunk {
    pub(super) fn store(content: &[u8]) -> Self {
        Self {
            streams: vec![content.to_vec()],
            ..Self::default()
        }
    }

    /// One codec that reads one stream and gives the output.
    pub(super) fn codec(id: u32, stream: &[u8]) -> Self {
        Self {
            steps: vec![Step::of(id)],
            distances: vec![0],
            streams: vec![stream.to_vec()],
            ..Self::default()
        }
    }

    fn write(&self, version: u32, bytes: &mut Vec<u8>) {
        varint(bytes, self.steps.len() as u64 + 1);
        varint(bytes, self.streams.len() as u64);
        pack(
            bytes,
            self.steps.iter().map(|step| u32::from(step.custom)),
            1,
        );
        let standard = self.steps.iter().filter(|step| !step.custom);
        pack(
            bytes,
            standard.map(|step| step.id),
            if version < 24 { 6 } else { 7 },
        );
        for step in self.steps.iter().filter(|step| step.custom) {
            varint(bytes, u64::from(step.id));
        }
        sparse(bytes, self.steps.iter().map(|step| step.header_size), 0);
        sparse(bytes, self.steps.iter().map(|step| step.variable), 0);
        sparse(bytes, self.steps.iter().map(|step| step.regenerated), 1);
        let bound = (self.distances.len() + self.streams.len()) as u64;
        let bits = self
            .distance_bits
            .unwrap_or_else(|| bound.next_power_of_two().trailing_zeros());
        pack(bytes, self.distances.iter().copied(), bits);
        for stream in &self.streams {
            varint(bytes, stream.len() as u64);
        }
        bytes.extend_from_slice(&self.headers);
        for stream in &self.streams {
            bytes.extend_from_slice(stream);
        }
    }
}

/// Numbers that are mostly `usual`: flags, then by how much the others exceed
/// `usual + 1`.
fn sparse(bytes: &mut Vec<u8>, values: impl Iterator<Item = u64> + Clone, usual: u64) {
    pack(
        bytes,
        values.clone().map(|value| u32::from(value != usual)),
        1,
    );
    for value in values.filter(|&value| value != usual) {
        varint(bytes, value.wrapping_sub(usual + 1));
    }
}

fn pack(bytes: &mut Vec<u8>, values: impl Iterator<Item = u32>, bits: u32) {
    let start = bytes.len();
    for (index, value) in values.enumerate() {
        for bit in 0..bits {
            let at = index * bits as usize + bit as usize;
            if bytes.len() <= start + at / 8 {
                bytes.push(0);
            }
            bytes[start + at / 8] |= ((value >> bit & 1) as u8) << (at % 8);
        }
    }
}
