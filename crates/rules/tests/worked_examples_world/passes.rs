//! Rows 20 to 27 of the worked examples: passes.

use boneyard_rules::rules::{NextLead, Opening, Passes};
use boneyard_rules::{Event, Need, Options, Placement, Reason};

use crate::positions::*;
use crate::{base, by_finish, deal, game, gone_out, partners, play, reach, seat, side, tile};

/// The options of Dominican Pairs, changed so that seat 0 may lead any tile.
fn dominican() -> Options {
    Options {
        opening: Opening::Lot,
        ..partners("Dominican Pairs")
    }
}

fn passed(number: u8) -> Event {
    Event::Passed { seat: seat(number) }
}

fn for_passes(points: u16) -> Event {
    Event::Scored {
        side: side(0),
        points,
        reason: Reason::Pass,
    }
}

#[test]
fn rows_20_to_22_the_next_seat_passes_the_lead() {
    let rows = [
        (ROW_20, "6-6", vec![passed(1), for_passes(25)], "6-4"),
        (ROW_21, "6-2", vec![passed(1), for_passes(50)], "5-2"),
        (ROW_22, "5-5", vec![passed(1), passed(2)], "5-2"),
    ];
    for (hands, lead, follows, next) in rows {
        let mut game = game(dominican());
        deal(&mut game, hands);
        let events = play(&mut game, lead);
        assert_eq!(events[1..], follows, "{lead}");
        let fits = |choice: &Placement| choice.tile() == tile(next);
        assert!(
            game.placements().any(|choice| fits(&choice)),
            "{next} is played then"
        );
    }
}

#[test]
fn row_23_everybody_else_passes() {
    let mut game = game(partners("Dominican Pairs"));
    let events = reach(&mut game, &ROW_23);
    assert_eq!(
        events[1..],
        [passed(1), passed(2), passed(3), for_passes(25)]
    );
    play(&mut game, "a:6-5");
    // The points for all hands, 2 + 6 + 4, and for a capicúa.
    assert_eq!(game.scores()[side(0)], 25 + 12 + 25);
}

/// The hands of a deal in which seat 0 holds all sixes.
const SIXES: &str = "6-6 6-5 6-4 6-3 6-2 6-1 6-0 · 5-5 5-4 5-3 5-2 5-1 5-0 4-4 · \
                     4-3 4-2 4-1 4-0 3-3 3-2 3-1 · 3-0 2-2 2-1 2-0 1-1 1-0 0-0";

#[test]
fn row_24_everybody_else_passes_the_lead() {
    let mut game = game(partners("Dominican Pairs"));
    deal(&mut game, SIXES);
    let events = play(&mut game, "6-6");
    assert_eq!(
        events[1..],
        [passed(1), passed(2), passed(3), for_passes(25)]
    );
}

fn next_passes(points: u8) -> Options {
    Options {
        passes: Passes::of([0, 0, points, 0]),
        ..base()
    }
}

#[test]
fn row_25_the_next_seat_passes_a_later_tile() {
    let rows = [
        (partners("Dominican Pairs"), vec![passed(1)]),
        (next_passes(10), vec![passed(1), for_passes(10)]),
    ];
    for (options, follows) in rows {
        let mut game = game(options);
        let events = reach(&mut game, &ROW_25);
        assert_eq!(events[1..], follows);
        play(&mut game, "a:3-3");
    }
}

#[test]
fn row_26_what_is_no_pass_of_the_next_seat_alone() {
    let mut two = game(next_passes(10));
    let events = reach(&mut two, &ROW_26);
    assert_eq!(events[1..], [passed(1), passed(2), for_passes(10)]);
    assert_eq!(two.needs(), Need::Play(seat(3)));

    let events = reach(&mut game(next_passes(10)), &ROW_23);
    assert_eq!(events[1..], [passed(1), passed(2), passed(3)]);

    let mut lead = game(next_passes(10));
    deal(&mut lead, ROW_20);
    assert_eq!(play(&mut lead, "6-6")[1..], [passed(1)]);
}

#[test]
fn row_27_a_bonus_for_passes_never_wins() {
    let overshot = Event::Overshot {
        side: side(0),
        points: 25,
        reason: Reason::Pass,
    };
    let rows = [
        (174, 199, for_passes(25)),
        (175, 175, overshot.clone()),
        (180, 180, overshot),
    ];
    for (before, after, event) in rows {
        let mut game = game(Options {
            next_lead: NextLead::Opening,
            round_bonus: [before - 1, 0, 0, 0],
            passes: Passes::of([25, 0, 0, 0]),
            ..by_finish([1; 5])
        });
        gone_out(&mut game, &ROW_1);
        assert_eq!(game.scores()[side(0)], u16::from(before));
        deal(&mut game, ROW_20);
        assert_eq!(play(&mut game, "6-6")[1..], [passed(1), event]);
        assert_eq!(game.scores()[side(0)], after);
        assert_eq!(game.winner(), None);
    }
}
