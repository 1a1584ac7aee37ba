//! Runs thousands of random schedules of the model.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};

use boneyard_protocol::{Access, ClockRule, Level, Request, Status};
use boneyard_rules::line::Preset;
use boneyard_rules::{Seat, Seating};
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};

use crate::state::command::Action;
use crate::tests::bench::{Bench, play_to_a_gift};
use crate::tests::model::{ModelFixture, ModelTable, Step};

/// How many schedules are run, unless an environment variable sets another number.
const SCHEDULES: u64 = 10_000;

/// How many events each schedule has.
const HAPPENINGS: usize = 80;

/// The cap on the time of a match at some of the tables, in minutes: schedules are short.
const CAP_MINUTES: u16 = 1;

/// The largest number of nodes.
const NODES_MAX: usize = 3;

/// The tables with which schedules begin. They differ: some have a clock, a cap on the time, a computer player,
/// three seats or outsiders; some wait for the seeds that their players promised; at some the lead may be given.
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
            1 | 4 => (Seating::THREE, &[Level::Casual]),
            2 | 5 => (Seating::PARTNERS, &[Level::Club, Level::Club]),
            _ => (Seating::TWO, &[]),
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
        let (opened, seed) = ((access, 0, clock), number as u64);
        let is_capped = computers.is_empty() && number % clocks.len() < 2;
        let mut bench = if is_capped {
            Bench::capped(rules, opened, CAP_MINUTES, seed)
        } else {
            Bench::timed(rules, opened, computers, seed)
        };
        let name = "Guest".to_owned();
        bench.act(1, Action::Sit { seat: None, name }).unwrap();
        let promises = number / clocks.len() == 3;
        for person in 0..2 {
            if promises {
                // If its second argument is even, `sensible` chooses to promise a seed.
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

/// Runs one schedule, on the number of nodes that an environment variable may set. Returns whether a visitor took over a
/// computer player's seat in it.
fn run(fixture: &ModelFixture, benches: &[Bench], seed: u64) -> bool {
    let mut dice = StdRng::seed_from_u64(seed);
    let bench = &benches[dice.random_range(0..benches.len())];
    let nodes = dice.random_range(1..=NODES_MAX);
    let nodes = number("BONEYARD_MODEL_NODES").map_or(nodes, |forced| forced as usize);
    let mut model = ModelTable::among(fixture, bench, nodes);
    for _ in 0..HAPPENINGS {
        let place = dice.random_range(0..nodes);
        match dice.random_range(0..6) {
            0 => disturb(&mut model, place, &mut dice),
            1 => want(&mut model, place, bench, &mut dice),
            _ => model.step_at(place, &mut dice),
        }
    }
    model.recover();
    model.everybody_is_up_to_date();
    model.everybody_sees_who_is_here();
    model.requests_are_open_where_they_were_made();
    for place in 0..nodes {
        model.crash_at(place);
    }
    model.starts();
    for guest in 0..2 {
        let step = model.follow(guest, true);
        model.decide_and_append(step);
    }
    model.decide_and_append(Step::Due);
    model.everybody_is_up_to_date();
    let state = model.state();
    let mut seats = state.rules().seating().seats();
    seats.any(|seat| state.participation.took_over(seat).is_some())
}

/// Makes a random failure, or a wait, happen at a node.
fn disturb(model: &mut ModelTable, place: usize, dice: &mut StdRng) {
    match dice.random_range(0..20) {
        0 => model.kill(place),
        1 => model.cut_or_mend(place),
        2..5 => model.judge_others(place, false),
        5 => model.judge_others(place, true),
        6..11 => model.check(place),
        11..16 => model.wait(dice.random_range(0..20_000)),
        16 => model.give(place, Step::ComputerMove),
        17 => model.put_away(place),
        18 => model.set_or_notice_clock(place, dice),
        _ => model.give(place, Step::Due),
    }
}

/// Makes a random guest do something.
fn want(model: &mut ModelTable, place: usize, bench: &Bench, dice: &mut StdRng) {
    let guest = dice.random_range(0..3);
    let pick = dice.random_range(0..u16::MAX);
    let seat = Seat::new(1).unwrap_or_default();
    let kinds = if model.shown_request(guest).is_some() {
        24
    } else {
        17
    };
    let following = model.guests[guest].following.as_ref();
    let Some(node) = following.map(|following| following.node) else {
        let step = model.follow_at(place, guest, dice.random_range(0..3) > 0);
        return model.give(place, step);
    };
    let step = match dice.random_range(0..kinds) {
        0 => model.unfollow(guest),
        1 => {
            let step = model.follow_at(place, guest, dice.random_range(0..3) > 0);
            return model.give(place, step);
        }
        // `seat` is the seat of the computer player, at tables that have one.
        2..4 => model.request(guest, Request::RequestSeat { seat }),
        4 => model.request(guest, Request::WithdrawRequest),
        5..7 => model.act(guest, Bench::senseless_in(model.state(), pick)),
        7..17 => {
            let action = bench.sensible_in(model.state(), guest, pick);
            model.act(guest, action)
        }
        _ => model.answer(guest, dice.random_range(0..8) > 0),
    };
    if let Some(step) = step {
        model.give(node, step);
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
                let (fixture, benches) = (ModelFixture::with_computers(), benches());
                let seeds = (thread..count).step_by(threads as usize);
                for seed in seeds.filter(|&seed| only.is_none_or(|only| only == seed)) {
                    let ran = catch_unwind(AssertUnwindSafe(|| run(&fixture, &benches, seed)));
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
    // If no request were ever granted, the schedules would not test requests well.
    let few = only.is_some() || count < SCHEDULES;
    assert!(few || granted.into_inner() > 0, "nobody was let in");
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}
