//! Stories of clocks, storage failures and restarts.

use boneyard_base::limits;
use boneyard_protocol::{Access, ClockRule, Status};
use boneyard_rules::{GamePreset as _, Need, Seat, Seating, trains};
use proptest::prelude::*;

use crate::state::command::Action;
use crate::state::event::TableEvent;
use crate::tables::task::history::History;
use crate::tests::bench::{Bench, line_of, shown};
use crate::tests::model::{ModelFixture, ModelTable, Step};
use crate::tests::stories::{
    FAST, act, at_the_table, begun, come, events, go, on_turn, pass, placed, play, seat, told,
};

#[test]
fn a_sync_fault_that_ends_in_an_unavoidable_loss_on_time() {
    let fixture = ModelFixture::new();
    let bench = begun(Seating::TWO, FAST);
    let mut model = at_the_table(&fixture, &bench);
    let thinks = on_turn(model.state());
    pass(&mut model, 4_000);
    // The storage fails, so the play is refused however often the player tries.
    model.fail(1);
    let action = play(model.state());
    act(&mut model, thinks, action.clone());
    for _ in 0..20 {
        model.wait(2_000);
        model.fail(1);
        model.decide_and_append(Step::Due);
    }
    assert_eq!(placed(&model), 0);
    // The storage works again, after the time at which the clock would have run out.
    model.wait(2_000);
    model.decide_and_append(Step::Due);
    model.decide_and_append(Step::Due);
    assert_eq!(placed(&model), 0);
    act(&mut model, thinks, action);
    assert_eq!(on_turn(model.state()), 1 - thinks);
}

#[test]
fn a_reconnect_that_forfeits() {
    let fixture = ModelFixture::new();
    let bench = begun(Seating::TWO, FAST);
    let mut model = at_the_table(&fixture, &bench);
    let (gone, here) = (on_turn(model.state()), 1 - on_turn(model.state()));
    go(&mut model, gone);
    // After two turns whose time runs out, the player counts as away.
    while placed(&model) < 2 {
        pass(&mut model, 500);
        if on_turn(model.state()) == here {
            let action = play(model.state());
            act(&mut model, here, action);
        }
    }
    assert!(model.state().is_away(seat(gone)));
    if on_turn(model.state()) == here {
        let action = play(model.state());
        act(&mut model, here, action);
    }
    // A player who comes back at the last moment gets a whole turn, and no tile is played for that player.
    pass(&mut model, limits::AWAY_TURN_MS);
    let placements = placed(&model);
    come(&mut model, gone);
    assert!(!model.state().is_away(seat(gone)));
    assert_eq!(told(&model, here), None);
    pass(&mut model, 14_000);
    assert_eq!(placed(&model), placements);
    assert_eq!(model.state().status(), Status::Playing);
}

#[test]
fn a_restart_that_cuts_running_games() {
    let fixture = ModelFixture::new();
    let bench = begun(Seating::TWO, FAST);
    let mut model = at_the_table(&fixture, &bench);
    let thinks = on_turn(model.state());
    pass(&mut model, 9_000);
    let before = model.state().clone();
    model.crash();
    model.wait(60 * 60_000);
    model.starts();
    come(&mut model, 0);
    come(&mut model, 1);
    let after = model.state();
    assert_eq!(after.matches.current(), before.matches.current());
    assert_eq!(after.status(), Status::Playing);
    // The hour without players costs no player any time.
    pass(&mut model, 14_000);
    assert_eq!(placed(&model), 0);
    let action = play(model.state());
    act(&mut model, thinks, action);
    assert_eq!(on_turn(model.state()), 1 - thinks);
    assert_eq!(placed(&model), 0);
}

#[test]
fn randomness_that_is_not_persisted_over_restarts() {
    let fixture = ModelFixture::new();
    let bench = begun(Seating::TWO, ClockRule::None);
    let mut model = at_the_table(&fixture, &bench);
    let hands = |model: &ModelTable<'_>| {
        let game = line_of(model.state().matches.current().unwrap());
        let round = game.round().unwrap();
        [0, 1].map(|number| format!("{:?}", round.hand(seat(number))))
    };
    while let Need::Move(turn) = model.state().needs() {
        let before = hands(&model);
        // The new process knows only the log.
        model.crash();
        model.starts();
        come(&mut model, 0);
        come(&mut model, 1);
        assert_eq!(hands(&model), before);
        let action = play(model.state());
        act(&mut model, turn.index(), action);
    }
    for guest in 0..2 {
        act(&mut model, guest, Action::Next);
    }
    let dealt = hands(&model);
    model.crash();
    model.starts();
    assert_eq!(
        hands(&model),
        dealt,
        "the new round is the one that was dealt"
    );
}

/// A table of Mexican Train whose first turn is as long as the seat likes.
fn with_a_long_first_turn(deal: u64) -> Bench {
    let rules = trains::Preset::LONG_START.for_seating(Seating::TWO);
    let mut bench = Bench::timed(rules, (Access::Public, 0, FAST), &[], deal);
    let name = "Guest".to_owned();
    bench.act(1, Action::Sit { seat: None, name }).unwrap();
    for person in 0..2 {
        bench.act(person, Action::Ready(true)).unwrap();
    }
    bench
}

#[test]
fn a_turn_of_several_moves_has_one_clock() {
    // The first tile leaves more to decide in about every second deal.
    let found = (1..).find_map(|deal| {
        let mut bench = with_a_long_first_turn(deal);
        let thinks = on_turn(&bench.state);
        bench.wait(10_000);
        bench.act(thinks, play(&bench.state)).unwrap();
        bench.state.turn_goes_on().then_some((bench, thinks))
    });
    let (mut bench, thinks) = found.unwrap();
    let began = bench.now.plus_ms(-10_000);
    assert_eq!(bench.state.clocks.turn().unwrap().since, began);
    // The player was warned late, after ten seconds, and has the time of a warning from then on.
    bench.wait(7_500 + limits::CLOCK_LAG_MS - 1);
    assert!(bench.state.turn_goes_on());
    bench.wait(1);
    assert!(!bench.state.turn_goes_on());
    assert!(bench.state.participation.is_missed(seat(thinks)));
}

#[test]
fn a_turn_of_several_moves_is_played_at_once_and_missed_once() {
    let missed = (1..).find_map(|deal| {
        let mut bench = with_a_long_first_turn(deal);
        let thinks = on_turn(&bench.state);
        bench.wait(7_500);
        bench.wait(7_500 + limits::CLOCK_LAG_MS);
        let row = TableEvent::from_body(&bench.log.last()?.body).unwrap();
        (row.len() > 1).then_some((bench, thinks, row))
    });
    let (bench, thinks, row) = missed.unwrap();
    let is_forced = |event: &TableEvent| matches!(event, TableEvent::MovedFor { .. });
    assert!(row.iter().all(is_forced), "{row:?}");
    assert!(!bench.state.turn_goes_on());
    assert!(!bench.state.is_away(seat(thinks)), "it was one turn");
}

#[test]
fn with_nobody_there_no_clock_runs() {
    let fixture = ModelFixture::new();
    let bench = begun(Seating::TWO, FAST);
    let mut model = at_the_table(&fixture, &bench);
    go(&mut model, 0);
    go(&mut model, 1);
    pass(&mut model, 10 * 60_000);
    assert_eq!(placed(&model), 0);
    come(&mut model, 0);
    pass(&mut model, 13_000);
    assert_eq!(placed(&model), 0);
}

proptest! {
    #[test]
    fn an_inactivity_loss_without_a_warning(
        bank in any::<bool>(),
        waits in prop::collection::vec((0..12_000_i64, any::<bool>()), 1..40),
    ) {
        let clock = if bank {
            ClockRule::Bank { seconds: 30, increment: 1 }
        } else {
            FAST
        };
        let mut bench = begun(Seating::TWO, clock);
        for (wait, plays) in waits {
            bench.wait(wait);
            if let Some(turn) = bench.state.matches.on_turn()
                && plays
            {
                bench.act(turn.index(), play(&bench.state)).unwrap();
            }
            if bench.state.matches.on_turn().is_none() {
                break;
            }
        }
        let mut warned = None;
        let mut missed = [0, 0];
        for (at, event) in events(&bench.log) {
            match event {
                TableEvent::Warned { seat } => warned = Some((seat, at)),
                TableEvent::Moved { .. } => warned = None,
                TableEvent::Returned { seat } => missed[seat.index()] = 0,
                TableEvent::MovedFor { seat, .. } => {
                    // A player who counts as away gets no warning: two warnings had no effect.
                    if missed[seat.index()] < limits::MISSED_MAX {
                        let (whom, when) = warned.take().expect("a warning");
                        prop_assert_eq!(whom, seat);
                        prop_assert!(at - when >= limits::TURN_MS_MIN / 2);
                    }
                    missed[seat.index()] += 1;
                }
                _ => {}
            }
        }
    }

    #[test]
    fn who_missed_some_updates_gets_just_those(rows in 1..90_usize, back in 0..100_u64) {
        let mut bench = begun(Seating::TWO, ClockRule::None);
        let mut known = Vec::new();
        for pick in 0..rows {
            known.push(bench.newcomer(pick % 3));
            let person = bench.state.matches.on_turn().map_or(pick % 2, Seat::index);
            let action = bench.sensible(person, pick as u16);
            let _ = bench.act(person, action);
        }
        let (state, history) = History::from_log(&bench.log).unwrap();
        prop_assert_eq!(&*state, &bench.state);
        for (person, mut snapshot) in known {
            let updates = history.since(bench.id, snapshot.v, bench.people[person]);
            let then = history.state_at(snapshot.v);
            prop_assert_eq!(then.is_some(), updates.is_some());
            if let Some(then) = then {
                prop_assert_eq!(&shown(&then, bench.id, bench.people[person]), &snapshot);
            }
            let is_recent = state.version.unsigned_abs() - snapshot.v <= limits::HISTORY_APPENDS.unsigned_abs();
            prop_assert!(updates.is_some() || !is_recent);
            if let Some(updates) = updates {
                for update in updates {
                    let folded = snapshot.fold(update);
                    prop_assert_eq!(folded, boneyard_protocol::Folded::Next);
                }
                prop_assert_eq!(snapshot, bench.newcomer(person).1);
            }
        }
        let unborn = state.version.unsigned_abs() + 1 + back;
        prop_assert_eq!(history.since(bench.id, unborn, bench.people[0]), None);
    }
}
