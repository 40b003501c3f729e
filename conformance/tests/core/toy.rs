//! A toy format: a magic byte, a length, the payload under a key, a sum.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use conformance::{
    Availability, Case, Check, Dissection, Failure, Format, HostileSet, Implementation, Judgement,
    Missing, Outcome, Role, Shape, Suite, Trial, describe_byte_difference,
};

pub(crate) const MAGIC: u8 = 0x54;
const KEY: u8 = 0x5a;

/// A case: so many bytes, counted up from a seed.
#[derive(Clone, Debug)]
pub(crate) struct Counted {
    pub(crate) seed: u8,
    pub(crate) len: usize,
    /// Needs a corpus that no machine has.
    pub(crate) missing: bool,
}

impl Case for Counted {
    fn name(&self) -> String {
        format!("counted-from-{}/{}", self.seed, self.len)
    }
}

/// A case by its numbers.
pub(crate) fn case(seed: u8, len: usize) -> Counted {
    Counted {
        seed,
        len,
        missing: false,
    }
}

/// What is planted in an implementation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Plant {
    Nothing,
    /// Writes this byte of the frame wrong, the sum put right.
    WrongByte(usize),
    /// Writes a frame that is a byte too short, in the payload.
    Short,
    /// Writes nothing.
    ReadsOnly,
    /// Reads nothing.
    WritesOnly,
    PanicsWriting,
    PanicsReading,
    RefusesWriting,
    RefusesReading,
    ReadsWrong,
    UnsupportedWriting,
    UnsupportedReading,
    /// Takes frames with a wrong sum.
    TakesAnySum,
    /// Reads right, but through its second shape wrong.
    SecondShapeLies,
    HangsReading,
    /// Believes the length and asks for that much memory.
    TrustsTheLength,
    Absent,
    NamesNoVersion,
}

/// An implementation of the toy format.
#[derive(Clone, Debug)]
pub(crate) struct Coder {
    pub(crate) name: &'static str,
    pub(crate) role: Role,
    pub(crate) plant: Plant,
}

/// The format with the implementations that it is given.
pub(crate) struct Toy {
    pub(crate) coders: Vec<Coder>,
    pub(crate) cases: Vec<Counted>,
    pub(crate) frozen: Vec<Counted>,
    pub(crate) hostile: Vec<HostileSet<Toy>>,
    pub(crate) claims: Vec<Check>,
    /// Whether a native side may mind a sum that the reference does not.
    pub(crate) may_mind_sums: bool,
}

/// Native `toy` and reference `libtoy`, each with its plant, and four cases.
pub(crate) fn toy(native: Plant, reference: Plant) -> Toy {
    Toy {
        coders: vec![
            Coder {
                name: "toy",
                role: Role::Native,
                plant: native,
            },
            Coder {
                name: "libtoy",
                role: Role::Reference,
                plant: reference,
            },
        ],
        cases: vec![case(0, 0), case(1, 1), case(7, 40), case(200, 300)],
        frozen: Vec::new(),
        hostile: Vec::new(),
        claims: Check::ALL.to_vec(),
        may_mind_sums: false,
    }
}

impl Toy {
    /// Adds an external implementation `eggtoy`.
    pub(crate) fn with_external(mut self, plant: Plant) -> Self {
        self.coders.push(Coder {
            name: "eggtoy",
            role: Role::External,
            plant,
        });
        self
    }
}

/// The frame of a payload, as it should be.
pub(crate) fn frame(payload: &[u8]) -> Vec<u8> {
    let mut frame = vec![MAGIC];
    frame.extend((payload.len() as u32).to_le_bytes());
    frame.extend(payload.iter().map(|byte| byte ^ KEY));
    frame.push(sum(payload));
    frame
}

pub(crate) fn payload(case: &Counted) -> Vec<u8> {
    (0..case.len)
        .map(|i| case.seed.wrapping_add(i as u8))
        .collect()
}

fn sum(payload: &[u8]) -> u8 {
    payload.iter().fold(0, |sum, byte| sum ^ byte)
}

/// Parses a frame, as it should be.
fn parse(frame: &[u8], any_sum: bool) -> Result<Vec<u8>, Failure> {
    let Some((head, rest)) = frame.split_at_checked(5) else {
        return Err(Failure::new("no room for a header").kind("Truncated").at(0));
    };
    if head[0] != MAGIC {
        return Err(Failure::new("not a toy").kind("Magic").at(0));
    }
    let len = u32::from_le_bytes([head[1], head[2], head[3], head[4]]) as usize;
    if rest.len() != len + 1 {
        return Err(Failure::new("not the length that it says")
            .kind("Length")
            .at(1));
    }
    let payload: Vec<u8> = rest[..len].iter().map(|byte| byte ^ KEY).collect();
    if !any_sum && rest[len] != sum(&payload) {
        return Err(Failure::new("the sum is wrong")
            .kind("Sum")
            .at(5 + len as u64));
    }
    Ok(payload)
}

impl Format for Toy {
    type Case = Counted;
    type Input = Vec<u8>;
    type Context = ();
    type Value = Vec<u8>;

    fn name(&self) -> &'static str {
        "toy"
    }

    fn implementations(&self) -> Vec<Arc<dyn Implementation<Self>>> {
        let coders = self.coders.iter().cloned();
        coders
            .map(|coder| Arc::new(coder) as Arc<dyn Implementation<Self>>)
            .collect()
    }

    fn cases(&self) -> Vec<Counted> {
        self.cases.clone()
    }

    fn materialize(&self, case: &Counted) -> Result<Vec<u8>, Missing> {
        if case.missing {
            return Err(Missing {
                what: "corpus of toys".to_owned(),
                how_to_install: "touchstone corpora fetch".to_owned(),
            });
        }
        Ok(payload(case))
    }

    fn context(&self, _: &Counted) {}

    fn value(&self, _: &Counted, input: &Vec<u8>) -> Vec<u8> {
        input.clone()
    }

    fn checksum(&self, value: &Vec<u8>) -> u64 {
        value.iter().fold(value.len() as u64, |sum, byte| {
            sum.rotate_left(7) ^ u64::from(*byte)
        })
    }

    fn dissect(&self, (): &(), frame: &[u8]) -> Dissection {
        let mut told = Dissection::new();
        let Some((head, _)) = frame.split_at_checked(5) else {
            told.stop("no header");
            return told;
        };
        let len = u32::from_le_bytes([head[1], head[2], head[3], head[4]]) as usize;
        told.field(0..1, "magic", format!("{:#04x}", head[0]));
        told.field(1..5, "length", len);
        told.field(5..5 + len, "payload", format!("{len} bytes"));
        told.field(5 + len..6 + len, "sum", "");
        told
    }

    fn describe_difference(&self, expected: &Vec<u8>, got: &Vec<u8>) -> String {
        describe_byte_difference(expected, got)
    }

    fn claims(&self, check: Check, _: &Counted) -> bool {
        self.claims.contains(&check)
    }

    fn stricter(&self, failure: &Failure) -> Option<&'static str> {
        let minds = self.may_mind_sums && failure.kind_name() == Some("Sum");
        minds.then_some("libtoy does not check sums")
    }

    fn hostile(&self) -> Vec<HostileSet<Self>> {
        self.hostile.clone()
    }

    fn golden_cases(&self) -> Vec<Counted> {
        self.frozen.clone()
    }
}

impl Implementation<Toy> for Coder {
    fn name(&self) -> &str {
        self.name
    }

    fn role(&self) -> Role {
        self.role
    }

    fn version(&self) -> String {
        match self.plant {
            Plant::NamesNoVersion => String::new(),
            _ => "1.2.3".to_owned(),
        }
    }

    fn availability(&self) -> Availability {
        match self.plant {
            Plant::Absent => Availability::Absent {
                how_to_install: format!("apt-get install {}", self.name),
            },
            _ => Availability::Present,
        }
    }

    fn produce(&self, _: &Counted, input: &Vec<u8>) -> Outcome<Vec<u8>> {
        let mut frame = frame(input);
        match self.plant {
            Plant::WrongByte(at) if at < frame.len() => frame[at] ^= 0x80,
            Plant::Short if !input.is_empty() => {
                frame.remove(5);
            }
            Plant::ReadsOnly => return Outcome::Lacks,
            Plant::PanicsWriting => panic!("planted in {}", self.name),
            Plant::RefusesWriting => return Outcome::Failed(Failure::new("planted refusal")),
            Plant::UnsupportedWriting => return Outcome::Unsupported("codec 9".to_owned()),
            _ => {}
        }
        Outcome::Done(frame)
    }

    fn consume(&self, (): &(), frame: &[u8]) -> Outcome<Vec<u8>> {
        match self.plant {
            Plant::WritesOnly => return Outcome::Lacks,
            Plant::PanicsReading => panic!("planted in {}", self.name),
            Plant::UnsupportedReading => return Outcome::Unsupported("codec 9".to_owned()),
            Plant::HangsReading => thread::sleep(Duration::from_secs(3)),
            Plant::RefusesReading => {
                return Outcome::Failed(Failure::new("planted refusal").at(1));
            }
            Plant::TrustsTheLength if frame.len() >= 5 => {
                let len = u32::from_le_bytes([frame[1], frame[2], frame[3], frame[4]]);
                std::hint::black_box(Vec::<u8>::with_capacity(len as usize));
            }
            _ => {}
        }
        let read = parse(frame, self.plant == Plant::TakesAnySum);
        Outcome::from(read).map(|mut payload| {
            if self.plant == Plant::ReadsWrong
                && let Some(last) = payload.last_mut()
            {
                *last ^= 1;
            }
            payload
        })
    }

    fn consume_shapes(&self) -> Vec<Shape<'_, Toy>> {
        vec![
            Shape::new("to-vec", |context: &(), frame: &[u8]| {
                self.consume(context, frame)
            }),
            Shape::new("into-slice", |context: &(), frame: &[u8]| {
                self.consume(context, frame).map(|mut payload| {
                    if self.plant == Plant::SecondShapeLies {
                        payload.push(0);
                    }
                    payload
                })
            }),
        ]
    }
}

/// The trials of a format, without a workspace.
pub(crate) fn trials(toy: Toy) -> Vec<Trial> {
    Suite::new()
        .with(toy)
        .trials()
        .expect("the names are sound")
}

/// What one trial of a format comes to.
pub(crate) fn judge(toy: Toy, check: Check, case: &str) -> Judgement {
    let trials = trials(toy);
    let found = trials
        .iter()
        .find(|t| t.check() == check && t.case() == case);
    found.expect("the trial is listed").run()
}

/// The words of a failing trial.
pub(crate) fn failure(toy: Toy, check: Check, case: &str) -> String {
    match judge(toy, check, case).verdict {
        conformance::Verdict::Failed { detail } => detail,
        other => panic!("{check} of {case} came to {other:?}"),
    }
}
