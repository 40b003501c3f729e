//! Input sizes, in bytes, at which codecs change their behaviour.

/// One mebibyte: the large input of suites and benches.
pub const MEBIBYTE: usize = 1 << 20;

/// The most bytes in a Zstandard block (RFC 8878, `Block_Maximum_Size`).
pub const ZSTD_BLOCK: usize = 128 << 10;

/// The size below which OpenZL by default stores a stream rather than
/// compressing it (its parameter `minStreamSize`).
pub const OPENZL_MIN_STREAM: usize = 10;

/// The least values that take two, three and four bytes as a LEB128 varint.
pub const VARINT_EDGES: [usize; 3] = [1 << 7, 1 << 14, 1 << 21];

/// The greatest size that [`every_size`] gives in an unbroken run from 0.
pub const DENSE_UP_TO: usize = 300;

/// Powers of two from 1 to [`MEBIBYTE`], each with its two neighbours.
pub fn around_powers_of_two() -> Vec<usize> {
    neat((0..=20).flat_map(|bit| around(1 << bit)))
}

/// The thresholds of formats, each with its two neighbours: OpenZL's least
/// stream, the varint edges, one and two Zstandard blocks, the widths of length
/// fields, 1 MiB.
pub fn thresholds() -> Vec<usize> {
    let edges = [
        OPENZL_MIN_STREAM,
        1 << 8,
        1 << 16,
        ZSTD_BLOCK,
        2 * ZSTD_BLOCK,
        MEBIBYTE,
    ];
    neat(edges.into_iter().chain(VARINT_EDGES).flat_map(around))
}

/// All of it, ascending and each once: 0 to [`DENSE_UP_TO`] without a gap, the
/// powers of two and the thresholds with their neighbours.
///
/// ```
/// let sizes = corpora::sizes::every_size();
/// assert!((0..=300).all(|size| sizes.contains(&size)));
/// assert!(sizes.contains(&(128 * 1024 + 1)));
/// ```
pub fn every_size() -> Vec<usize> {
    let sparse = around_powers_of_two().into_iter().chain(thresholds());
    neat((0..=DENSE_UP_TO).chain(sparse))
}

/// For suites that run at every change: the least sizes, then thresholds up to
/// one Zstandard block and a byte.
///
/// ```
/// let short = corpora::sizes::short_sizes();
/// assert!(short.len() < 50);
/// assert!(short.iter().all(|size| *size <= corpora::sizes::ZSTD_BLOCK + 1));
/// ```
pub fn short_sizes() -> Vec<usize> {
    let some = [31, 32, 33, 63, 64, 65, 300, 1000, 4095, 4096, 4097];
    let edges = thresholds()
        .into_iter()
        .filter(|size| *size <= ZSTD_BLOCK + 1);
    neat((0..=8).chain(some).chain(edges))
}

fn around(size: usize) -> [usize; 3] {
    [size - 1, size, size + 1]
}

fn neat(sizes: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut sizes: Vec<usize> = sizes.collect();
    sizes.sort_unstable();
    sizes.dedup();
    sizes
}
