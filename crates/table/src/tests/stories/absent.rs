//! Stories of absent players: what the others see of the absence, and from when on they may do something
//! about it.

use std::sync::Arc;

use boneyard_base::limits;
use boneyard_protocol::{Absent, AbsentChoice, ClockRule, Status};
use boneyard_rules::{BySeat, Seat, Seating};
use proptest::prelude::*;

use crate::state::GoneSince;
use crate::state::command::Action;
use crate::state::refusal::Refusal;
use crate::tests::model::ModelFixture;
use crate::tests::stories::{
    FAST, absent, act, at_the_table, begun, come, go, on_turn, pass, placed, play, seat, told,
};

const CHOICES: [AbsentChoice; 3] = [
    AbsentChoice::Computer,
    AbsentChoice::Place,
    AbsentChoice::Claim,
];

#[test]
fn minutes_of_waiting_before_a_computer_player_may_help() {
    let fixture = ModelFixture::new();
    let bench = begun(Seating::TWO, ClockRule::None);
    let mut model = at_the_table(&fixture, &bench);
    let (gone, here) = (on_turn(model.state()), 1 - on_turn(model.state()));
    let lend = Action::Absent(seat(gone), AbsentChoice::Computer);
    go(&mut model, gone);
    pass(&mut model, limits::STAND_IN_MS - 500);
    act(&mut model, here, lend.clone());
    assert!(
        model.state().plays(seat(gone)),
        "a short loss costs nothing"
    );
    pass(&mut model, 500);
    act(&mut model, here, lend);
    assert!(!model.state().plays(seat(gone)));
    come(&mut model, gone);
    assert!(model.state().plays(seat(gone)), "the seat is given back");
    assert_eq!(on_turn(model.state()), gone);
}

#[test]
fn a_wait_of_which_nobody_knows_the_end() {
    let fixture = ModelFixture::new();
    let bench = begun(Seating::TWO, ClockRule::None);
    let mut model = at_the_table(&fixture, &bench);
    let (gone, here) = (on_turn(model.state()), 1 - on_turn(model.state()));
    let went = model.now();
    go(&mut model, gone);
    pass(&mut model, limits::GONE_TOLD_MS - 500);
    assert_eq!(absent(&model, here), None, "a reload shows no countdown");
    pass(&mut model, 500);
    let told_first = Absent {
        seat: seat(gone),
        computer_ms: Some(went.plus_ms(limits::STAND_IN_MS).0),
        place_ms: Some(went.plus_ms(limits::GONE_MS).0),
        claim_ms: Some(went.plus_ms(limits::GONE_MS).0),
    };
    // The first message already holds the times from which each choice is allowed, so no message is sent when
    // one of these times comes.
    for _ in 0..4 {
        assert_eq!(absent(&model, here), Some(told_first));
        pass(&mut model, limits::GONE_MS / 3);
    }
    come(&mut model, gone);
    assert_eq!(absent(&model, here), None);
}

#[test]
fn short_losses_that_add_up_to_a_lent_seat() {
    let fixture = ModelFixture::new();
    let bench = begun(Seating::TWO, ClockRule::None);
    let mut model = at_the_table(&fixture, &bench);
    let (gone, here) = (on_turn(model.state()), 1 - on_turn(model.state()));
    for _ in 0..4 {
        go(&mut model, gone);
        pass(&mut model, limits::STAND_IN_MS - 500);
        let lend = Action::Absent(seat(gone), AbsentChoice::Computer);
        act(&mut model, here, lend);
        assert!(model.state().plays(seat(gone)));
        come(&mut model, gone);
    }
}

#[test]
fn a_claim_by_a_player_who_was_away_as_long() {
    let fixture = ModelFixture::new();
    let bench = begun(Seating::TWO, ClockRule::None);
    let mut model = at_the_table(&fixture, &bench);
    let (gone, back) = (on_turn(model.state()), 1 - on_turn(model.state()));
    // The watcher keeps the table in memory.
    come(&mut model, 2);
    go(&mut model, gone);
    go(&mut model, back);
    pass(&mut model, limits::IDLE_TURN_MS);
    come(&mut model, back);
    let claim = Action::Absent(seat(gone), AbsentChoice::Claim);
    pass(&mut model, limits::GONE_MS - 500);
    act(&mut model, back, claim.clone());
    assert_eq!(
        model.state().status(),
        Status::Playing,
        "nobody waited before"
    );
    pass(&mut model, 500);
    act(&mut model, back, claim);
    assert_eq!(model.state().status(), Status::Over);
}

#[test]
fn a_player_who_only_thinks_is_warned_before_the_others_may_do_something() {
    let fixture = ModelFixture::new();
    let bench = begun(Seating::TWO, ClockRule::None);
    let mut model = at_the_table(&fixture, &bench);
    let (thinks, waits) = (on_turn(model.state()), 1 - on_turn(model.state()));
    pass(
        &mut model,
        limits::IDLE_TURN_MS - limits::IDLE_TOLD_MS - 500,
    );
    assert_eq!(absent(&model, thinks), None);
    pass(&mut model, 500);
    for guest in [thinks, waits] {
        assert_eq!(
            absent(&model, guest).map(|absent| absent.seat),
            Some(seat(thinks))
        );
        assert_eq!(told(&model, guest), None);
    }
    let action = play(model.state());
    act(&mut model, thinks, action);
    assert_eq!(absent(&model, waits), None);
}

#[test]
fn a_clock_that_runs_for_an_absent_player_and_nobody_says_so() {
    let bank = ClockRule::Bank {
        seconds: 60,
        increment: 0,
    };
    for clock in [FAST, bank] {
        let fixture = ModelFixture::new();
        let bench = begun(Seating::TWO, clock);
        let mut model = at_the_table(&fixture, &bench);
        let (gone, here) = (on_turn(model.state()), 1 - on_turn(model.state()));
        go(&mut model, gone);
        pass(&mut model, limits::GONE_TOLD_MS);
        let waits = Absent::waits_for_clock(seat(gone));
        assert_eq!(absent(&model, here), Some(waits));
        for choice in CHOICES {
            act(&mut model, here, Action::Absent(seat(gone), choice));
        }
        assert_eq!(placed(&model), 0);
        assert_eq!(model.state().status(), Status::Playing);
        assert!(model.state().plays(seat(gone)));
    }
}

#[test]
fn a_rated_match_that_is_lost_by_half_a_minute_without_a_connection() {
    let mut bench = begun(Seating::TWO, ClockRule::None);
    Arc::make_mut(&mut bench.state.settings).rated = true;
    let gone = bench.state.matches.on_turn().unwrap();
    let went = bench.now;
    bench.gone[gone] = Some(GoneSince { went, in_all: went });
    let lend = bench.command(
        1 - gone.index(),
        Action::Absent(gone, AbsentChoice::Computer),
    );
    let decide = |wait_ms| {
        let now = went.plus_ms(wait_ms);
        bench.state.decide(&lend, &bench.gone, now).map(|_| ())
    };
    assert_eq!(decide(limits::GONE_MS - 1), Err(Refusal::NotAbsent));
    assert_eq!(decide(limits::GONE_MS), Ok(()));
}

proptest! {
    /// At every time, the other players may do about an absent player exactly what the presence shows them.
    #[test]
    fn what_may_be_done_and_when_is_what_is_told(
        seating in prop_oneof![
            Just(Seating::TWO), Just(Seating::THREE), Just(Seating::FOUR), Just(Seating::PARTNERS)
        ],
        clock in prop_oneof![
            Just(ClockRule::None),
            Just(FAST),
            Just(ClockRule::Bank { seconds: 30, increment: 2 }),
        ],
        gone in prop::collection::vec(prop::option::of((0..400_000_i64, 0..400_000_i64)), 4),
        thought_ms in 0..700_000_i64,
        placed in 0..6,
    ) {
        let mut bench = begun(seating, clock);
        for _ in 0..placed {
            bench.wait(limits::GONE_TURN_MS);
        }
        bench.now = bench.now.plus_ms(thought_ms);
        let now = bench.now;
        bench.gone = BySeat::from_fn(seating, |seat| {
            let (ago, before) = gone[seat.index()]?;
            let went = now.plus_ms(-ago);
            Some(GoneSince { went, in_all: went.plus_ms(-before) })
        });
        let told = bench.state.absent(&bench.gone, now);
        let later = now.plus_ms(60_000);
        prop_assert!(told.is_none() || bench.state.absent(&bench.gone, later) == told);
        for by in seating.seats().map(Seat::index) {
            for against in seating.seats() {
                for choice in CHOICES {
                    let due = told.filter(|absent| absent.seat == against && against.index() != by);
                    let due = due.and_then(|absent| absent.from_ms(choice)).is_some_and(|ms| ms <= now.0);
                    let is_own_side = seating.side(seat(by)) == seating.side(against);
                    let may = due && !(choice == AbsentChoice::Claim && is_own_side);
                    let command = bench.command(by, Action::Absent(against, choice));
                    let decided = bench.state.decide(&command, &bench.gone, now);
                    prop_assert_eq!(decided.is_ok(), may, "{:?} by {} against {:?}", choice, by, against);
                }
            }
        }
    }
}
