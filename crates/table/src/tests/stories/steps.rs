//! Stories of clocks that were far off and are set: it costs nobody time, and no deadline comes sooner or later by it.

use boneyard_base::limits;
use boneyard_protocol::{AbsentChoice, ClockRule};
use boneyard_rules::Seating;

use crate::state::command::Action;
use crate::state::event::TableEvent;
use crate::tests::model::{ModelFixture, ModelTable};
use crate::tests::stories::interruptions::{APART_MS, BANK, Story, THOUGHT_MS};
use crate::tests::stories::{
    FAST, act, at_the_table, begun, come, events, go, on_turn, pass, placed, play, seat,
};

const HOUR_MS: i64 = 3_600_000;

/// The clock is set forward or back by minutes, hours, days and years.
fn steps() -> impl Iterator<Item = i64> {
    let all = [
        HOUR_MS / 20,
        8 * HOUR_MS,
        72 * HOUR_MS,
        200 * limits::DAY_MS,
        30 * 365 * limits::DAY_MS,
    ];
    all.into_iter().flat_map(|step_ms| [step_ms, -step_ms])
}

fn steps_in(log: &ModelTable<'_>) -> Vec<i64> {
    let all = events(&log.log());
    let step = |(_, event): (i64, TableEvent)| match event {
        TableEvent::ClockStepped { by_ms } => Some(by_ms),
        _ => None,
    };
    all.into_iter().filter_map(step).collect()
}

/// The clock is set during a turn. One node after the other notices it, or none does before the next play.
#[test]
fn a_clock_that_is_set_in_the_middle_of_a_turn() {
    for nodes in 1..=3 {
        for (step_ms, is_noticed) in steps().flat_map(|step_ms| [(step_ms, true), (step_ms, false)])
        {
            let fixture = ModelFixture::new();
            let mut story = Story::begin(&fixture, BANK, nodes);
            let before_ms = story.left_ms();
            story.model.set_clock(step_ms);
            for node in 0..nodes {
                if is_noticed {
                    assert!(story.model.notices_clock(node));
                    story.pass(500);
                }
            }
            let thought_ms = THOUGHT_MS
                + if is_noticed {
                    500 * i64::try_from(nodes).unwrap()
                } else {
                    0
                };
            let action = play(story.model.state());
            assert!(story.plays(&action));
            assert_eq!(placed(&story.model), 0, "{step_ms} at {nodes} nodes");
            let taken_ms = before_ms - story.left_ms() - thought_ms;
            assert!(
                taken_ms.abs() <= APART_MS,
                "{taken_ms} of {step_ms} at {nodes} nodes"
            );
            for node in 0..nodes {
                story.model.notices_clock(node);
            }
            story.pass(1_000);
            assert_eq!(
                steps_in(&story.model).len(),
                1,
                "{step_ms} at {nodes} nodes"
            );
            let row = story.model.log().pop().unwrap();
            let off_ms = row.at.0 - story.model.now().0 - step_ms;
            assert!(off_ms.abs() < 10_000, "the rows have the time of the clock");
        }
    }
}

/// The clock is wrong when the server starts again, and is set right three seconds later; or the wrong one was before.
#[test]
fn a_clock_that_is_set_across_a_restart() {
    for (step_ms, is_set_right) in steps().flat_map(|step_ms| [(step_ms, true), (step_ms, false)]) {
        let fixture = ModelFixture::new();
        let mut story = Story::begin(&fixture, FAST, 1);
        story.model.set_clock(step_ms);
        story.model.crash();
        story.model.starts();
        story.come(story.thinks, 0);
        story.come(1 - story.thinks, 0);
        story.pass(3_000);
        if is_set_right {
            story.model.set_clock(-step_ms);
            story.model.notices_clock(0);
        }
        story.pass(7_000);
        assert_eq!(placed(&story.model), 0, "{step_ms}");
        let action = play(story.model.state());
        assert!(story.plays(&action));
        let row = story.model.log().pop().unwrap();
        let off_ms = row.at.0 - story.model.now().0;
        assert_eq!(off_ms.abs() < 60_000, is_set_right, "{step_ms}");
        // The next player's clock runs.
        story.pass(14_000);
        assert_eq!(placed(&story.model), 0);
        story.pass(3_000);
        assert_eq!(placed(&story.model), 1, "{step_ms}");
    }
}

#[test]
fn a_win_that_is_claimed_sooner_or_later_because_the_clock_was_set() {
    for step_ms in steps() {
        let fixture = ModelFixture::new();
        let bench = begun(Seating::TWO, ClockRule::None);
        let mut model = at_the_table(&fixture, &bench);
        let (gone, here) = (on_turn(model.state()), 1 - on_turn(model.state()));
        go(&mut model, gone);
        pass(&mut model, limits::GONE_MS / 2);
        model.set_clock(step_ms);
        model.notices_clock(0);
        model.settle();
        act(
            &mut model,
            here,
            Action::Absent(seat(gone), AbsentChoice::Claim),
        );
        assert_eq!(model.state().matches.ending(), None, "{step_ms}");
        pass(&mut model, limits::GONE_MS / 2 - 500);
        act(
            &mut model,
            here,
            Action::Absent(seat(gone), AbsentChoice::Claim),
        );
        assert_eq!(model.state().matches.ending(), None, "{step_ms}");
        pass(&mut model, 500);
        act(
            &mut model,
            here,
            Action::Absent(seat(gone), AbsentChoice::Claim),
        );
        assert!(model.state().matches.ending().is_some(), "{step_ms}");
    }
}

#[test]
fn a_player_on_turn_who_has_to_connect_again_has_the_time_to() {
    let fixture = ModelFixture::new();
    let bench = begun(Seating::TWO, FAST);
    let mut model = at_the_table(&fixture, &bench);
    let thinks = on_turn(model.state());
    pass(&mut model, 14_000);
    model.set_clock(8 * HOUR_MS);
    model.notices_clock(0);
    model.settle();
    for guest in 0..2 {
        go(&mut model, guest);
    }
    pass(&mut model, 3_000);
    for guest in 0..2 {
        come(&mut model, guest);
    }
    pass(&mut model, 10_000);
    assert_eq!(placed(&model), 0);
    let action = play(model.state());
    act(&mut model, thinks, action);
    assert_ne!(on_turn(model.state()), thinks);
}

#[test]
fn a_turn_of_days_that_the_clock_makes_shorter_or_longer() {
    for step_ms in steps() {
        let fixture = ModelFixture::new();
        let slow = ClockRule::Days {
            days: 2,
            holiday: 1,
        };
        let bench = begun(Seating::TWO, slow);
        let mut model = at_the_table(&fixture, &bench);
        let thinks = on_turn(model.state());
        act(&mut model, thinks, Action::Holiday);
        let due = model.state().due_over_days().unwrap();
        model.set_clock(step_ms);
        model.notices_clock(0);
        model.settle();
        assert_eq!(model.state().due_over_days(), Some(due.plus_ms(step_ms)));
        assert_eq!(placed(&model), 0);
    }
}
