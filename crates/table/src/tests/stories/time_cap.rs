//! Stories of a cap on a match's time.

use boneyard_base::limits;
use boneyard_protocol::{Access, ClockRule, Ending, Status};
use boneyard_rules::line::Preset;
use boneyard_rules::{Seating, Transcript};

use crate::state::State;
use crate::state::command::Action;
use crate::state::event::TableEvent;
use crate::state::record::record_of;
use crate::tests::bench::{Bench, play_round};
use crate::tests::model::{ModelFixture, ModelTable, Step};
use crate::tests::stories::{at_the_table, come, events, go, on_turn, pass, placed};

const MINUTES: u16 = 10;
const CAP_MS: i64 = MINUTES as i64 * 60_000;

/// A table whose match has begun, without a clock, and with a cap on its time.
fn capped(seating: Seating) -> Bench {
    capped_with(seating, ClockRule::None)
}

fn capped_with(seating: Seating, clock: ClockRule) -> Bench {
    let mut options = *Preset::DRAW.for_seating(seating);
    options.target = 1000;
    let rules = options.try_into().unwrap();
    let mut bench = Bench::capped(rules, (Access::Public, 0, clock), MINUTES, 3);
    let people = seating.seat_count();
    for person in 1..people {
        let name = format!("Person {person}");
        bench.act(person, Action::Sit { seat: None, name }).unwrap();
    }
    for person in 0..people {
        bench.act(person, Action::Ready(true)).unwrap();
    }
    bench
}

fn is_last_round(state: &State) -> bool {
    state.matches.current().unwrap().is_last_round()
}

fn next_round(bench: &mut Bench) {
    for person in 0..bench.state.rules().seating().seat_count() {
        bench.act(person, Action::Next).unwrap();
    }
}

/// How often time was called.
fn calls(model: &ModelTable<'_>) -> usize {
    let log = events(&model.log());
    let calls = log
        .iter()
        .filter(|(_, event)| *event == TableEvent::TimeCalled);
    calls.count()
}

/// The side that has won, which must have more points than every other side.
fn winner_by_points(state: &State) -> usize {
    let scores = state.matches.current().unwrap().scores().as_slice();
    let most = scores.iter().max().unwrap();
    assert_eq!(scores.iter().filter(|score| *score == most).count(), 1);
    let Some(Ending::Played {
        winner: Some(winner),
    }) = state.matches.ending()
    else {
        panic!("{:?}", state.matches.ending());
    };
    assert_eq!(scores[winner.index()], *most);
    winner.index()
}

#[test]
fn the_round_is_finished_and_the_most_points_win() {
    for seating in [
        Seating::TWO,
        Seating::THREE,
        Seating::FOUR,
        Seating::PARTNERS,
    ] {
        let mut bench = capped(seating);
        assert_eq!(
            bench.state.room().cap_until_ms,
            Some(bench.now.plus_ms(CAP_MS).0)
        );
        bench.wait(CAP_MS - 1);
        assert!(!is_last_round(&bench.state));
        let ply = bench.state.ply();
        bench.wait(1);
        assert!(is_last_round(&bench.state));
        assert_eq!(bench.state.ply(), ply, "a play under way is still taken");
        assert_eq!(bench.state.room().cap_until_ms, None);
        // If it is level, one more round decides, again and again.
        while bench.state.status() == Status::Playing {
            play_round(&mut bench);
            if bench.state.status() == Status::Playing {
                next_round(&mut bench);
            }
        }
        winner_by_points(&bench.state);
    }
}

#[test]
fn between_two_rounds_the_most_points_win_at_once() {
    let mut bench = capped(Seating::TWO);
    play_round(&mut bench);
    assert_eq!(bench.state.status(), Status::Playing);
    bench.wait(CAP_MS);
    assert_eq!(bench.state.status(), Status::Over);
    winner_by_points(&bench.state);
    let record = record_of(&bench.state, bench.id, &bench.log[first_row(&bench)..]).unwrap();
    let transcript: Transcript = record.transcript.parse().unwrap();
    assert_eq!(
        &transcript.replay().unwrap(),
        bench.state.matches.current().unwrap()
    );
    assert!(record.transcript.contains("\ntime is called\n"));
    assert!(record.summary.contains("\"time_cap\":10"));
}

fn first_row(bench: &Bench) -> usize {
    usize::try_from(bench.state.matches.first_row()).unwrap() - 1
}

#[test]
fn each_match_has_its_own_time() {
    let mut bench = capped(Seating::TWO);
    play_round(&mut bench);
    bench.wait(CAP_MS);
    bench.wait(CAP_MS);
    for person in 0..2 {
        bench.act(person, Action::Ready(true)).unwrap();
    }
    assert_eq!(bench.state.status(), Status::Playing);
    assert!(!is_last_round(&bench.state));
    let until = bench.now.plus_ms(CAP_MS);
    assert_eq!(bench.state.room().cap_until_ms, Some(until.0));
}

#[test]
fn time_without_players_is_given_back_to_the_match() {
    let fixture = ModelFixture::new();
    let bench = capped(Seating::TWO);
    let mut model = at_the_table(&fixture, &bench);
    pass(&mut model, CAP_MS - 60_000);
    go(&mut model, 0);
    go(&mut model, 1);
    pass(&mut model, 5 * 60_000);
    assert_eq!(calls(&model), 0);
    come(&mut model, 0);
    come(&mut model, 1);
    pass(&mut model, 55_000);
    assert_eq!(calls(&model), 0);
    pass(&mut model, 10_000);
    assert_eq!(calls(&model), 1);
    assert!(is_last_round(model.state()));
}

#[test]
fn time_without_players_between_two_rounds_is_given_back_too() {
    let fixture = ModelFixture::new();
    let mut bench = capped(Seating::TWO);
    play_round(&mut bench);
    let mut model = at_the_table(&fixture, &bench);
    go(&mut model, 0);
    go(&mut model, 1);
    pass(&mut model, 2 * CAP_MS);
    come(&mut model, 0);
    assert_eq!(model.state().status(), Status::Playing);
    let until = model.state().room().cap_until_ms.unwrap();
    assert!(until - model.now().0 > CAP_MS - 60_000);
}

#[test]
fn a_restart_calls_time_once_and_forgets_no_call() {
    let fixture = ModelFixture::new();
    let bench = capped(Seating::TWO);
    let mut model = at_the_table(&fixture, &bench);
    pass(&mut model, CAP_MS - 1_000);
    model.crash();
    model.wait(60 * 60_000);
    model.starts();
    for guest in 0..2 {
        come(&mut model, guest);
    }
    // As far as the log tells, the players could not play since the deal.
    assert_eq!(calls(&model), 0, "the hour is given back");
    pass(&mut model, CAP_MS);
    assert_eq!(calls(&model), 1);
    model.crash();
    model.starts();
    for guest in 0..2 {
        come(&mut model, guest);
    }
    pass(&mut model, CAP_MS);
    assert_eq!(calls(&model), 1);
    assert!(is_last_round(model.state()));
}

#[test]
fn a_storage_that_fails_calls_time_later() {
    let fixture = ModelFixture::new();
    let bench = capped(Seating::TWO);
    let mut model = at_the_table(&fixture, &bench);
    pass(&mut model, CAP_MS - 1_000);
    for _ in 0..5 {
        model.wait(2_000);
        model.fail(1);
        model.decide_and_append(Step::Due);
    }
    assert_eq!(calls(&model), 0);
    pass(&mut model, 30_000);
    assert_eq!(calls(&model), 1);
}

#[test]
fn the_clock_of_a_move_goes_on_after_the_call() {
    let clock = ClockRule::PerMove { seconds: 120 };
    let fixture = ModelFixture::new();
    let bench = capped_with(Seating::TWO, clock);
    let mut model = at_the_table(&fixture, &bench);
    // Nobody plays: the server places tiles until time is called.
    pass(&mut model, CAP_MS + 1_000);
    assert_eq!(calls(&model), 1);
    let before = placed(&model);
    let _ = on_turn(model.state());
    pass(&mut model, 125_000 + limits::CLOCK_LAG_MS);
    assert!(placed(&model) > before);
}
