//! Matches that are called off because a promised seed doesn't come, and what the public log says of matches.

use boneyard_base::limits;
use boneyard_protocol::transparency::{LogEvent, log_name};
use boneyard_protocol::{Access, Level, Status};
use boneyard_rules::Seat;
use boneyard_rules::line::Preset;
use proptest::prelude::*;

use crate::state::State;
use crate::state::command::Action;
use crate::state::event::TableEvent;
use crate::state::public::public_entries;
use crate::state::refusal::Refusal;
use crate::tests::bench::{Bench, PEOPLE, play_round, player_promise, player_seed};
use crate::tests::laws::{any_rules, step};

fn seat(number: u8) -> Seat {
    Seat::new(number).unwrap()
}

/// A table with two players, who aren't ready.
fn two_seated() -> Bench {
    let mut bench = Bench::new(*Preset::BLOCK.rules(), Access::Public, 0, 7);
    let name = "Guest".to_owned();
    bench.act(1, Action::Sit { seat: None, name }).unwrap();
    bench
}

fn commit(bench: &mut Bench, person: usize) -> Result<(), Refusal> {
    let match_number = bench.state.deals.match_to_promise();
    let promise = player_promise(match_number, person);
    let commit = Action::Commit {
        match_number,
        promise,
    };
    bench.act(person, commit)
}

fn reveal(bench: &mut Bench, person: usize) -> Result<(), Refusal> {
    let match_number = bench.state.deals.begun();
    let seed = player_seed(match_number, person);
    bench.act(person, Action::Reveal { match_number, seed })
}

/// A table whose match has begun, and waits for the seeds of both players.
fn waits_for_two() -> Bench {
    let mut bench = two_seated();
    for person in 0..2 {
        commit(&mut bench, person).unwrap();
        bench.act(person, Action::Ready(true)).unwrap();
    }
    assert!(bench.state.deals.waits_for_seeds());
    bench
}

/// The events of the public log about a table, from its log.
fn public_log(bench: &Bench) -> Vec<(u32, LogEvent)> {
    let mut state: Option<State> = None;
    let mut all = Vec::new();
    for row in &bench.log {
        let mut next = state.clone();
        match &mut next {
            None => next = Some(State::from_log(&bench.log[..1]).unwrap()),
            Some(next) => drop(next.add_row(row).unwrap()),
        }
        let after = next.as_ref().unwrap();
        let ended = state
            .as_ref()
            .is_some_and(|state| after.matches.has_ended_since(&state.matches));
        let record = ended.then(|| {
            let rows = after.matches.first_row()..=row.seq;
            let log = bench.log.iter().filter(|row| rows.contains(&row.seq));
            let rows: Vec<_> = log.cloned().collect();
            crate::state::record::record_of(after, bench.id, &rows).unwrap()
        });
        let entries = public_entries(bench.id, state.as_ref(), after, row.at, record.as_ref());
        for entry in entries {
            assert_eq!((entry.table, entry.at_ms), (log_name(bench.id), row.at.0));
            all.push((entry.match_number, entry.event));
        }
        state = next;
    }
    all
}

#[test]
fn a_match_that_was_called_off_leaves_no_seed_and_the_next_one_follows() {
    let mut bench = waits_for_two();
    reveal(&mut bench, 0).unwrap();
    let shown = bench.state.room().fairness;
    assert_eq!((shown.told[seat(0)], shown.told[seat(1)]), (true, false));
    assert!(shown.seats.iter().all(|(_, seat)| seat.seed.is_none()));
    assert_eq!(bench.act(0, Action::Leave), Err(Refusal::Beginning));

    bench.wait(limits::REVEAL_MS_MAX);
    let shown = bench.state.room().fairness;
    assert_eq!((shown.match_number, shown.called_off), (2, 1));
    assert_eq!((shown.missed[seat(0)], shown.missed[seat(1)]), (0, 1));
    assert!(!shown.revealing && shown.commitment.is_none());
    assert!(shown.seats.iter().all(|(_, seat)| seat.promise.is_none()));
    assert!(bench.state.is_everybody_ready());
    assert_eq!(reveal(&mut bench, 1), Err(Refusal::Stale), "too late");

    commit(&mut bench, 0).unwrap();
    assert!(!bench.state.deals.waits_for_seeds());
    commit(&mut bench, 1).unwrap();
    assert!(
        bench.state.deals.waits_for_seeds(),
        "all promises are there"
    );
    reveal(&mut bench, 1).unwrap();
    reveal(&mut bench, 0).unwrap();
    let room = bench.state.room();
    assert_eq!((room.status, room.match_number), (Status::Playing, 2));
    let fairness = room.fairness;
    assert_eq!((fairness.match_number, fairness.missed[seat(1)]), (2, 0));
    for person in 0..2 {
        let seed = fairness.seats[seat(person)].seed;
        assert_eq!(seed, Some(player_seed(2, person.into())));
    }
    let events = public_log(&bench);
    assert!(matches!(
        events[..],
        [
            (1, LogEvent::Began { .. }),
            (1, LogEvent::CalledOff { missing: 0b10 }),
            (2, LogEvent::Began { .. })
        ]
    ));
}

#[test]
fn a_seat_whose_seed_was_missing_twice_is_not_waited_for() {
    let mut bench = waits_for_two();
    bench.wait(limits::REVEAL_MS_MAX);
    for person in 0..2 {
        commit(&mut bench, person).unwrap();
    }
    reveal(&mut bench, 0).unwrap();
    bench.wait(limits::REVEAL_MS_MAX);
    let shown = bench.state.room().fairness;
    assert_eq!((shown.missed[seat(0)], shown.missed[seat(1)]), (1, 2));
    assert_eq!(commit(&mut bench, 1), Err(Refusal::Stale));
    commit(&mut bench, 0).unwrap();
    assert!(bench.state.deals.waits_for_seeds());
    reveal(&mut bench, 0).unwrap();
    let shown = bench.state.room().fairness;
    assert_eq!(bench.state.status(), Status::Playing);
    assert_eq!((shown.missed[seat(0)], shown.missed[seat(1)]), (0, 0));
    assert_eq!(shown.seats[seat(1)].promise, None);
}

#[test]
fn if_no_seat_may_promise_any_more_the_tiles_are_dealt_at_once() {
    let mut bench = waits_for_two();
    bench.wait(limits::REVEAL_MS_MAX);
    for person in 0..2 {
        commit(&mut bench, person).unwrap();
    }
    bench.wait(limits::REVEAL_MS_MAX);
    let room = bench.state.room();
    assert_eq!((room.status, room.match_number), (Status::Playing, 3));
    assert_eq!(room.fairness.called_off, 2);
    let events = public_log(&bench);
    assert!(matches!(
        events[2..],
        [
            (2, LogEvent::Began { .. }),
            (2, LogEvent::CalledOff { missing: 0b11 }),
            (3, LogEvent::Began { .. })
        ]
    ));
}

#[test]
fn the_next_match_waits_for_promises_only_for_a_time() {
    let mut bench = waits_for_two();
    reveal(&mut bench, 0).unwrap();
    bench.wait(limits::REVEAL_MS_MAX);
    commit(&mut bench, 0).unwrap();
    bench.wait(limits::PROMISE_MS_MAX - 1);
    assert!(!bench.state.deals.waits_for_seeds());
    bench.wait(1);
    assert!(bench.state.deals.waits_for_seeds());
    reveal(&mut bench, 0).unwrap();
    let fairness = bench.state.room().fairness;
    assert!(fairness.seats[seat(0)].seed.is_some() && fairness.seats[seat(1)].promise.is_none());
}

#[test]
fn between_a_call_off_and_the_next_match_players_may_leave_or_stop_being_ready() {
    for action in [Action::Leave, Action::Ready(false)] {
        let mut bench = waits_for_two();
        bench.wait(limits::REVEAL_MS_MAX);
        bench.act(1, action.clone()).unwrap();
        assert_eq!(bench.state.deadline(), None);
        assert_eq!(bench.state.room().fairness.missed[seat(1)], 1);
        if action == Action::Leave {
            let name = "Guest".to_owned();
            bench.act(2, Action::Sit { seat: None, name }).unwrap();
            bench.act(2, Action::Ready(true)).unwrap();
        } else {
            bench.act(1, Action::Ready(true)).unwrap();
        }
        assert_eq!(bench.state.status(), Status::Playing);
        assert_eq!(bench.state.room().match_number, 2);
    }
    let mut bench = waits_for_two();
    bench.wait(limits::REVEAL_MS_MAX);
    bench.act(0, Action::Remove(seat(1), None)).unwrap();
    assert_eq!(bench.state.deadline(), None);
}

#[test]
fn a_promise_may_be_replaced_until_the_match_begins() {
    let mut bench = two_seated();
    commit(&mut bench, 0).unwrap();
    let rows = bench.log.len();
    commit(&mut bench, 0).unwrap();
    assert_eq!(bench.log.len(), rows, "the same promise changes nothing");
    let promise = player_promise(9, 1);
    let match_number = 1;
    bench
        .act(
            0,
            Action::Commit {
                match_number,
                promise,
            },
        )
        .unwrap();
    let shown = bench.state.room().fairness.seats[seat(0)];
    assert_eq!(shown.promise, Some(promise));
}

#[test]
fn a_match_that_begins_as_its_table_opens_is_in_the_public_log() {
    let rules = *Preset::BLOCK.rules();
    let mut bench = Bench::with_computers(rules, Access::Public, 0, &[Level::Casual], 7);
    assert!(matches!(
        public_log(&bench)[..],
        [(1, LogEvent::Began { .. })]
    ));
    while bench.state.status() == Status::Playing {
        play_round(&mut bench);
        let _ = bench.act(0, Action::Next);
    }
    bench.act(0, Action::Ready(true)).unwrap();
    assert!(matches!(
        public_log(&bench)[..],
        [
            (1, LogEvent::Began { .. }),
            (1, LogEvent::Ended { .. }),
            (2, LogEvent::Began { .. })
        ]
    ));
}

proptest! {
    /// Whatever people do: every deal uses every promised seed, the public log says in order which matches
    /// began and what became of them, and no player does anything between a beginning and its deal but reveal.
    #[test]
    fn every_deal_uses_every_promised_seed_and_the_public_log_tells_it(
        rules in any_rules(),
        computers in prop::collection::vec(prop::sample::select(Level::ALL), 0..3),
        seed in any::<u64>(),
        steps in prop::collection::vec((0..PEOPLE, 0..10_u8, any::<u16>()), 1..150),
    ) {
        let computers = &computers[..computers.len().min(rules.seating.seat_count() - 1)];
        let mut bench = Bench::with_computers(rules, Access::Public, 0, computers, seed);
        for (person, kind, pick) in steps {
            let _ = step(&mut bench, person, kind, pick);
            let shown = bench.state.room().fairness;
            let dealt = bench.state.status() == Status::Playing;
            for (_, seat) in shown.seats.iter() {
                let kept = seat.promise.is_some_and(|promise| {
                    seat.seed.is_some_and(|seed| seed.keeps(&promise.commitment))
                });
                prop_assert_eq!(kept, dealt && seat.promise.is_some());
            }
            for (_, &missed) in shown.missed.iter() {
                prop_assert!(missed <= limits::MISSED_SEEDS_MAX && (missed == 0 || !dealt));
            }
            if bench.state.closed {
                break;
            }
        }
        let mut running = None;
        let mut last = 0;
        for (number, event) in public_log(&bench) {
            if let LogEvent::Began { .. } = event {
                prop_assert_eq!((running, number), (None, last + 1));
                (running, last) = (Some(number), number);
            } else {
                prop_assert_eq!(running.take(), Some(number));
            }
        }
        let events = bench.log.iter().flat_map(|row| TableEvent::from_body(&row.body).unwrap());
        let mut waits = false;
        for event in events {
            let ends = matches!(
                event,
                TableEvent::CalledOff | TableEvent::Dealt { .. }
            );
            let may_happen = ends || matches!(
                event,
                TableEvent::Revealed { .. } | TableEvent::Renamed { .. }
            );
            prop_assert!(!waits || may_happen, "{:?}", event);
            waits = event == TableEvent::Began || waits && !ends;
        }
    }
}
