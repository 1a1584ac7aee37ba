//! Converts a transcript to positions, a limited number of rounds at a time.

use boneyard_base::limits;
use boneyard_protocol::record::{Replay, ReplayRound, ReplayStep};
use boneyard_rules::transcript::ReplayError;
use boneyard_rules::{Event, Given, Match, Need, Transcript};

/// Replays a transcript. Returns the positions of the rounds from `from` on. The number of positions in one
/// answer is limited. If not all rounds fit, `next` is the number of the first round that is left out.
///
/// # Errors
///
/// When the transcript breaks the rules.
pub fn replay(transcript: &Transcript, from: u16) -> Result<Replay, ReplayError> {
    let mut film = Film {
        from,
        before: Vec::new(),
        replay: Replay {
            notation: transcript.rules.to_string(),
            seating: transcript.rules.seating(),
            rules: transcript.rules.into(),
            lengths: Vec::new(),
            rounds: Vec::new(),
            next: None,
        },
        steps: 0,
    };
    transcript.walk(|game, events| film.look(game, events))?;
    Ok(film.replay)
}

/// A replay that is being made.
struct Film {
    from: u16,
    /// The events since the last position, such as lots and redeals.
    before: Vec<Event>,
    replay: Replay,
    /// The number of positions in the replay so far.
    steps: usize,
}

impl Film {
    fn look(&mut self, game: &Match, events: &[Event]) {
        self.before.extend_from_slice(events);
        let Some(dealt) = begins_round(game, events) else {
            return;
        };
        let number = game.round_number();
        let events = std::mem::take(&mut self.before);
        let Replay {
            lengths,
            rounds,
            next,
            ..
        } = &mut self.replay;
        if dealt {
            lengths.push(0);
            let full = self.steps >= limits::REPLAY_STEPS_PER_ANSWER;
            if number >= self.from && full {
                next.get_or_insert(number);
            } else if number >= self.from {
                let steps = Vec::new();
                rounds.push(ReplayRound { number, steps });
            }
        }
        if let Some(length) = lengths.last_mut() {
            *length += 1;
        }
        if let Some(round) = rounds.last_mut()
            && round.number == number
        {
            self.steps += 1;
            round.steps.push(ReplayStep {
                standing: game.standing(),
                position: game.step(&events),
            });
        }
    }
}

/// Whether these events begin a round; `None` if no position follows them, because the match needs another order before
/// the first move.
pub(crate) fn begins_round(game: &Match, events: &[Event]) -> Option<bool> {
    match events.first().and_then(|event| game.given(event)) {
        Some(Given::Order(_)) => matches!(game.needs(), Need::Move(_)).then_some(true),
        _ => Some(false),
    }
}

/// The match at a position. If there is no such position, returns the match at its end.
pub fn position(transcript: &Transcript, at: Option<At>) -> Option<Match> {
    let mut found = None;
    let mut step = 0;
    let last = transcript.walk(|game, events| {
        let Some(dealt) = begins_round(game, events) else {
            return;
        };
        step = if dealt { 0 } else { step + 1 };
        if at == Some(At::new(game.round_number(), step)) {
            found = Some(game.clone());
        }
    });
    found.or_else(|| last.ok())
}

/// A position of a match. As text, `r2p17` is the position after the 17th play or call of the second round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct At {
    round: u16,
    step: u32,
}

impl At {
    const fn new(round: u16, step: u32) -> Self {
        Self { round, step }
    }

    /// Parses a position in the form that URLs contain.
    pub fn parse(text: &str) -> Option<Self> {
        let (round, step) = text.strip_prefix('r')?.split_once('p')?;
        Some(Self::new(round.parse().ok()?, step.parse().ok()?))
    }
}
