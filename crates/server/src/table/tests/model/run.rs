//! Ten thousand schedules of the model.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};

use boneyard_protocol::{Access, ClockRule, Level, Request, Status};
use boneyard_rules::{Preset, Seat, Seating};
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};

use crate::table::state::command::Action;
use crate::table::tests::bench::{Bench, play_to_a_gift};
use crate::table::tests::model::{ModelFixture, ModelTable, Step};

/// How many schedules are run if the environment doesn't say otherwise.
const SCHEDULES: u64 = 10_000;

/// Steps of one schedule.
const STEPS: usize = 16;

/// Tables to begin with: some have a clock, some a computer player, some three seats, some wait for
/// the seeds that their players promised, some have outsiders, and at some the lead may be given.
fn benches() -> Vec<Bench> {
    let clocks = [
        ClockRule::None,
        ClockRule::PerMove { seconds: 15 },
        ClockRule::Bank {
            seconds: 30,
            increment: 2,
        },
    ];
    let bench = |number: usize| {
        let clock = clocks[number % clocks.len()];
        let (seating, computers): (_, &[Level]) = match number / clocks.len() {
            1 | 4 => (Seating::Three, &[Level::Casual]),
            2 | 5 => (Seating::Partners, &[Level::Club, Level::Club]),
            _ => (Seating::Two, &[]),
        };
        let gives = number / clocks.len() == 5;
        let preset = if gives {
            Preset::SIX_LOVE
        } else {
            Preset::DRAW
        };
        let mut options = *preset.for_seating(seating);
        options.target = 20;
        let rules = options.try_into().unwrap();
        let access = match number / clocks.len() {
            4 => Access::Link,
            _ => Access::Public,
        };
        let mut bench = Bench::timed(rules, (access, 0, clock), computers, number as u64);
        let name = "Guest".to_owned();
        bench.act(1, Action::Sit { seat: None, name }).unwrap();
        let promises = number / clocks.len() == 3;
        for person in 0..2 {
            if promises {
                // An even number has them promise.
                bench.act(person, bench.sensible(person, 0)).unwrap();
            }
            bench.act(person, Action::Ready(true)).unwrap();
        }
        assert_eq!(
            bench
                .state
                .deals
                .room_fairness(&bench.state.matches)
                .revealing,
            promises
        );
        assert_eq!(bench.state.status() == Status::Playing, !promises);
        if gives {
            play_to_a_gift(&mut bench);
        }
        bench
    };
    (0..18).map(bench).collect()
}

/// Lets one schedule run; whether somebody came to a computer player's seat in it.
fn run(workshop: &ModelFixture, benches: &[Bench], seed: u64) -> bool {
    let mut dice = StdRng::seed_from_u64(seed);
    let bench = &benches[dice.random_range(0..benches.len())];
    let mut desk = ModelTable::new(workshop, bench);
    desk.start(&mut dice);
    for _ in 0..STEPS {
        if desk.is_down() {
            desk.start(&mut dice);
        }
        if let Some(step) = next(&mut desk, bench, &mut dice) {
            desk.take(step, &mut dice);
        }
    }
    // At last everything works: the table goes on from whatever there is.
    if !desk.is_down() {
        desk.decide_and_append(Step::Due);
        desk.everybody_is_up_to_date();
    }
    desk.crash();
    desk.starts();
    for guest in 0..2 {
        let step = desk.follow(guest, true);
        desk.decide_and_append(step);
    }
    desk.decide_and_append(Step::Due);
    desk.everybody_is_up_to_date();
    let state = desk.state();
    let mut seats = state.rules().seating.seats();
    seats.any(|seat| state.participation.took_over(seat).is_some())
}

/// What happens next.
fn next(desk: &mut ModelTable, bench: &Bench, dice: &mut StdRng) -> Option<Step> {
    let guest = dice.random_range(0..3);
    let pick = dice.random_range(0..u16::MAX);
    let kinds = if desk.shown_request(guest).is_some() {
        30
    } else {
        23
    };
    match dice.random_range(0..kinds) {
        // Where a computer player sits, if there is one.
        20..22 => {
            let seat = Seat::new(1).unwrap_or_default();
            desk.request(2, Request::RequestSeat { seat })
        }
        22 => desk.request(2, Request::WithdrawRequest),
        23..30 => desk.answer(guest, dice.random_range(0..8) > 0),
        0 => {
            desk.crash();
            None
        }
        1 => desk.unfollow(guest),
        2..5 => Some(desk.follow(guest, dice.random_range(0..3) > 0)),
        5..8 => {
            desk.wait(dice.random_range(0..20_000));
            Some(Step::Due)
        }
        8..10 => Some(Step::ComputerAction),
        10..12 => desk.act(guest, Bench::senseless_in(desk.state(), pick)),
        _ => {
            let person = dice.random_range(0..2);
            desk.act(person, bench.sensible_in(desk.state(), person, pick))
        }
    }
}

#[test]
fn nobody_sees_what_the_log_lacks_whatever_happens_when() {
    let only: Option<u64> = number("BONEYARD_MODEL_SEED");
    let count = number("BONEYARD_MODEL_SCHEDULES").unwrap_or(SCHEDULES);
    let threads = if only.is_some() { 1 } else { 2 };
    let granted = AtomicU64::new(0);
    std::thread::scope(|scope| {
        for thread in 0..threads {
            let granted = &granted;
            scope.spawn(move || {
                let (workshop, benches) = (ModelFixture::new(), benches());
                let _players: Vec<_> = workshop.players(&benches);
                let seeds = (thread..count).step_by(threads as usize);
                for seed in seeds.filter(|&seed| only.is_none_or(|only| only == seed)) {
                    let ran = catch_unwind(AssertUnwindSafe(|| run(&workshop, &benches, seed)));
                    let Ok(came) = ran else {
                        panic!(
                            "schedule {seed} failed: run it alone with BONEYARD_MODEL_SEED={seed}"
                        )
                    };
                    granted.fetch_add(u64::from(came), Ordering::Relaxed);
                }
            });
        }
    });
    // The schedules would be worth less if they never got that far.
    let few = only.is_some() || count < SCHEDULES;
    assert!(few || granted.into_inner() > 0, "nobody was let in");
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}
