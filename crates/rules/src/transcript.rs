//! The transcript of a match: its rules, and one line an event, printed and parsed without loss.
//!
//! ```text
//! rules Five-Up 150
//! deal leads 0: 6-6 5-4 …
//! 0 plays 6-6
//! ```
//!
//! The lines of the events are each game's own: see [`line::record`](crate::line::record).

use std::fmt::{self, Write as _};
use std::str::FromStr;

use crate::any::{Event, Illegal, Match, Rules};
use crate::game::{DealError, Given, ParseEventError, ParseRulesError, TimeError};

/// The rules of a match and all that happened in it. As text it is one line for the rules and one for
/// each event.
///
/// ```
/// use boneyard_rules::line::Preset;
/// use boneyard_rules::{Match, Order, Transcript};
///
/// let mut game = Match::new(&Preset::QUICK_DRAW.rules().into());
/// let events = game.deal(&Order::sorted(28))?;
/// let transcript = Transcript { rules: game.rules(), events };
///
/// let text = transcript.to_string();
/// let read: Transcript = text.parse()?;
/// assert_eq!(read, transcript, "the text says all of it");
/// assert_eq!(read.replay()?, game, "and leads to the same match");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Transcript {
    /// The rules of the match.
    pub rules: Rules,
    /// The events of all rounds.
    pub events: Vec<Event>,
}

/// The text is not a transcript.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseTranscriptError {
    /// The first line doesn't contain the rules.
    #[error("line 1: a transcript begins with `rules` and their short notation")]
    NoRules,
    /// The rules can't be read.
    #[error("line 1: {0}")]
    Rules(ParseRulesError),
    /// A line is not an event.
    #[error("line {line}: {source}")]
    Event {
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong with the line.
        source: ParseEventError,
    },
}

/// The events can't have happened under these rules.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct ReplayError {
    /// The number of the event's line in the transcript, from 1; the rules have line 1.
    pub line: usize,
    /// What is wrong with the event.
    pub problem: ReplayProblem,
}

/// Why an event can't have happened there.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReplayProblem {
    /// The event is neither a decision nor chance, and doesn't follow from the events before it.
    #[error("this doesn't follow from the lines before it")]
    Unfounded,
    /// By the rules another event happens there.
    #[error("by the rules this line is `{0}`")]
    Other(Box<Event>),
    /// The rules refuse the lots or the deal.
    #[error(transparent)]
    Deal(#[from] DealError),
    /// The rules refuse the move.
    #[error(transparent)]
    Move(#[from] Illegal),
    /// Time can't be called there.
    #[error(transparent)]
    Time(#[from] TimeError),
}

impl Transcript {
    /// The transcript of a match of one game.
    pub fn new<E: Into<Event>>(
        rules: impl Into<Rules>,
        events: impl IntoIterator<Item = E>,
    ) -> Self {
        Self {
            rules: rules.into(),
            events: events.into_iter().map(Into::into).collect(),
        }
    }

    /// Repeats the decisions of the transcript in a new match with the same rules, and checks that all other
    /// events follow from these decisions.
    pub fn replay(&self) -> Result<Match, ReplayError> {
        self.walk(|_, _| ())
    }

    /// Replays like [`Self::replay`], and calls `look` with the match and the new events after each order, move and call
    /// of time.
    ///
    /// # Errors
    ///
    /// [`ReplayError`] names the first event that the rules don't allow or that doesn't follow from the
    /// decisions, and says why. Until then, `look` was called for each decision whose events all follow from it.
    pub fn walk(&self, mut look: impl FnMut(&Match, &[Event])) -> Result<Match, ReplayError> {
        let mut game = Match::new(&self.rules);
        let mut rest = self.events.as_slice();
        while let Some(event) = rest.first() {
            let line = self.events.len() - rest.len() + 2;
            let follows =
                decide(&mut game, event).map_err(|problem| ReplayError { line, problem })?;
            for (offset, event) in follows.iter().enumerate() {
                if rest.get(offset) != Some(event) {
                    return Err(ReplayError {
                        line: line + offset,
                        problem: ReplayProblem::Other(Box::new(event.clone())),
                    });
                }
            }
            look(&game, &follows);
            rest = &rest[follows.len()..];
        }
        Ok(game)
    }
}

/// Repeats one decision.
fn decide(game: &mut Match, event: &Event) -> Result<Vec<Event>, ReplayProblem> {
    Ok(match game.given(event).ok_or(ReplayProblem::Unfounded)? {
        Given::Order(order) => game.deal(&order)?,
        Given::Move(seat, chosen) => game.take(seat, chosen)?,
        Given::Time => game.call_time()?,
    })
}

impl fmt::Display for Transcript {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "rules {}", self.rules)?;
        self.events.iter().try_for_each(|event| {
            event.fmt(f)?;
            f.write_char('\n')
        })
    }
}

impl FromStr for Transcript {
    type Err = ParseTranscriptError;

    fn from_str(text: &str) -> Result<Self, ParseTranscriptError> {
        let mut lines = (1..).zip(text.lines());
        let (_, first) = lines.next().unwrap_or((1, ""));
        let rules: Rules = first
            .strip_prefix("rules ")
            .ok_or(ParseTranscriptError::NoRules)?
            .parse()
            .map_err(ParseTranscriptError::Rules)?;
        let game = Match::new(&rules);
        let events = lines
            .map(|(line, text)| {
                let event = game.parse_event(text);
                event.map_err(|source| ParseTranscriptError::Event { line, source })
            })
            .collect::<Result<_, _>>()?;
        Ok(Self { rules, events })
    }
}
