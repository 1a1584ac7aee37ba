//! How matches end, and whether they were played.

use boneyard_rules::{Seat, Side};

use super::*;
use crate::state::Stop;

/// A match is a meeting if its tiles were dealt, whatever ended it, and no meeting otherwise.
#[test]
fn how_a_match_ended_does_not_say_whether_it_was_played() {
    let mut evening = Evening::of(&wanted(TournamentFormat::Swiss)).with_players(2);
    evening.act(OrganiserAction::Start).unwrap();
    evening.pair();
    let one = evening.state.undecided()[0].clone();
    let seats = Seats::of(&evening.state, &one).unwrap();
    let (entry, _) = evening.state.entry_of(evening.players[0]).unwrap();
    let side = Side::new(0).unwrap();
    let winner = Some(side);
    let seat = Seat::new(0).unwrap();
    let endings = [
        Ending::Played { winner },
        Ending::Resigned { seat, winner },
        Ending::Agreed,
        Ending::Claimed {
            seat,
            by: seat,
            winner: side,
        },
        Ending::Abandoned { winner: None },
        Ending::Withdrawn { seat, winner },
        Ending::Decided { winner },
    ];
    let judge = |stop: Option<&Stop>, stand: &ArrangedStand| {
        let times = (evening.now, stand.last);
        seats.verdict(stop, stand, false, times)
    };
    for ending in endings {
        let stand = ArrangedStand {
            ending: Some(ending),
            scores: Some(BySide::from_fn(Seating::TWO, |side| {
                15 * side.index() as u16
            })),
            ..stand(false, evening.now)
        };
        let Verdict::Over(Found::Match(outcome), _) = judge(None, &stand) else {
            panic!("the match has ended");
        };
        assert_eq!(outcome.points, Some([0, 15]), "{ending:?}");
    }
    let decided = Stop::Decided(Decision::Won(Winner::First), "x".into());
    for stop in [None, Some(Stop::Withdrawn(entry)), Some(decided)] {
        let Verdict::Over(Found::Match(outcome), _) =
            judge(stop.as_ref(), &stand(true, one.come_by))
        else {
            panic!("the table is closed");
        };
        assert_eq!(outcome.points, None, "{stop:?}");
    }
}

/// The match ended at its table while the organiser decided it: the table, the record and the ratings tell how, and the
/// decision is a correction of the standings.
#[test]
fn a_decision_that_comes_too_late_for_the_table_is_a_correction() {
    let mut evening = Evening::of(&wanted(TournamentFormat::Swiss)).with_players(2);
    evening.act(OrganiserAction::Start).unwrap();
    evening.pair();
    evening.decide((1, 1), DecidedResult::Second).unwrap();
    let one = evening.state.undecided()[0].clone();
    let outcome = MatchOutcome {
        decision: Decision::Won(Winner::First),
        points: Some([100, 40]),
    };
    let events = ended(&evening.state, &one, outcome, End::Played, &[]);
    assert!(
        matches!(&events[0], Event::Reported { source: Source::Played, outcome: of, .. } if *of == outcome)
    );
    evening.add(&events);
    let result = evening.rebuilt().page_of_matches(0).matches[0]
        .result
        .clone()
        .unwrap();
    assert_eq!(
        (result.winner, result.points),
        (Some(1), Some(vec![100, 40]))
    );
    assert_eq!(result.note.as_deref(), Some("a mistake"));
    let standings = evening.state.tournament.standings();
    assert!(standings.iter().all(|of| of.difference == 0));
}
