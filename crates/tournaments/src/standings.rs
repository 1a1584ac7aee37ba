//! The standings, computed at once from all rounds.

use std::cmp::Reverse;

use crate::event::Format;
use crate::pairing::{Decision, EntrantId, MatchOutcome, Pairing, Placing, Seated, Side, Winner};
use crate::state::State;

/// The match points of a win and of a bye.
pub const WIN: u32 = 2;

/// The match points of a tie.
pub const TIE: u32 = 1;

/// The match points of a win in an arena from the third win in a row.
pub const STREAK_WIN: u32 = 4;

/// The number of wins in a row after which a win in an arena scores [`STREAK_WIN`].
const STREAK: u32 = 2;

/// How an entrant stands. Entrants are compared by the fields in their order here, and more is better, except of
/// `missed`.
///
/// - A bye scores a win without points.
/// - A match scores as it is decided, and if it is a meeting ([`MatchOutcome::is_meeting`]) the points of the table count,
///   whatever ended it.
/// - A match that is void ([`Decision::Void`]) counts as if it had not been paired.
/// - The rounds before a late entry and after a withdrawal score nothing. An entrant who has withdrawn keeps
///   what was scored and stays in the standings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    /// The entrant.
    pub entrant: EntrantId,
    /// The place, from 1. Entrants who are equal in all that follows share the place.
    pub place: usize,
    /// The success in the knockout: 2 for each win or bye, 1 for a win in the match for the third place. What is
    /// played in a knockout counts only here.
    pub knockout: u32,
    /// The match points: [`WIN`] for a win, [`TIE`] for a tie. In an arena, [`STREAK_WIN`] for a win after two
    /// wins in a row. At tables of several, those of the place ([`Placing::match_points`]).
    pub points: u32,
    /// The number of matches that the entrant lost without a meeting, because the entrant did not come or had
    /// withdrawn. Fewer are better: an entrant who came and lost stands above one who did not come.
    pub missed: u32,
    /// By how many points the entrant's side was better in its meetings than its opponents
    /// ([`MatchOutcome::difference`]). At tables of several, [`Placing::difference`].
    pub difference: i32,
    /// The sum of the match points of all opponents in meetings, once for each meeting. Among entrants with equal
    /// match points, the entrant with the higher sum had stronger opponents. A bye, and a win without a meeting,
    /// counts as an opponent with the entrant's own match points. A loss and a tie without a meeting add nothing.
    pub buchholz: u32,
}

/// What an entrant has done.
#[derive(Clone, Default, Debug)]
pub(crate) struct Score {
    pub(crate) knockout: u32,
    pub(crate) points: u32,
    pub(crate) missed: u32,
    pub(crate) difference: i32,
    /// The opponents in meetings before the knockout, in their order.
    pub(crate) opponents: Vec<EntrantId>,
    /// The opponents in matches before the knockout that were no meetings, in their order.
    pub(crate) not_met: Vec<EntrantId>,
    pub(crate) byes: u32,
    /// How much more often the entrant's side was the first in meetings than the second.
    pub(crate) went_first: i32,
    /// The number of wins without a meeting, and byes.
    unplayed_wins: u32,
    /// The number of wins since the last match that was not won.
    streak: u32,
}

/// What each entrant has done, by the entrants' numbers.
pub(crate) fn scores(state: &State) -> Vec<Score> {
    let arena = matches!(state.format, Format::Arena { .. });
    let mut scores = vec![Score::default(); state.entrants.len()];
    for (number, round) in state.rounds.iter().enumerate() {
        let knockout = state.is_knockout(number);
        for (seated, placing) in round.placings() {
            place(&mut scores, seated, placing, state.fewest_win);
        }
        for (pairing, outcome) in round.results() {
            for entrant in missed(pairing, outcome) {
                scores[entrant.index()].missed += 1;
            }
            match (pairing, outcome) {
                (Pairing::Bye(entrant), _) => {
                    let score = &mut scores[entrant.index()];
                    if knockout {
                        score.knockout += 2;
                    } else {
                        score.points += WIN;
                        score.byes += 1;
                        score.unplayed_wins += 1;
                    }
                }
                (Pairing::Match(sides), Some(outcome)) if !knockout => {
                    let difference = outcome.difference(state.fewest_win);
                    add(&mut scores, sides, (outcome, difference), arena);
                }
                (Pairing::Match(sides), Some(outcome)) => reach(&mut scores, sides, outcome, 2),
                (Pairing::ThirdPlace(sides), Some(outcome)) => {
                    reach(&mut scores, sides, outcome, 1);
                }
                (Pairing::Match(_) | Pairing::ThirdPlace(_), None) | (Pairing::Table(_), _) => {}
            }
        }
    }
    scores
}

/// Adds a match to the scores.
fn add(
    scores: &mut [Score],
    sides: &[Side; 2],
    (outcome, difference): (MatchOutcome, i32),
    arena: bool,
) {
    for own in [Winner::First, Winner::Second] {
        let won = outcome.winner() == Some(own);
        let (side, others) = (sides[own.index()], sides[1 - own.index()]);
        for entrant in side.entrants() {
            let score = &mut scores[entrant.index()];
            if won {
                let more = arena && score.streak >= STREAK;
                score.points += if more { STREAK_WIN } else { WIN };
                score.streak += 1;
            } else if outcome.decision != Decision::Void {
                score.streak = 0;
            }
            score.points += if outcome.decision == Decision::Tie {
                TIE
            } else {
                0
            };
            if outcome.is_meeting() {
                let sign = if own == Winner::First { 1 } else { -1 };
                score.difference += sign * difference;
                score.went_first += sign;
                score.opponents.extend(others.entrants());
            } else {
                score.unplayed_wins += u32::from(won);
                score.not_met.extend(others.entrants());
            }
        }
    }
}

/// Adds the match of a table to the scores.
fn place(scores: &mut [Score], seated: &Seated, placing: &Placing, fewest_win: bool) {
    for (seat, (entrant, placed)) in seated.entrants().iter().zip(&placing.0).enumerate() {
        let score = &mut scores[entrant.index()];
        score.points += placing.match_points(seat);
        score.difference += placing.difference(seat, fewest_win);
        score.missed += u32::from(placed.missed);
        let others = seated.entrants().iter().zip(&placing.0);
        for (other, _) in others.filter(|(other, of)| *other != entrant && !of.missed) {
            if placed.missed {
                score.not_met.push(*other);
            } else {
                score.opponents.push(*other);
            }
        }
    }
}

/// Adds a match of a knockout to the scores.
fn reach(scores: &mut [Score], sides: &[Side; 2], outcome: MatchOutcome, win: u32) {
    if let Some(winner) = outcome.winner() {
        for entrant in sides[winner.index()].entrants() {
            scores[entrant.index()].knockout += win;
        }
    }
}

/// The entrants who lost a match without a meeting.
pub(crate) fn missed(pairing: &Pairing, outcome: Option<MatchOutcome>) -> Vec<EntrantId> {
    let is_lost = |of: &MatchOutcome| matches!(of.decision, Decision::Won(_) | Decision::Neither);
    let unplayed = outcome.filter(|of| !of.is_meeting() && is_lost(of));
    let (Some(outcome), Some(sides)) = (unplayed, pairing.sides()) else {
        return Vec::new();
    };
    let sides = [Winner::First, Winner::Second].map(|of| (of, sides[of.index()]));
    let lost = sides
        .into_iter()
        .filter(|(of, _)| outcome.winner() != Some(*of));
    lost.flat_map(|(_, side)| side.entrants()).collect()
}

/// The standings from the best entrant to the last. Entrants who share a place are in the order of entry.
pub(crate) fn standings(state: &State) -> Vec<Standing> {
    let scores = scores(state);
    let standing = |(index, score): (usize, &Score)| {
        let opponents = score.opponents.iter();
        let met: u32 = opponents.map(|other| scores[other.index()].points).sum();
        Standing {
            entrant: EntrantId(index as u32),
            place: 0,
            knockout: score.knockout,
            points: score.points,
            missed: score.missed,
            difference: score.difference,
            buchholz: met + score.unplayed_wins * score.points,
        }
    };
    let mut standings: Vec<Standing> = scores.iter().enumerate().map(standing).collect();
    rank(
        &mut standings,
        |of| {
            let missed = Reverse(of.missed);
            (of.knockout, of.points, missed, of.difference, of.buchholz)
        },
        |of| &mut of.place,
    );
    standings
}

/// Sorts standings, the best first, and sets their places. Entrants with equal criteria share a place.
pub(crate) fn rank<S, C: Ord>(
    standings: &mut [S],
    criteria: impl Fn(&S) -> C,
    place: impl Fn(&mut S) -> &mut usize,
) {
    standings.sort_by_key(|of| Reverse(criteria(of)));
    let mut last = 1;
    for index in 0..standings.len() {
        if index > 0 && criteria(&standings[index]) != criteria(&standings[index - 1]) {
            last = index + 1;
        }
        *place(&mut standings[index]) = last;
    }
}
