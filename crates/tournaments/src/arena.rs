//! The pairing of an arena. It pairs all entrants who are free.
//!
//! An entrant's rivals are those who wait or play and are of other networks; if there are none, all who wait or play.
//! An entrant with several rivals doesn't meet the opponent of the last match again, nor an opponent with whom more
//! than a quarter of the entrant's matches were; with fewer than five rivals, than an even share among those other than
//! the last opponent. The share is not looked at if no match is being played and nobody could be paired. For an entrant
//! who only fills up, neither matters. Two entrants who only fill up never meet. Of all pairings, the one is chosen in
//! which, the first criterion counting most:
//!
//! 1. as few entrants as possible wait who don't only fill up,
//! 2. those wait who have played the most matches,
//! 3. as few entrants as possible play who only fill up,
//! 4. as few opponents as possible meet again,
//! 5. as few as possible are paired whose last match that was no meeting was with each other,
//! 6. the scores of opponents are as close as possible, and then their ratings, as in a Swiss.

use std::collections::HashMap;

use crate::matching::{Cost, best_pairs};
use crate::pairing::{EntrantId, Pairing, singles};
use crate::standings::{Score, scores};
use crate::state::State;
use crate::swiss::times;

/// With so many rivals besides the last opponent, an opponent's share of an entrant's matches is at most one in so many.
const SHARE: usize = 4;

/// The entrants who are free, and what decides who meets whom.
struct Field<'a> {
    state: &'a State,
    free: Vec<EntrantId>,
    scores: Vec<Score>,
    ranks: Vec<u32>,
    /// The largest number of matches that a free entrant has played.
    most: u32,
    /// The rivals of each free entrant.
    rivals: HashMap<EntrantId, Rivals>,
    /// How often each two have met, and were paired for a match that was no meeting.
    met: HashMap<(EntrantId, EntrantId), u32>,
    not_met: HashMap<(EntrantId, EntrantId), u32>,
    /// Whether opponents may have more than their share of an entrant's matches.
    is_share_free: bool,
}

/// The rivals of an entrant.
#[derive(Clone, Copy)]
struct Rivals {
    count: usize,
    /// Whether they are of other networks.
    are_strangers: bool,
}

/// The pairings among the entrants who are free.
pub(crate) fn pair(state: &State) -> Vec<Pairing> {
    let mut field = Field::of(state);
    let pairings = field.pair();
    if !pairings.is_empty() || state.is_running() {
        return pairings;
    }
    field.is_share_free = true;
    field.pair()
}

impl<'a> Field<'a> {
    fn of(state: &'a State) -> Self {
        let scores = scores(state);
        let free: Vec<EntrantId> = state.free().collect();
        let played = free.iter().map(|of| scores[of.index()].opponents.len());
        Self {
            most: played.max().unwrap_or(0) as u32,
            rivals: free.iter().map(|&of| (of, rivals(state, of))).collect(),
            met: times(&free, |of| &scores[of.index()].opponents),
            not_met: times(&free, |of| &scores[of.index()].not_met),
            ranks: state.rating_ranks(),
            is_share_free: false,
            state,
            free,
            scores,
        }
    }

    fn pair(&self) -> Vec<Pairing> {
        let free = &self.free;
        // If the number is odd, one more item stands for nobody.
        let pairs = best_pairs(free.len().next_multiple_of(2), |first, second| {
            self.cost(free[first], free.get(second).copied())
        });
        let both = pairs
            .into_iter()
            .filter_map(|[first, second]| Some((free[first], *free.get(second)?)));
        both.filter(|&(own, other)| self.may_meet(own, other))
            .map(|(own, other)| singles(own, other))
            .collect()
    }

    fn fills_up(&self, entrant: EntrantId) -> bool {
        self.state.entrants[entrant.index()].fills_up
    }

    fn may_meet(&self, own: EntrantId, other: EntrantId) -> bool {
        let are_strangers = |of| self.rivals[&of].are_strangers;
        let meets_last =
            self.state.are_near(own, other) && (are_strangers(own) || are_strangers(other));
        let both_fill_up = self.fills_up(own) && self.fills_up(other);
        let too_often = self.is_too_often(own, other) || self.is_too_often(other, own);
        !(meets_last || both_fill_up || too_often)
    }

    /// Whether an entrant with several rivals has met this one last, or for more than a share of all matches. All who
    /// fill up may have met the same entrant last, who must not wait for them.
    fn is_too_often(&self, own: EntrantId, other: EntrantId) -> bool {
        let others = self.rivals[&own].count.saturating_sub(1);
        if others == 0 || self.fills_up(own) {
            return false;
        }
        let Score {
            opponents, not_met, ..
        } = &self.scores[own.index()];
        let of = |times: &HashMap<_, u32>| times.get(&(own, other)).copied().unwrap_or(0) as usize;
        let matches = of(&self.met) + of(&self.not_met);
        let is_above = matches * others.min(SHARE) > opponents.len() + not_met.len();
        opponents.last() == Some(&other) || is_above && !self.is_share_free
    }

    /// What it costs that two entrants meet, or wait if they may not meet; `None` for one who waits alone.
    fn cost(&self, own: EntrantId, other: Option<EntrantId>) -> Cost<7> {
        let Some(other) = other.filter(|&other| self.may_meet(own, other)) else {
            let waiting = std::iter::once(own).chain(other);
            let waiting = waiting.filter(|&of| !self.fills_up(of));
            let rested = waiting.map(|of| {
                let played = self.scores[of.index()].opponents.len() as u32;
                self.most - played
            });
            let rested: Vec<u32> = rested.collect();
            return [rested.len() as u32, rested.iter().sum(), 0, 0, 0, 0, 0];
        };
        let fillers = u32::from(self.fills_up(own) || self.fills_up(other));
        let gap = self.scores[own.index()]
            .points
            .abs_diff(self.scores[other.index()].points);
        let ranks = self.ranks[own.index()].abs_diff(self.ranks[other.index()]);
        let met = self.met.get(&(own, other)).copied().unwrap_or(0);
        let not_met = self.scores[own.index()].not_met.last() == Some(&other);
        [0, 0, fillers, met, not_met.into(), gap * gap, ranks]
    }
}

/// The rivals of an entrant.
fn rivals(state: &State, own: EntrantId) -> Rivals {
    let fills_up = |of: EntrantId| state.entrants[of.index()].fills_up;
    let others = state
        .here()
        .filter(|&of| of != own && !(fills_up(of) && fills_up(own)));
    let others: Vec<EntrantId> = others.collect();
    let strangers = others
        .iter()
        .filter(|&&of| !state.are_near(own, of))
        .count();
    Rivals {
        count: if strangers > 0 {
            strangers
        } else {
            others.len()
        },
        are_strangers: strangers > 0,
    }
}
