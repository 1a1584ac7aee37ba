//! The pairing of an arena. It pairs all entrants who are free.
//!
//! An entrant meets the opponent of the last match again only if no other entrant waits or plays; for an entrant
//! who only fills up the last opponent doesn't matter. Two entrants who only fill up never meet. Of all pairings, the
//! one is chosen in which, the first criterion counting most:
//!
//! 1. as few entrants as possible wait who don't only fill up,
//! 2. those wait who have played the most matches,
//! 3. as few entrants as possible play who only fill up,
//! 4. as few as possible are paired whose last match that was no meeting was with each other,
//! 5. the scores of opponents are as close as possible, and then their ratings, as in a Swiss.

use crate::matching::{Cost, best_pairs};
use crate::pairing::{EntrantId, Pairing, singles};
use crate::standings::{Score, scores};
use crate::state::State;

/// The entrants who are free, and what decides who meets whom.
struct Field<'a> {
    state: &'a State,
    free: Vec<EntrantId>,
    scores: Vec<Score>,
    ranks: Vec<u32>,
    /// The largest number of matches that a free entrant has played.
    most: u32,
    /// Whether others wait or play beside two free entrants.
    others: bool,
}

/// The pairings among the entrants who are free.
pub(crate) fn pair(state: &State) -> Vec<Pairing> {
    let field = Field::of(state);
    let free = &field.free;
    // If the number is odd, one more item stands for nobody.
    let pairs = best_pairs(free.len().next_multiple_of(2), |first, second| {
        field.cost(free[first], free.get(second).copied())
    });
    let both = pairs
        .into_iter()
        .filter_map(|[first, second]| Some((free[first], *free.get(second)?)));
    both.filter(|&(own, other)| field.may_meet(own, other))
        .map(|(own, other)| singles(own, other))
        .collect()
}

impl<'a> Field<'a> {
    fn of(state: &'a State) -> Self {
        let scores = scores(state);
        let free: Vec<EntrantId> = state.free().collect();
        let played = free.iter().map(|of| scores[of.index()].opponents.len());
        Self {
            most: played.max().unwrap_or(0) as u32,
            others: free.len() > 2 || state.is_running(),
            ranks: state.rating_ranks(),
            state,
            free,
            scores,
        }
    }

    fn fills_up(&self, entrant: EntrantId) -> bool {
        self.state.entrants[entrant.index()].fills_up
    }

    fn may_meet(&self, own: EntrantId, other: EntrantId) -> bool {
        let last = |of: EntrantId| self.scores[of.index()].opponents.last().copied();
        // All who fill up may have met the same entrant last, who must not wait for them.
        let met = |of: EntrantId, with| !self.fills_up(of) && last(of) == Some(with);
        let again = met(own, other) || met(other, own);
        !(self.others && again || self.fills_up(own) && self.fills_up(other))
    }

    /// What it costs that two entrants meet, or wait if they may not meet; `None` for one who waits alone.
    fn cost(&self, own: EntrantId, other: Option<EntrantId>) -> Cost<6> {
        let Some(other) = other.filter(|&other| self.may_meet(own, other)) else {
            let waiting = std::iter::once(own).chain(other);
            let waiting = waiting.filter(|&of| !self.fills_up(of));
            let rested = waiting.map(|of| {
                let played = self.scores[of.index()].opponents.len() as u32;
                self.most - played
            });
            let rested: Vec<u32> = rested.collect();
            return [rested.len() as u32, rested.iter().sum(), 0, 0, 0, 0];
        };
        let fillers = u32::from(self.fills_up(own) || self.fills_up(other));
        let gap = self.scores[own.index()]
            .points
            .abs_diff(self.scores[other.index()].points);
        let ranks = self.ranks[own.index()].abs_diff(self.ranks[other.index()]);
        let not_met = self.scores[own.index()].not_met.last() == Some(&other);
        [0, 0, fillers, not_met.into(), gap * gap, ranks]
    }
}
