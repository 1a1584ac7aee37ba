//! How a finished match is rated. These functions have no side effects.

use boneyard_base::PlayerId;
use boneyard_protocol::Ending;
use boneyard_protocol::people::{RatingBoard, UnratedReason};
use boneyard_ratings::{
    Played, PlayerOutcome, Rating, Side, compares_places, leaderboard_of, rate,
};
use boneyard_records::Summary;
use boneyard_rules::Seat;
use boneyard_store::{
    FinishedMatch, Leaderboard, MatchToRate, RatedMatch, RatedSeat, RatingRow, Step, StoreError,
};

/// Converts a waiting match to the form in which it is rated.
///
/// # Errors
///
/// When the match's record can't be read.
pub(crate) fn to_rate(finished: &FinishedMatch) -> Result<MatchToRate, StoreError> {
    let given_up = Summary::read(&finished.summary)?.is_given_up_early();
    Ok(MatchToRate {
        number: finished.number,
        rated: rated_match(finished)?,
        unrated: given_up.then_some(UnratedReason::GivenUp),
    })
}

/// Converts a match to the form in which it is rated. `None` if the match can't be rated, for one of these
/// reasons: there is no rating board for its rules, a computer player had a seat, people and bots played
/// against each other, or all players abandoned the match.
///
/// # Errors
///
/// When the match's record can't be read.
pub(crate) fn rated_match(finished: &FinishedMatch) -> Result<Option<RatedMatch>, StoreError> {
    let summary = Summary::read(&finished.summary)?;
    let Some((game, weight)) = leaderboard_of(&summary.rules) else {
        return Ok(None);
    };
    let players: Option<Vec<_>> = finished.players.iter().copied().collect();
    let Some(players) = players.filter(|_| !matches!(summary.ending, Ending::Abandoned { .. }))
    else {
        return Ok(None);
    };
    let bots = players.iter().all(PlayerId::is_bot);
    if !bots && players.iter().any(PlayerId::is_bot) {
        return Ok(None);
    }
    let outcomes = outcomes(&summary);
    let seats = summary.rules.seating().seats().zip(outcomes).zip(players);
    let seats = seats.map(|((seat, outcome), player)| RatedSeat {
        seat: seat.index() as u8,
        side: summary.rules.seating().side(seat).index() as u8,
        player,
        outcome,
        place: place(&summary, game, seat),
        kept: false,
    });
    Ok(Some(RatedMatch {
        record: finished.record,
        board: Leaderboard { game, bots },
        weight,
        quick: summary.quick,
        ended: finished.ended,
        seats: seats.collect(),
    }))
}

/// The place of a seat on a board that compares places. A seat without a place has 0, and every seat on other boards.
fn place(summary: &Summary, board: RatingBoard, seat: Seat) -> u8 {
    let place = summary.place(seat).filter(|_| compares_places(board));
    place.unwrap_or(0)
}

/// How a match ended for each seat. If a player has left, the player's side counts as left, even if this side
/// has won with a stand-in. If exactly one side was not left, that side wins. Otherwise the sides that won the
/// match win, unless they were left. In all other cases, no side wins.
fn outcomes(summary: &Summary) -> Vec<PlayerOutcome> {
    let seating = summary.rules.seating();
    let was_left = |side| {
        let mut seats = seating.seats();
        seats.any(|seat| seating.side(seat) == side && summary.has_left(seat))
    };
    let mut stayed = seating.sides().filter(|&side| !was_left(side));
    let only = stayed.next().filter(|_| stayed.next().is_none());
    let has_won = |side| match only {
        Some(only) => side == only,
        None => summary.has_won(side) && !was_left(side),
    };
    let is_decided = seating.sides().any(has_won);
    let outcome = |seat: Seat| {
        let side = seating.side(seat);
        if summary.has_left(seat) {
            PlayerOutcome::Left
        } else if was_left(side) {
            PlayerOutcome::Spared
        } else if has_won(side) {
            PlayerOutcome::Won
        } else if is_decided {
            PlayerOutcome::Lost
        } else {
            PlayerOutcome::Undecided
        }
    };
    seating.seats().map(outcome).collect()
}

/// How a match changes the ratings of its players, by seat. `rating_rows` are the players' rating rows before
/// the match.
pub(crate) fn work_out(rated: &RatedMatch, rating_rows: &[RatingRow]) -> Vec<Step> {
    let before: Vec<Rating> = rating_rows
        .iter()
        .map(|rating_row| {
            rating_row
                .rating
                .aged(rated.ended.ms_since(rating_row.last))
        })
        .collect();
    let after = rate(&sides(rated, &before), rated.weight);
    // Within a side, the players are in the order of their seats.
    let mut after: Vec<_> = after.into_iter().map(Vec::into_iter).collect();
    let seats = rated.seats.iter().zip(before);
    seats
        .map(|(seat, before)| Step {
            before,
            after: after[usize::from(seat.side)]
                .next()
                .filter(|_| !seat.kept)
                .unwrap_or(before),
        })
        .collect()
}

/// The sides of a match. Within a side, the players are in the order of their seats.
pub(crate) fn sides(rated: &RatedMatch, before: &[Rating]) -> Vec<Side> {
    let count = rated.seats.iter().map(|seat| seat.side + 1).max();
    let mut sides = vec![Side::new(); count.map_or(0, usize::from)];
    for (seat, &rating) in rated.seats.iter().zip(before) {
        sides[usize::from(seat.side)].push(Played {
            rating,
            outcome: seat.outcome,
            place: seat.place,
        });
    }
    sides
}

#[cfg(test)]
mod tests {
    use boneyard_rules::line::{self, Options, Preset};
    use boneyard_rules::{Rules, Seating, Side as MatchSide};
    use serde_json::json;

    use super::*;
    use boneyard_base::RecordId;
    use boneyard_base::Timestamp;

    /// A match with these rules and this ending. `seats` is the part of the match's record about how each
    /// seat's player took part.
    fn finished(rules: &line::Rules, ending: Ending, seats: &serde_json::Value) -> FinishedMatch {
        let summary = json!({
            "rules": Rules::from(rules),
            "began": 0,
            "ended": 1,
            "scores": [],
            "winner": ending.winner(),
            "ending": ending,
            "figures": [],
            "took_over": [],
            "clock": { "type": "none" },
            "times": { "ms": [], "forced": [] },
            "participation": seats,
            "quick": false,
        });
        FinishedMatch {
            number: 1,
            record: RecordId::random(),
            ended: Timestamp(1),
            summary: summary.to_string(),
            players: rules
                .seating
                .seats()
                .map(|_| Some(PlayerId::random()))
                .collect(),
        }
    }

    fn outcomes_of(finished: &FinishedMatch) -> Vec<PlayerOutcome> {
        let rated = rated_match(finished).unwrap().unwrap();
        rated.seats.iter().map(|seat| seat.outcome).collect()
    }

    fn won_by(side: u8) -> Ending {
        let winner = MatchSide::new(side);
        Ending::Played { winner }
    }

    #[test]
    fn a_side_that_was_left_has_lost_whatever_the_computer_player_made_of_it() {
        use PlayerOutcome::{Left, Lost, Spared, Undecided, Won};
        let here = json!({ "bot": false, "resigned": null, "lent": [] });
        let resigned = json!({ "bot": false, "resigned": 2, "lent": [] });
        let lent = |returned: Option<u16>| {
            let lent = json!({ "level": "club", "round": 1, "returned": returned });
            json!({ "bot": false, "resigned": null, "lent": [lent] })
        };
        let two = Preset::DRAW.rules();
        let all = json!([here, here]);
        assert_eq!(outcomes_of(&finished(two, won_by(1), &all)), [Lost, Won]);
        let back = json!([here, lent(Some(2))]);
        assert_eq!(outcomes_of(&finished(two, won_by(1), &back)), [Lost, Won]);
        let gone = json!([here, lent(None)]);
        assert_eq!(outcomes_of(&finished(two, won_by(1), &gone)), [Won, Left]);
        assert_eq!(
            outcomes_of(&finished(two, Ending::Agreed, &all)),
            [Undecided, Undecided]
        );

        let three = Preset::PARTY_DRAW.for_seating(Seating::THREE);
        let one_gone = json!([here, resigned, here]);
        assert_eq!(
            outcomes_of(&finished(&three, won_by(1), &one_gone)),
            [Undecided, Left, Undecided]
        );
        assert_eq!(
            outcomes_of(&finished(&three, won_by(2), &one_gone)),
            [Lost, Left, Won]
        );

        let pairs = Preset::FIVE_UP.for_seating(Seating::PARTNERS);
        let one_gone = json!([here, resigned, here, here]);
        for winner in [0, 1] {
            assert_eq!(
                outcomes_of(&finished(&pairs, won_by(winner), &one_gone)),
                [Won, Left, Won, Spared]
            );
        }
        let claimed = Ending::Claimed {
            seat: Seat::new(1).unwrap(),
            by: Seat::new(0).unwrap(),
            winner: MatchSide::new(0).unwrap(),
        };
        assert_eq!(outcomes_of(&finished(two, claimed, &all)), [Won, Left]);
    }

    #[test]
    fn sides_that_win_together_have_won_and_the_others_have_lost() {
        use PlayerOutcome::{Left, Lost, Undecided, Won};
        let four = Preset::CUT_THROAT.for_seating(Seating::FOUR);
        let nobody = Ending::Played { winner: None };
        let of = |places: &[u8], seats: &serde_json::Value| {
            let mut finished = finished(&four, nobody, seats);
            let mut summary: serde_json::Value = serde_json::from_str(&finished.summary).unwrap();
            summary["places"] = json!(places);
            finished.summary = summary.to_string();
            outcomes_of(&finished)
        };
        let here = json!({ "bot": false, "resigned": null, "lent": [] });
        let resigned = json!({ "bot": false, "resigned": 2, "lent": [] });
        let all = json!([here, here, here, here]);
        let one_gone = json!([resigned, here, here, here]);
        assert_eq!(of(&[1, 3, 1, 4], &all), [Won, Lost, Won, Lost]);
        assert_eq!(of(&[1, 3, 1, 4], &one_gone), [Left, Lost, Won, Lost]);
        let first_gone = [Left, Undecided, Undecided, Undecided];
        assert_eq!(of(&[1, 3, 2, 4], &one_gone), first_gone);
        assert_eq!(of(&[], &all), [Undecided; 4]);
    }

    #[test]
    fn a_board_that_compares_places_has_those_of_the_players_who_stayed() {
        let three = Preset::PARTY_DRAW.for_seating(Seating::THREE);
        let here = json!({ "bot": false, "resigned": null, "lent": [] });
        let resigned = json!({ "bot": false, "resigned": 2, "lent": [] });
        let finished = finished(&three, won_by(0), &json!([here, here, resigned]));
        let mut summary: serde_json::Value = serde_json::from_str(&finished.summary).unwrap();
        let places = |summary: &serde_json::Value, board| {
            let summary = Summary::read(&summary.to_string()).unwrap();
            [0, 1, 2].map(|seat| place(&summary, board, Seat::new(seat).unwrap()))
        };
        assert_eq!(places(&summary, RatingBoard::MexicanTrain), [0; 3]);
        summary["places"] = json!([1, 3, 2]);
        assert_eq!(places(&summary, RatingBoard::MexicanTrain), [1, 3, 0]);
        assert_eq!(places(&summary, RatingBoard::Draw), [0; 3]);
    }

    #[test]
    fn a_match_is_rated_by_a_presets_rules_among_people_or_among_programs() {
        let rules = Preset::DRAW.rules();
        let rated = |finished: &FinishedMatch| rated_match(finished).unwrap();
        let mut finished = finished(rules, won_by(0), &json!([]));
        assert!(!rated(&finished).unwrap().board.bots);
        finished.players[0] = Some(PlayerId::random_bot());
        assert_eq!(rated(&finished), None);
        finished.players[1] = Some(PlayerId::random_bot());
        assert!(rated(&finished).unwrap().board.bots);
        finished.players[1] = None;
        assert_eq!(rated(&finished), None);
        let abandoned = self::finished(rules, Ending::Abandoned { winner: None }, &json!([]));
        assert_eq!(rated(&abandoned), None);
        let mut options = Options::from(*rules);
        options.target = 7;
        let other = line::Rules::try_from(options).unwrap();
        let other = self::finished(&other, won_by(0), &json!([]));
        assert_eq!(rated(&other), None);
    }

    #[test]
    fn who_was_left_by_the_partner_loses_nothing() {
        let pairs = Preset::FIVE_UP.for_seating(Seating::PARTNERS);
        let here = json!({ "bot": false, "resigned": null, "lent": [] });
        let resigned = json!({ "bot": false, "resigned": 2, "lent": [] });
        let seats = json!([here, resigned, here, here]);
        let rated = rated_match(&finished(&pairs, won_by(1), &seats))
            .unwrap()
            .unwrap();
        let steps = work_out(&rated, &[RatingRow::new(rated.ended); 4]);
        let change = |seat: usize| steps[seat].after.mean - steps[seat].before.mean;
        assert!(change(0) > 0 && change(2) > 0);
        assert!(change(1) < 0);
        assert_eq!(steps[3].after, steps[3].before);
    }
}
