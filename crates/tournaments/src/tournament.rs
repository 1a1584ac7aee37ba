//! A tournament: its events, what follows from them, and the pairings of the next round.

use crate::event::{Event, Format, Refusal};
use crate::pairing::{EntrantId, MatchOutcome, Pairing, PairingId, Placing, Side};
use crate::standings::{Standing, scores, standings};
use crate::state::State;
use crate::{arena, individual, knockout, round_robin, seating, swiss};

/// A tournament after a number of events. It is rebuilt by applying the same events again; the choice of
/// pairings is no part of that, for the pairings are in the events.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tournament(pub(crate) State);

impl Tournament {
    /// A tournament without entrants.
    #[must_use]
    pub const fn new(format: Format) -> Self {
        Self(State::new(format))
    }

    /// The tournament, of a game in which fewer points are better if `fewest_win`.
    #[must_use]
    pub fn of_game(self, fewest_win: bool) -> Self {
        Self(State {
            fewest_win,
            ..self.0
        })
    }

    /// Adds an event.
    ///
    /// # Errors
    ///
    /// When the event can't happen now. The tournament is unchanged then.
    pub fn apply(&mut self, event: &Event) -> Result<(), Refusal> {
        self.0.apply(event)
    }

    /// The pairings of the next round at the time `now`, in milliseconds. The time matters only in an arena.
    /// This can take long if there are many entrants; [`Self::is_over`] is quick.
    ///
    /// # Errors
    ///
    /// When a match is still being played, when an arena has nobody to pair, or when the tournament is over.
    pub fn pair(&self, now: i64) -> Result<Vec<Pairing>, Refusal> {
        let state = &self.0;
        if self.is_over(now) {
            return Err(Refusal::Over);
        }
        if !matches!(state.format, Format::Arena { .. }) && state.is_running() {
            return Err(Refusal::RoundRunning);
        }
        let pairings = match state.format {
            Format::Swiss { rounds, cut } => match cut {
                Some(cut) if state.is_knockout(state.rounds.len()) => {
                    self.pair_knockout(rounds.into(), cut.third_place)
                }
                _ => swiss::pair(state),
            },
            Format::Arena { .. } => arena::pair(state),
            Format::Knockout { third_place } => self.pair_knockout(0, third_place),
            Format::RoundRobin => round_robin::pair(state),
            Format::Individual { .. } => individual::pair(state),
            Format::Tables { seats, most, .. } => seating::pair(state, seats.into(), most.into()),
        };
        if pairings.is_empty() {
            return Err(Refusal::NobodyFree);
        }
        if state.is_knockout(state.rounds.len()) {
            return Ok(pairings);
        }
        Ok(self.alternated(pairings))
    }

    /// The pairings with the sides in such an order that all go first about equally often: the first side is the one
    /// whose entrants have gone first in fewer of their meetings, counted against those in which they went second. In
    /// a knockout the better seed is always the first side.
    fn alternated(&self, pairings: Vec<Pairing>) -> Vec<Pairing> {
        let scores = scores(&self.0);
        let went_first = |side: Side| -> i32 {
            let each = side.entrants().map(|of| scores[of.index()].went_first);
            each.sum()
        };
        let of = |pairing| match pairing {
            Pairing::Match([first, second]) if went_first(second) < went_first(first) => {
                Pairing::Match([second, first])
            }
            pairing => pairing,
        };
        pairings.into_iter().map(of).collect()
    }

    /// Whether no round will be paired any more. Matches may still be played: the last round's, or those of an
    /// arena.
    #[must_use]
    pub fn is_over(&self, now: i64) -> bool {
        let state = &self.0;
        let (paired, present) = (state.rounds.len(), state.present().count());
        match state.format {
            Format::Swiss { rounds, cut } => {
                let knockout = state.is_knockout(paired);
                match cut {
                    Some(_) if knockout => !state.is_running() && self.is_decided(rounds.into()),
                    _ => knockout || present < 2,
                }
            }
            Format::Arena { ends } => now >= ends,
            Format::Knockout { .. } => !state.is_running() && self.is_decided(0),
            Format::RoundRobin => {
                paired > 0 && paired >= round_robin::rounds(state.starters.len()) || present < 2
            }
            Format::Individual { rounds } => paired >= usize::from(rounds) || present < 4,
            Format::Tables { rounds, .. } => paired >= usize::from(rounds) || present < 2,
        }
    }

    /// The standings from the best entrant to the last. Entrants who share a place are in the order of entry.
    #[must_use]
    pub fn standings(&self) -> Vec<Standing> {
        standings(&self.0)
    }

    /// The pairings of each round so far, with the outcomes of the matches that have ended.
    pub fn rounds(&self) -> impl Iterator<Item = Vec<(&Pairing, Option<MatchOutcome>)>> {
        self.0.rounds.iter().map(|round| round.results().collect())
    }

    /// A pairing, with the outcome if its match has ended; `None` if there is no such pairing.
    #[must_use]
    pub fn pairing(&self, id: PairingId) -> Option<(&Pairing, Option<MatchOutcome>)> {
        let round = self.0.rounds.get(id.round)?;
        Some((round.pairings.get(id.number)?, round.outcomes[id.number]))
    }

    /// The places at a table of several; `None` if its match hasn't ended, and for other pairings.
    #[must_use]
    pub fn placing(&self, id: PairingId) -> Option<&Placing> {
        self.0.rounds.get(id.round)?.placings.get(&id.number)
    }

    /// The match that an entrant has not finished; `None` without one, and for an unknown entrant.
    #[must_use]
    pub fn playing(&self, entrant: EntrantId) -> Option<PairingId> {
        self.0.entrants.get(entrant.index())?.playing
    }

    /// How many entrants can be paired for the next round.
    #[must_use]
    pub fn here_count(&self) -> usize {
        self.0.here().count()
    }

    /// How many entrants of an arena are free to be paired.
    #[must_use]
    pub fn free_count(&self) -> usize {
        self.0.free().count()
    }

    /// The matches that have not ended.
    #[must_use]
    pub fn running(&self) -> Vec<PairingId> {
        let mut running: Vec<PairingId> =
            self.0.entrants.iter().filter_map(|of| of.playing).collect();
        running.sort_unstable();
        running.dedup();
        running
    }

    fn pair_knockout(&self, after: usize, third_place: bool) -> Vec<Pairing> {
        let rounds = &self.0.rounds[after..];
        knockout::pair(&self.slots(after), &self.0, rounds, third_place)
    }

    /// Whether the knockout after this number of rounds has a winner, or nobody is left to win it.
    fn is_decided(&self, after: usize) -> bool {
        let slots = self.slots(after);
        slots.len() == 1 || slots.iter().all(Option::is_none)
    }

    /// The places of the next round of the knockout after this number of rounds.
    fn slots(&self, after: usize) -> Vec<Option<EntrantId>> {
        let state = &self.0;
        let rounds = &state.rounds[after..];
        let seeds = if rounds.is_empty() {
            self.seeds()
        } else {
            Vec::new()
        };
        knockout::slots(state, rounds, &seeds)
    }

    /// The seeds of the knockout from the best to the last: by the standings of the rounds before it, and by the
    /// ratings of entrants who are equal there.
    fn seeds(&self) -> Vec<EntrantId> {
        let state = &self.0;
        let ranks = state.rating_ranks();
        let mut standings = self.standings();
        standings.sort_by_key(|of| (of.place, ranks[of.entrant.index()]));
        let size = match state.format {
            Format::Swiss { cut: Some(cut), .. } => cut.size.into(),
            _ => usize::MAX,
        };
        let seeds = standings.into_iter().map(|of| of.entrant);
        seeds.filter(|&of| state.is_here(of)).take(size).collect()
    }
}
