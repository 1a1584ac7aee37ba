//! The scores of a match, round by round.

use std::fmt::Write as _;

use boneyard_rules::Need;
use boneyard_rules::line::{Match, Outcome};

use crate::common::RandomMatch;
use crate::common::document::{rules, table};
use crate::positions::position;
use crate::reach;

/// Continues copies of the match, each by one random round, until `wanted` accepts a copy. Returns this copy.
/// With `is_time_called`, time is called as soon as the round has been dealt.
fn a_round(game: &Match, is_time_called: bool, wanted: impl Fn(&Match) -> bool) -> Match {
    let ends = |seed| {
        let mut random = RandomMatch::new(game.rules(), seed);
        random.game = game.clone();
        let number = game.round_scores().len();
        while random.game.round_scores().len() == number {
            random.step();
            if is_time_called && matches!(random.game.needs(), Need::Move(_)) {
                // Only the first of these calls is taken.
                let _ = random.game.call_time();
            }
        }
        random.game
    };
    (0..200_000)
        .map(ends)
        .find(wanted)
        .expect("such a round can happen")
}

/// Whether the last round ended as the table says: `tie`, or the side that won, and after `by` the points for
/// hands, to which nothing but a round bonus is added.
fn ended_as(game: &Match, text: &str) -> bool {
    let (winner, points) = text
        .split_once(" by ")
        .map_or((text, None), |(winner, points)| (winner, Some(points)));
    let round = game.round().expect("a round");
    let won_by = round.winning_side();
    let Some(Outcome::Domino { parts, .. } | Outcome::Blocked { parts, .. }) = round.outcome()
    else {
        return false;
    };
    won_by.map_or("tie".to_owned(), |side| side.to_string()) == winner
        && points.is_none_or(|points| parts.hands.to_string() == points)
        && (points.is_none() || parts.finish + parts.double_blank == 0)
}

#[test]
fn the_scores_follow_from_the_rounds() {
    for row in table("Matches") {
        let mut game = Match::new(&rules(row[0]));
        let mut scores = Vec::new();
        for round in row[1].split(", ") {
            if round == "time" {
                game.call_time().expect("time is called once");
            } else if let Some(number) = round.strip_prefix("as ") {
                reach(&mut game, position(number));
            } else {
                let (round, is_time_called) = round
                    .strip_suffix(" after time")
                    .map_or((round, false), |round| (round, true));
                game = a_round(&game, is_time_called, |game| ended_as(game, round));
            }
            let sides = game.scores().as_slice().iter().map(u16::to_string);
            let mut score = sides.collect::<Vec<_>>().join(":");
            if let Some(winner) = game.winner() {
                write!(score, " side {winner} wins").expect("a string takes text");
            }
            scores.push(score);
        }
        assert_eq!(scores.join(", "), row[2], "{}", row[0]);
    }
}
