//! Messages to the child, and its answers: `child/serve.py` has the other end.

use crate::error::Error;

/// Puts a request together.
#[derive(Debug)]
pub(crate) struct Request(Vec<u8>);

impl Request {
    /// A request by its first byte, a place in `CALLS` of `child/calls.py`.
    pub(crate) fn new(call: u8) -> Self {
        Self(vec![call])
    }

    pub(crate) fn number(&mut self, number: u64) -> &mut Self {
        self.0.extend(number.to_le_bytes());
        self
    }

    pub(crate) fn bytes(&mut self, bytes: &[u8]) -> &mut Self {
        self.number(bytes.len() as u64);
        self.0.extend(bytes);
        self
    }

    pub(crate) fn text(&mut self, text: &str) -> &mut Self {
        self.bytes(text.as_bytes())
    }

    pub(crate) fn list<T>(&mut self, items: &[T], mut put: impl FnMut(&mut Self, &T)) -> &mut Self {
        self.number(items.len() as u64);
        for item in items {
            put(self, item);
        }
        self
    }

    /// The message, with its length in front.
    pub(crate) fn message(&self) -> Vec<u8> {
        let length = (self.0.len() as u64).to_le_bytes();
        [&length, self.0.as_slice()].concat()
    }
}

/// Takes an answer apart.
#[derive(Debug)]
pub(crate) struct Answer<'a>(&'a [u8]);

const SHORT: Error = Error::Answer {
    what: "it is cut off",
};

impl<'a> Answer<'a> {
    /// The result of an answer.
    ///
    /// # Errors
    /// [`Error::Refused`] when it has none.
    pub(crate) fn of(answer: &'a [u8]) -> Result<Self, Error> {
        match answer.split_first() {
            Some((0, rest)) => Ok(Self(rest)),
            Some((1, rest)) => {
                let mut said = Self(rest);
                let (kind, reason) = (said.text()?, said.text()?);
                Err(Error::Refused { kind, reason })
            }
            _ => Err(SHORT),
        }
    }

    pub(crate) fn number(&mut self) -> Result<u64, Error> {
        let (number, rest) = self.0.split_first_chunk().ok_or(SHORT)?;
        self.0 = rest;
        Ok(u64::from_le_bytes(*number))
    }

    pub(crate) fn bytes(&mut self) -> Result<&'a [u8], Error> {
        let length = usize::try_from(self.number()?).map_err(|_| SHORT)?;
        let (bytes, rest) = self.0.split_at_checked(length).ok_or(SHORT)?;
        self.0 = rest;
        Ok(bytes)
    }

    pub(crate) fn text(&mut self) -> Result<String, Error> {
        let bytes = self.bytes()?.to_vec();
        String::from_utf8(bytes).map_err(|_| Error::Answer {
            what: "a text is not UTF-8",
        })
    }

    /// An array of numbers of so many bytes each.
    pub(crate) fn array<const SIZE: usize, T>(
        &mut self,
        value: fn([u8; SIZE]) -> T,
    ) -> Result<Vec<T>, Error> {
        let (chunks, []) = self.bytes()?.as_chunks() else {
            return Err(Error::Answer {
                what: "an array ends within a number",
            });
        };
        Ok(chunks.iter().map(|bytes| value(*bytes)).collect())
    }

    pub(crate) fn list<T>(
        &mut self,
        mut item: impl FnMut(&mut Self) -> Result<T, Error>,
    ) -> Result<Vec<T>, Error> {
        // Nothing is set aside for a length: items come one by one.
        (0..self.number()?).map(|_| item(self)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{Answer, Request};
    use crate::error::Error;

    fn answer() -> Vec<u8> {
        let mut request = Request::new(0);
        request.number(7).text("seven");
        request.list(&[1_u64, 2], |request, it| {
            request.number(*it);
        });
        request.bytes(&[1, 0, 0, 0, 2, 0, 0, 0]);
        request.message()[8..].to_vec()
    }

    type Parts = (u64, String, Vec<u64>, Vec<u32>);

    fn taken(bytes: &[u8]) -> Result<Parts, Error> {
        let mut answer = Answer::of(bytes)?;
        Ok((
            answer.number()?,
            answer.text()?,
            answer.list(Answer::number)?,
            answer.array(u32::from_le_bytes)?,
        ))
    }

    #[test]
    fn what_is_put_is_taken() {
        let (number, text, list, array) = taken(&answer()).unwrap();
        assert_eq!((number, text.as_str()), (7, "seven"));
        assert_eq!((list, array), (vec![1, 2], vec![1, 2]));
    }

    #[test]
    fn a_cut_answer_is_an_error() {
        let whole = answer();
        for length in 0..whole.len() {
            let error = taken(&whole[..length]).unwrap_err();
            assert!(matches!(error, Error::Answer { .. }), "{length}: {error}");
        }
    }

    #[test]
    fn an_exception_is_told() {
        let mut request = Request::new(1);
        request.text("KeyError").text("no bank");
        let error = Answer::of(&request.message()[8..]).unwrap_err();
        assert_eq!(error.to_string(), "oxihipo: KeyError: no bank");
    }
}
