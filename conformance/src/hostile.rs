//! Malformed frames for the check `reject`.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use crate::format::Format;

/// What is demanded of the implementations for one hostile frame, beyond a
/// typed error or a value, in bounded time and memory, and agreement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Expectation {
    /// Native and reference agree, whatever they say.
    #[default]
    Agreement,
    /// Both reject. Right for frames that no reader may take.
    Rejection,
    /// Both accept. Right for a sound frame among mutated ones.
    Acceptance,
}

/// The bounds that the native implementation must keep on a hostile frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// Wall time for one call. The reference is held to it as well.
    pub time: Duration,
    /// Peak of live heap bytes during one native call, if the suite was given
    /// a [`Meter`](crate::Meter).
    pub memory: u64,
}

impl Default for Bounds {
    /// Ten seconds (a loaded machine must not fail a sound decoder, and a
    /// decoder that believes a length of 2^60 takes centuries) and 64 MiB.
    fn default() -> Self {
        Self {
            time: Duration::from_secs(10),
            memory: 64 << 20,
        }
    }
}

/// One malformed frame.
///
/// ```
/// use conformance::{Expectation, HostileFrame};
///
/// let bomb = HostileFrame::new("claims 2^60 bytes", vec![0xff; 60])
///     .expecting(Expectation::Rejection);
/// assert_eq!(bomb.bytes.len(), 60);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostileFrame {
    /// What is wrong with it, for a report: `cut at 17`.
    pub label: String,
    /// The frame.
    pub bytes: Vec<u8>,
    /// What is demanded.
    pub expectation: Expectation,
}

impl HostileFrame {
    /// A frame on which native and reference must agree.
    pub fn new(label: impl Into<String>, bytes: Vec<u8>) -> Self {
        Self {
            label: label.into(),
            bytes,
            expectation: Expectation::default(),
        }
    }

    /// States what is demanded.
    #[must_use]
    pub fn expecting(mut self, expectation: Expectation) -> Self {
        self.expectation = expectation;
        self
    }
}

/// The frames of a set, made when it runs.
type Frames = dyn Fn() -> Box<dyn Iterator<Item = HostileFrame>> + Send + Sync;

/// A named set of hostile frames: one trial of `reject`.
pub struct HostileSet<F: Format> {
    name: String,
    context: F::Context,
    bounds: Bounds,
    frames: Arc<Frames>,
}

impl<F: Format> Clone for HostileSet<F> {
    fn clone(&self) -> Self {
        Self {
            name: self.name.clone(),
            context: self.context.clone(),
            bounds: self.bounds,
            frames: Arc::clone(&self.frames),
        }
    }
}

impl<F: Format> fmt::Debug for HostileSet<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HostileSet")
            .field("name", &self.name)
            .field("bounds", &self.bounds)
            .finish_non_exhaustive()
    }
}

impl<F: Format> HostileSet<F> {
    /// A set whose frames `frames` makes lazily, in the same order each time.
    pub fn new<I>(
        name: impl Into<String>,
        context: F::Context,
        frames: impl Fn() -> I + Send + Sync + 'static,
    ) -> Self
    where
        I: IntoIterator<Item = HostileFrame>,
        I::IntoIter: 'static,
    {
        Self {
            name: name.into(),
            context,
            bounds: Bounds::default(),
            frames: Arc::new(move || Box::new(frames().into_iter())),
        }
    }

    /// Every proper prefix of a frame, from none of it to all but a byte.
    pub fn truncations(
        name: impl Into<String>,
        context: F::Context,
        expectation: Expectation,
        frame: impl Fn() -> Vec<u8> + Send + Sync + 'static,
    ) -> Self {
        Self::new(name, context, move || {
            let frame = frame();
            (0..frame.len()).map(move |at| {
                HostileFrame::new(format!("cut at {at}"), frame[..at].to_vec())
                    .expecting(expectation)
            })
        })
    }

    /// A frame with one bit inverted, for every `stride`-th of its bits (all of
    /// them when `stride` is 1).
    ///
    /// # Panics
    /// If `stride` is 0.
    pub fn bit_flips(
        name: impl Into<String>,
        context: F::Context,
        stride: usize,
        frame: impl Fn() -> Vec<u8> + Send + Sync + 'static,
    ) -> Self {
        assert!(stride > 0, "a stride of 0 goes nowhere");
        Self::new(name, context, move || {
            let frame = frame();
            (0..frame.len() * 8).step_by(stride).map(move |at| {
                let mut bytes = frame.clone();
                bytes[at / 8] ^= 1 << (at % 8);
                HostileFrame::new(format!("bit {} of byte {} inverted", at % 8, at / 8), bytes)
            })
        })
    }

    /// Replaces the default [`Bounds`].
    #[must_use]
    pub fn within(mut self, bounds: Bounds) -> Self {
        self.bounds = bounds;
        self
    }

    /// The set's name, a path like a case's.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What readers of these frames are told beside the bytes.
    pub fn context(&self) -> &F::Context {
        &self.context
    }

    /// The bounds for one call.
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// Makes the frames.
    pub fn frames(&self) -> impl Iterator<Item = HostileFrame> + use<F> {
        (self.frames)()
    }
}
