//! Clients, written from a plan.

use arbitrary::{Result, Unstructured};

/// The most that a client sends.
const LONGEST: usize = 1 << 19;

/// A client that has chosen the default export.
pub(super) fn handshake(structured: bool) -> Vec<u8> {
    let mut script = 3_u32.to_be_bytes().to_vec();
    if structured {
        option(&mut script, 8, &[]);
        option(&mut script, 10, &meta(b"", &[b"base:allocation"]));
    }
    option(&mut script, 7, &info(b"", &[]));
    script
}

/// A client by a plan: a byte for its flags, and then steps of a byte for what
/// to do and bytes for how.
pub(super) fn run(plan: &[u8]) -> Result<Vec<u8>> {
    let mut source = Unstructured::new(plan);
    let flags: u8 = source.arbitrary()?;
    let mut script = u32::from(flags ^ 3).to_be_bytes().to_vec();
    while !source.is_empty() && script.len() < LONGEST {
        let step: u8 = source.arbitrary()?;
        match step {
            0..8 => script.extend(&handshake(step % 2 == 1)[4..]),
            8..16 => option(&mut script, 8, &[]),
            16..32 => {
                let [name, wanted]: [u8; 2] = source.arbitrary()?;
                let wanted: Vec<u16> = (0..8).filter(|bit| wanted & 1 << bit != 0).collect();
                let data = info(export(name), &wanted);
                option(&mut script, 6 + u32::from(step % 2), &data);
            }
            32..48 => {
                let [name, queries]: [u8; 2] = source.arbitrary()?;
                let all = [
                    &b"base:allocation"[..],
                    b"base:",
                    b"x-own:y",
                    b"base:other",
                    b"?",
                ];
                let skipped = usize::from(queries) % all.len();
                let count = usize::from(queries) / all.len();
                let queries = all.into_iter().cycle().skip(skipped).take(count);
                let data = meta(export(name), &queries.collect::<Vec<_>>());
                option(&mut script, 9 + u32::from(step % 2), &data);
            }
            48..56 => option(&mut script, 3, &[]),
            56..60 => {
                let name: u8 = source.arbitrary()?;
                option(&mut script, 1, export(name));
            }
            60..72 => {
                let [number, length]: [u8; 2] = source.arbitrary()?;
                let data = source.bytes(usize::from(length).min(source.len()))?;
                option(&mut script, number.into(), data);
            }
            72..74 => {
                let [number, length]: [u8; 2] = source.arbitrary()?;
                let data = vec![0; 32_700 + usize::from(length)];
                option(&mut script, number.into(), &data);
            }
            74..80 => {
                let length: u8 = source.arbitrary()?;
                let bytes = source.bytes(usize::from(length).min(source.len()))?;
                script.extend_from_slice(bytes);
            }
            80..82 => request(&mut script, [0, 2, 0, 0, 0]),
            _ => requests(&mut script, step, &mut source)?,
        }
    }
    Ok(script)
}

fn requests(script: &mut Vec<u8>, step: u8, source: &mut Unstructured<'_>) -> Result<()> {
    let [flags, cookie, offset, length]: [u8; 4] = source.arbitrary()?;
    // Mostly known commands and whole blocks within.
    let command = u64::from(step % 9);
    let flags = if flags < 32 { u64::from(flags) } else { 0 };
    let (offset, length) = (u64::from(offset), u64::from(length));
    let (offset, length) = match step {
        240.. if length >= 128 => (offset << 56, length << 24),
        240.. => ((offset * 512).wrapping_neg(), length * 512),
        224..240 => (offset * 61, length),
        208..224 => (offset * 512, length * 512),
        _ => (offset * 512, length % 16 * 512),
    };
    request(script, [flags, command, cookie.into(), offset, length]);
    if command == 1 && length < 1 << 18 {
        let byte: u8 = source.arbitrary()?;
        let zeros = usize::from(source.arbitrary::<u8>()?) * 64;
        let start = script.len();
        script.resize(start + length as usize, byte);
        let end = (start + zeros).min(script.len());
        script[start..end].fill(0);
    }
    Ok(())
}

/// Flags, command, cookie, offset, length.
fn request(script: &mut Vec<u8>, fields: [u64; 5]) {
    script.extend_from_slice(&0x2560_9513_u32.to_be_bytes());
    for (field, size) in fields.into_iter().zip([2, 2, 8, 8, 4]) {
        script.extend_from_slice(&field.to_be_bytes()[8 - size..]);
    }
}

fn option(script: &mut Vec<u8>, option: u32, data: &[u8]) {
    script.extend_from_slice(b"IHAVEOPT");
    script.extend_from_slice(&option.to_be_bytes());
    string(script, data);
}

fn string(data: &mut Vec<u8>, string: &[u8]) {
    data.extend_from_slice(&(string.len() as u32).to_be_bytes());
    data.extend_from_slice(string);
}

fn export(choice: u8) -> &'static [u8] {
    match choice {
        0..160 => b"",
        160..240 => b"r",
        240..250 => b"none",
        _ => b"\xff",
    }
}

fn info(name: &[u8], wanted: &[u16]) -> Vec<u8> {
    let mut data = Vec::new();
    string(&mut data, name);
    data.extend_from_slice(&(wanted.len() as u16).to_be_bytes());
    data.extend(wanted.iter().flat_map(|kind| kind.to_be_bytes()));
    data
}

fn meta(name: &[u8], queries: &[&[u8]]) -> Vec<u8> {
    let mut data = Vec::new();
    string(&mut data, name);
    data.extend_from_slice(&(queries.len() as u32).to_be_bytes());
    for query in queries {
        string(&mut data, query);
    }
    data
}
