//! The standings of a tournament whose rounds are played on boards.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::{Fraction, HALF, UNFINISHED, margins_over_mean, shares};
use crate::pairing::{EntrantId, MatchOutcome, Pairing, PairingId};
use crate::standings::{missed, rank};
use crate::tournament::Tournament;

/// What each match made of the boards of its round: the points of the first side less those of the second on
/// each board, `None` for a board that the match did not finish. A match that is left out finished none, and one with an
/// empty list is compared with no other.
pub type Results = BTreeMap<PairingId, Vec<Option<i32>>>;

/// How an entrant stands on the boards. Entrants are compared by the fields in their order here, and more is better,
/// except of `missed`.
///
/// - Each finished board scores the share of the entrant's side ([`shares`]).
/// - A board that a match did not finish scores [`UNFINISHED`] for the side that won the match, and nothing for
///   the other. It scores nothing for both sides if nobody won.
/// - A bye, and a match that is compared with no other, scores on each board the mean of the entrant's other matches, or
///   [`HALF`] before the first of them.
/// - The rounds before a late entry and after a withdrawal score nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardStanding {
    /// The entrant.
    pub entrant: EntrantId,
    /// The place, from 1. Entrants who are equal in all that follows share the place.
    pub place: usize,
    /// The sum of the shares of all boards. Divided by the number of boards so far, it is the entrant's share.
    pub share: Fraction,
    /// The number of matches that the entrant lost without a meeting.
    pub missed: u32,
    /// The sum of the entrant's margins over the mean of the other tables, in points.
    pub margin: Fraction,
}

/// The results of an entrant on the boards.
#[derive(Clone, Default)]
struct Score {
    share: Fraction,
    missed: u32,
    margin: Fraction,
    /// The number of boards in the entrant's matches.
    boards: u32,
    byes: u32,
}

impl Tournament {
    /// The number of rounds in which all matches have ended, from the first on. Only these rounds count in
    /// [`Self::board_standings`]: while a table plays a board, nothing may tell of the others.
    #[must_use]
    pub fn ended_rounds(&self) -> usize {
        let has_ended = |round: &Vec<(&Pairing, Option<MatchOutcome>)>| {
            let mut places = round.iter();
            places.all(|(pairing, outcome)| pairing.sides().is_none() || outcome.is_some())
        };
        self.rounds().take_while(has_ended).count()
    }

    /// The standings by the boards, from the best entrant to the last, if each match has this number of
    /// boards. Entrants who share a place are in the order of entry.
    #[must_use]
    pub fn board_standings(&self, boards: u8, results: &Results) -> Vec<BoardStanding> {
        let mut scores = vec![Score::default(); self.0.entrants.len()];
        for (round, pairings) in self.rounds().take(self.ended_rounds()).enumerate() {
            add_round(&mut scores, round, &pairings, boards, results);
        }
        let standings = scores.into_iter().enumerate().map(|(index, score)| {
            let for_byes = Fraction::from(i128::from(score.byes * u32::from(boards)));
            let mean = match score.boards {
                0 => HALF,
                boards => score.share / Fraction::from(i128::from(boards)),
            };
            BoardStanding {
                entrant: EntrantId(index as u32),
                place: 0,
                share: score.share + for_byes * mean,
                missed: score.missed,
                margin: score.margin,
            }
        });
        let mut standings: Vec<BoardStanding> = standings.collect();
        rank(
            &mut standings,
            |of| (of.share, Reverse(of.missed), of.margin),
            |of| &mut of.place,
        );
        standings
    }
}

/// Adds the boards of a round to the scores.
fn add_round(
    scores: &mut [Score],
    round: usize,
    pairings: &[(&Pairing, Option<MatchOutcome>)],
    boards: u8,
    results: &Results,
) {
    let is_compared = |number| {
        let boards = results.get(&PairingId { round, number });
        boards.is_none_or(|boards| !boards.is_empty())
    };
    for (number, (pairing, outcome)) in pairings.iter().enumerate() {
        for entrant in missed(pairing, *outcome) {
            scores[entrant.index()].missed += 1;
        }
        for entrant in pairing.entrants() {
            let score = &mut scores[entrant.index()];
            if pairing.sides().is_none() || !is_compared(number) {
                score.byes += 1;
            } else {
                score.boards += u32::from(boards);
            }
        }
    }
    for board in 0..usize::from(boards) {
        let result = |number| {
            let points = results.get(&PairingId { round, number });
            points.and_then(|points| *points.get(board)?)
        };
        let board: Vec<Option<i32>> = (0..pairings.len()).map(result).collect();
        let (shares, margins) = (shares(&board), margins_over_mean(&board));
        for (number, (pairing, outcome)) in pairings.iter().enumerate() {
            let Some(sides) = pairing.sides().filter(|_| is_compared(number)) else {
                continue;
            };
            let winner = outcome.and_then(MatchOutcome::winner);
            for (index, side) in sides.into_iter().enumerate() {
                let is_winner = winner.is_some_and(|winner| winner.index() == index);
                let unfinished = if is_winner {
                    UNFINISHED
                } else {
                    Fraction::default()
                };
                for entrant in side.entrants() {
                    let score = &mut scores[entrant.index()];
                    score.share += shares[number].map_or(unfinished, |of| of[index]);
                    score.margin += margins[number].map_or_else(Fraction::default, |of| of[index]);
                }
            }
        }
    }
}
