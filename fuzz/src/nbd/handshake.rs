//! The model of the handshake.

use super::disk::{READ_ONLY, Settings, WRITABLE};
use super::{End, Fields, Talk};

const ACK: u64 = 1;
const ERROR: u64 = 1 << 31;
const ERR_UNSUP: u64 = ERROR + 1;
const ERR_POLICY: u64 = ERROR + 2;
const ERR_INVALID: u64 = ERROR + 3;
const ERR_UNKNOWN: u64 = ERROR + 6;
const ERR_TOO_BIG: u64 = ERROR + 9;

/// What was agreed on.
pub(super) struct Agreement {
    pub(super) settings: Settings,
    pub(super) structured: bool,
    /// The identifier of `base:allocation`, if it was selected.
    pub(super) context: Option<u64>,
}

/// What was negotiated so far.
#[derive(Default)]
struct State {
    structured: bool,
    /// The export, and the identifier.
    context: Option<(&'static str, u64)>,
}

impl State {
    fn agreement(&self, settings: Settings) -> Agreement {
        let selected = self.context.filter(|(name, _)| *name == settings.name);
        Agreement {
            settings,
            structured: self.structured,
            context: selected.map(|(_, id)| id),
        }
    }

    const fn flags(&self, settings: &Settings) -> u64 {
        settings.flags | if self.structured { 1 << 7 } else { 0 }
    }
}

/// How an option goes on.
enum Next {
    More,
    Abort,
    Go(Settings),
}

fn find(name: &[u8]) -> Option<Settings> {
    [WRITABLE, READ_ONLY]
        .into_iter()
        .find(|settings| settings.name.as_bytes() == name)
}

impl<'a> Talk<'a> {
    pub(super) fn handshake(&mut self) -> Result<Agreement, End> {
        assert_eq!(self.answered(18)?, b"NBDMAGICIHAVEOPT\0\x03");
        let flags = Fields(self.sent_first(4)?).must(4);
        if flags > 3 {
            return Err(End::Violation);
        }
        let mut state = State::default();
        for _ in 0..128 {
            if self.sent_first(8)? != b"IHAVEOPT" {
                return Err(End::Violation);
            }
            let option = Fields(self.sent(4)?).must(4);
            let length = Fields(self.sent(4)?).must(4) as usize;
            if option == 1 {
                return self.export_name(&state, length, flags & 2 == 0);
            }
            if flags & 1 == 0 || length > 1 << 26 {
                return Err(End::Violation);
            }
            let data = self.sent(length)?;
            let next = if length > 1 << 15 {
                Err(ERR_TOO_BIG)
            } else {
                self.option(&mut state, option, data)?
            };
            self.option_end(option, next.as_ref().err().copied())?;
            match next {
                Ok(Next::More) | Err(_) => {}
                Ok(Next::Abort) => return Err(End::Abort),
                Ok(Next::Go(settings)) => return Ok(state.agreement(settings)),
            }
        }
        Err(End::Violation)
    }

    fn export_name(
        &mut self,
        state: &State,
        length: usize,
        zeroes: bool,
    ) -> Result<Agreement, End> {
        if length > 4096 {
            return Err(End::Violation);
        }
        let settings = find(self.sent(length)?).ok_or(End::UnknownExport)?;
        let mut answer = self.answered_fields(10)?;
        assert_eq!(answer.must(8), settings.size);
        assert_eq!(answer.must(2), state.flags(&settings));
        if zeroes {
            assert_eq!(self.answered(124)?, [0; 124]);
        }
        Ok(state.agreement(settings))
    }

    /// An option: what is told before its end, which is returned.
    fn option(
        &mut self,
        state: &mut State,
        option: u64,
        data: &[u8],
    ) -> Result<Result<Next, u64>, End> {
        let mut fields = Fields(data);
        let next = match option {
            2 => Ok(Next::Abort),
            3 | 5 | 8 if !data.is_empty() => Err(ERR_INVALID),
            3 => {
                for settings in [WRITABLE, READ_ONLY] {
                    let mut told = self.option_reply(option, 2)?;
                    assert_eq!(told.string(), Some(settings.name.as_bytes()));
                    assert_eq!(told.0, settings.description.as_bytes());
                }
                Ok(Next::More)
            }
            5 => Err(ERR_POLICY),
            6 | 7 => match info(&mut fields) {
                None => Err(ERR_INVALID),
                Some((name, wanted)) => match find(name) {
                    None => Err(ERR_UNKNOWN),
                    Some(settings) => {
                        self.infos(state, option, &settings, &wanted)?;
                        Ok(if option == 6 {
                            Next::More
                        } else {
                            Next::Go(settings)
                        })
                    }
                },
            },
            8 => {
                state.structured = true;
                Ok(Next::More)
            }
            9 | 10 => return self.meta_context(state, option, &mut fields),
            _ => Err(ERR_UNSUP),
        };
        Ok(next)
    }

    fn meta_context(
        &mut self,
        state: &mut State,
        option: u64,
        fields: &mut Fields<'_>,
    ) -> Result<Result<Next, u64>, End> {
        let is_selection = option == 10;
        if is_selection {
            state.context = None;
        }
        if !state.structured {
            return Ok(Err(ERR_INVALID));
        }
        let (name, queries) = match meta(fields) {
            Ok(request) => request,
            Err(error) => return Ok(Err(error)),
        };
        let Some(settings) = find(name) else {
            return Ok(Err(ERR_UNKNOWN));
        };
        let is_told = queries.contains(&&b"base:allocation"[..])
            || !is_selection && (queries.is_empty() || queries.contains(&&b"base:"[..]));
        if is_told {
            let mut told = self.option_reply(option, 4)?;
            let id = told.must(4);
            assert_eq!(told.0, b"base:allocation");
            if is_selection {
                state.context = Some((settings.name, id));
            }
        }
        Ok(Ok(Next::More))
    }

    fn infos(
        &mut self,
        state: &State,
        option: u64,
        settings: &Settings,
        wanted: &[u64],
    ) -> Result<(), End> {
        // Size and block sizes are told in any case.
        let mut expected = vec![0, 3];
        for kind in [1, 2] {
            if wanted.contains(&kind) && (kind == 1 || !settings.description.is_empty()) {
                expected.push(kind);
            }
        }
        while !expected.is_empty() {
            let mut told = self.option_reply(option, 3)?;
            let kind = told.must(2);
            let index = expected.iter().position(|&other| other == kind);
            expected.swap_remove(index.expect("information that was asked for, once"));
            match kind {
                0 => {
                    assert_eq!(told.must(8), settings.size);
                    assert_eq!(told.must(2), state.flags(settings));
                }
                1 => assert_eq!(told.take(told.0.len()), Some(settings.name.as_bytes())),
                2 => {
                    let text = settings.description.as_bytes();
                    assert_eq!(told.take(told.0.len()), Some(text));
                }
                _ => {
                    assert_eq!(told.must(4), u64::from(settings.minimum));
                    assert_eq!(told.must(4), u64::from(settings.preferred));
                    assert_eq!(told.must(4), u64::from(settings.maximum));
                }
            }
            assert!(told.0.is_empty());
        }
        Ok(())
    }

    /// A reply to an option: its data.
    fn option_reply(&mut self, option: u64, kind: u64) -> Result<Fields<'a>, End> {
        let mut header = self.answered_fields(20)?;
        assert_eq!(header.must(8), 0x0003_e889_0455_65a9);
        assert_eq!(header.must(4), option);
        assert_eq!(header.must(4), kind);
        let length = header.must(4) as usize;
        self.answered_fields(length)
    }

    fn option_end(&mut self, option: u64, error: Option<u64>) -> Result<(), End> {
        let data = self.option_reply(option, error.unwrap_or(ACK))?;
        assert!(data.0.is_empty() || error.is_some());
        Ok(())
    }
}

/// The name, and the information that is asked for.
fn info<'d>(fields: &mut Fields<'d>) -> Option<(&'d [u8], Vec<u64>)> {
    let name = utf8(fields.string()?)?;
    let count = fields.number(2)?;
    if fields.0.len() as u64 != 2 * count {
        return None;
    }
    Some((name, (0..count).map(|_| fields.must(2)).collect()))
}

/// The name, and the queries.
fn meta<'d>(fields: &mut Fields<'d>) -> Result<(&'d [u8], Vec<&'d [u8]>), u64> {
    let name = fields.string().and_then(utf8).ok_or(ERR_INVALID)?;
    let count = fields.number(4).ok_or(ERR_INVALID)?;
    if count > 32 {
        return Err(ERR_TOO_BIG);
    }
    let queries: Option<Vec<_>> = (0..count).map(|_| fields.string()).collect();
    match queries {
        Some(queries) if fields.0.is_empty() => Ok((name, queries)),
        _ => Err(ERR_INVALID),
    }
}

fn utf8(bytes: &[u8]) -> Option<&[u8]> {
    std::str::from_utf8(bytes).is_ok().then_some(bytes)
}
