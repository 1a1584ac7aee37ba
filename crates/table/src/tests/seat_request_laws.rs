//! Laws and stories of visitors who take over a computer player's seat during a match.

use boneyard_base::{PlayerId, limits};
use boneyard_bot::Memory;
use boneyard_protocol::{AbsentChoice, Access, Care, Level, Status};
use boneyard_rules::line;
use boneyard_rules::line::Preset;
use boneyard_rules::{Rules, Seat, Seating};
use boneyard_store::LogRow;
use proptest::prelude::*;

use crate::state::command::Action;
use crate::state::computer_move::ComputerMove;
use crate::state::event::TableEvent;
use crate::state::record::record_of;
use crate::state::refusal::Refusal;
use crate::state::takeover::{Asker, OpenRequest};
use crate::state::{GoneSince, State};
use crate::tests::bench::{Bench, PEOPLE, play_round};
use crate::tests::laws::{any_rules, step};

fn seat(number: u8) -> Seat {
    Seat::new(number).unwrap()
}

/// A table, and the open request for a seat.
struct Asking {
    bench: Bench,
    open: Option<OpenRequest>,
    granted: u32,
}

impl Asking {
    const fn at(bench: Bench) -> Self {
        Self {
            bench,
            open: None,
            granted: 0,
        }
    }

    fn ask(&mut self, person: usize, wanted: u8) -> Result<(), Refusal> {
        let Bench { state, gone, .. } = &self.bench;
        let asker = Asker {
            player: self.bench.people[person],
            name: format!("Asker {person}"),
            invited: person.is_multiple_of(2),
        };
        let request = OpenRequest::new(state, asker, seat(wanted), gone, self.bench.now)?;
        self.open = Some(request);
        Ok(())
    }

    fn answer(&mut self, person: usize, agree: bool) -> Result<(), Refusal> {
        let request = self.open.clone().ok_or(Refusal::NoRequest)?;
        let decides = self.deciding().contains(&person);
        let bench = &mut self.bench;
        let (player, now) = (bench.people[person], bench.now);
        let before = bench.state.clone();
        let decision = request.answer(&before, (player, agree), &bench.gone, now);
        assert_eq!(decision.is_ok(), decides, "{person}: {decision:?}");
        let decision = decision?;
        self.open = None;
        if !agree {
            assert_eq!(decision.events, []);
            return Ok(());
        }
        assert!(matches!(decision.events[..], [TableEvent::TookOver { .. }]));
        let computer = before.seats.computer_at(request.seat);
        assert!(computer.is_some(), "a person's seat");
        // `append` compares the updates and snapshots of all people, including the asker.
        bench.append(&decision.events, *decision.next);
        let after = &bench.state;
        assert_eq!(
            after.matches.current(),
            before.matches.current(),
            "the match is as it was"
        );
        assert_eq!(after.seat_of(request.asker.player), Some(request.seat));
        let again = request.answer(after, (player, agree), &bench.gone, now);
        assert_eq!(again.unwrap_err(), Refusal::NoRequest, "once is enough");
        self.granted += 1;
        Ok(())
    }

    /// The people who may answer the request, computed from what all visitors see: the host, if the host
    /// plays and is connected; otherwise all people who play and are connected.
    fn deciding(&self) -> Vec<usize> {
        let Bench { state, people, .. } = &self.bench;
        let there = |&person: &usize| {
            state.seat_of(people[person]).is_some_and(|seat| {
                let care = state.participation.shown(seat);
                let plays = Care {
                    offers_end: care.offers_end,
                    ..Care::default()
                };
                care == plays && self.bench.gone[seat].is_none()
            })
        };
        let is_host = |&person: &usize| state.seat_of(people[person]) == Some(state.seats.host());
        let there: Vec<_> = (0..PEOPLE).filter(there).collect();
        let host = there.iter().copied().find(is_host);
        host.map_or(there, |host| vec![host])
    }

    /// Makes a visitor ask for the seat between the host and Ada, and makes the host agree.
    fn let_in(&mut self, person: usize) {
        self.ask(person, 1).unwrap();
        self.answer(0, true).unwrap();
    }

    /// Disconnects the player of a seat, or connects that player again.
    fn toggle(&mut self, seat: Seat) {
        let Bench {
            state, gone, now, ..
        } = &mut self.bench;
        if state.seats.person_at(seat).is_some() {
            gone[seat] = match gone[seat] {
                Some(_) => None,
                None => Some(GoneSince {
                    went: *now,
                    in_all: *now,
                }),
            };
        }
    }

    /// Makes these people play rounds until the match is over.
    fn play_match(&mut self, people: &[usize]) {
        while self.bench.state.status() == Status::Playing {
            play_round(&mut self.bench);
            for &person in people {
                let _ = self.bench.act(person, Action::Next);
            }
        }
    }

    /// Does what the table's task does after each step: ends a request that can no longer be granted.
    fn check(&mut self) {
        let Bench { state, now, .. } = &self.bench;
        self.open
            .take_if(|request| !request.is_grantable(state, *now));
    }
}

proptest! {
    #[test]
    fn nobody_comes_to_a_seat_but_by_one_who_decides(
        rules in any_rules(),
        access in prop::sample::select(vec![Access::Public, Access::Link]),
        kept_seats in 0..2_u8,
        computers in prop::collection::vec(prop::sample::select(Level::ALL), 1..3),
        seed in any::<u64>(),
        steps in prop::collection::vec((0..PEOPLE, 0..18_u8, any::<u16>()), 1..150),
    ) {
        let computers = &computers[..computers.len().min(rules.seating.seat_count() - 1)];
        let bench = Bench::with_computers(rules, access, kept_seats, computers, seed);
        let mut asking = Asking::at(bench);
        for (person, kind, pick) in steps {
            let rows = asking.bench.log.len();
            let result = match kind {
                10..12 => asking.ask(person, (pick % 4) as u8),
                12..16 => asking.answer(person, pick % 4 > 0),
                16..18 => {
                    let seats = rules.seating.seat_count();
                    asking.toggle(seat((usize::from(pick) % seats) as u8));
                    Ok(())
                }
                _ => step(&mut asking.bench, person, kind, pick),
            };
            if result.is_err() {
                prop_assert_eq!(asking.bench.log.len(), rows);
            }
            prop_assert!(result != Err(Refusal::OutOfOrder));
            if asking.bench.state.closed {
                break;
            }
            asking.check();
        }
    }
}

/// A match that has begun, with the host at seat 0, a computer player at seat 1 and Ada at seat 2.
fn three() -> Asking {
    let bench = Bench::with_a_computer_between(Access::Public);
    assert_eq!(bench.state.status(), Status::Playing);
    Asking::at(bench)
}

#[test]
fn how_somebody_played_is_kept_from_round_to_round_until_another_comes_to_the_seat() {
    let mut asking = three();
    let unknowing = Memory::new(asking.bench.state.rules());
    assert_eq!(asking.bench.state.matches.memory(), unknowing);
    play_round(&mut asking.bench);
    for person in 0..2 {
        asking.bench.act(person, Action::Next).unwrap();
    }
    let known = asking.bench.state.matches.memory();
    let mut but_one = known;
    but_one.forget(seat(1));
    assert!(known != but_one && but_one != unknowing);
    asking.let_in(2);
    assert_eq!(asking.bench.state.matches.memory(), but_one);
}

#[test]
fn the_host_alone_decides_while_there() {
    let mut asking = three();
    assert_eq!(asking.ask(1, 1), Err(Refusal::AlreadySeated));
    assert_eq!(asking.ask(3, 2), Err(Refusal::Taken(seat(2))));
    assert_eq!(asking.ask(3, 3), Err(Refusal::NoSuchSeat(seat(3))));
    asking.ask(3, 1).unwrap();
    for agree in [true, false] {
        assert_eq!(asking.answer(1, agree), Err(Refusal::NotAsked), "Ada");
        assert_eq!(asking.answer(3, agree), Err(Refusal::NotSeated), "asker");
        assert_eq!(asking.answer(4, agree), Err(Refusal::NotSeated), "watcher");
    }
    asking.answer(0, false).unwrap();
    assert_eq!(asking.answer(0, true), Err(Refusal::NoRequest));
    asking.let_in(3);
    let taken = asking.bench.state.participation.took_over(seat(1)).unwrap();
    assert_eq!((taken.level, taken.round), (Level::Club, 1));

    // The asker keeps the seat until the end of the match and after it.
    asking.play_match(&[0, 3, 1]);
    let Bench { state, id, log, .. } = &asking.bench;
    let first = usize::try_from(state.matches.first_row() - 1).unwrap();
    let record = record_of(state, *id, &log[first..]).unwrap();
    assert_eq!(record.seats[1].name, "Asker 3");
    assert_eq!(record.seats[1].computer, None);
    let told = r#"[null,{"level":"club","round":1},null]"#;
    assert!(record.summary.contains(told), "{}", record.summary);
}

#[test]
fn a_host_whose_seat_is_lent_decides_again_when_back() {
    let mut asking = three();
    while asking.bench.state.matches.on_turn() != Some(seat(0)) {
        if asking.bench.state.matches.on_turn() == Some(seat(1)) {
            asking.bench.computer_plays();
        } else {
            let action = asking.bench.sensible(1, 0);
            asking.bench.act(1, action).unwrap();
        }
    }
    asking.toggle(seat(0));
    asking.bench.wait(limits::GONE_MS);
    let lend = Action::Absent(seat(0), AbsentChoice::Computer);
    asking.bench.act(1, lend).unwrap();
    asking.toggle(seat(0));
    asking.ask(3, 1).unwrap();
    assert_eq!(asking.answer(0, true), Err(Refusal::NotAsked));
    asking.bench.act(0, Action::Back).unwrap();
    assert_eq!(asking.answer(1, true), Err(Refusal::NotAsked));
    asking.answer(0, true).unwrap();
}

#[test]
fn silence_is_no_consent() {
    let mut asking = three();
    asking.toggle(seat(0));
    asking.toggle(seat(2));
    assert_eq!(asking.ask(3, 1), Err(Refusal::NobodyToAsk));
    asking.toggle(seat(2));
    asking.ask(3, 1).unwrap();
    asking.toggle(seat(2));
    for person in 0..PEOPLE {
        assert!(asking.answer(person, true).is_err());
    }
    assert_eq!(asking.granted, 0);
}

/// The state of the table if programs sat at these seats.
fn with_programs(bench: &Bench, at: &[Seat]) -> State {
    let as_program = |seat: Seat, player: &mut PlayerId| {
        if at.contains(&seat) {
            *player = PlayerId::random_bot();
        }
    };
    let rows = bench.log.iter().map(|row| {
        let mut events = TableEvent::from_body(&row.body).unwrap();
        for event in &mut events {
            match event {
                TableEvent::Created { host, .. } => as_program(seat(0), host),
                TableEvent::Sat { seat, player, .. } => as_program(*seat, player),
                _ => {}
            }
        }
        let body = TableEvent::to_body(&events);
        LogRow {
            body,
            ..row.clone()
        }
    });
    State::from_log(&rows.collect::<Vec<_>>()).unwrap()
}

#[test]
fn programs_are_not_asked() {
    let mut asking = three();
    asking.ask(3, 1).unwrap();
    let request = asking.open.clone().unwrap();
    let asked = |programs: &[Seat]| {
        let state = with_programs(&asking.bench, programs);
        let shown = request.shown(&state, &asking.bench.gone);
        [0, 1, 2].map(|at| shown.may_answer[seat(at)])
    };
    assert_eq!(asked(&[]), [true, false, false]);
    assert_eq!(asked(&[seat(0)]), [false, false, true]);
    assert_eq!(asked(&[seat(0), seat(2)]), [false, false, false]);
}

#[test]
fn a_request_lapses_with_its_time_and_with_the_match() {
    let mut asking = three();
    asking.ask(3, 1).unwrap();
    let request = asking.open.clone().unwrap();
    let Bench { state, now, .. } = &asking.bench;
    let now = *now;
    let end = now.plus_ms(limits::SEAT_REQUEST_MS);
    assert!(request.is_grantable(state, end.plus_ms(-1)));
    assert!(!request.is_grantable(state, end));
    asking.play_match(&[0, 1]);
    let Bench { state, gone, .. } = &asking.bench;
    let host = asking.bench.people[0];
    let late = request.answer(state, (host, true), gone, now);
    assert_eq!(late.unwrap_err(), Refusal::NoRequest);
}

#[test]
fn who_may_not_sit_may_not_ask() {
    let rules = Preset::DRAW.for_seating(Seating::THREE);
    let mut bench = Bench::with_computers(rules, Access::Public, 1, &[Level::Club], 10);
    let sit = || Action::Sit {
        seat: None,
        name: "Somebody".to_owned(),
    };
    // The person without the invitation gets no seat, because the only free seat is reserved.
    assert_eq!(bench.act(1, sit()), Err(Refusal::Kept));
    bench.act(2, sit()).unwrap();
    bench.act(0, Action::Remove(seat(2), None)).unwrap();
    bench.act(4, sit()).unwrap();
    bench.act(0, Action::Ready(true)).unwrap();
    bench.act(4, Action::Ready(true)).unwrap();
    let mut asking = Asking::at(bench);
    assert_eq!(asking.ask(2, 1), Err(Refusal::Removed));
    // A person with the invitation has taken the reserved seat, so any visitor may ask for the computer
    // player's seat.
    asking.ask(1, 1).unwrap();

    let lone = Bench::with_computers(
        Preset::DRAW.for_seating(Seating::THREE),
        Access::Public,
        2,
        &[Level::Club, Level::Club],
        10,
    );
    let mut asking = Asking::at(lone);
    assert_eq!(asking.ask(1, 1), Err(Refusal::Kept));
    asking.ask(2, 1).unwrap();

    let bot = Asker {
        player: PlayerId::random_bot(),
        name: "Bot".to_owned(),
        invited: true,
    };
    let Bench {
        state, gone, now, ..
    } = &mut asking.bench;
    std::sync::Arc::make_mut(&mut state.settings).bots = false;
    let refused = OpenRequest::new(state, bot, seat(1), gone, *now);
    assert_eq!(refused.unwrap_err(), Refusal::NoBots);
}

#[test]
fn before_and_after_a_match_people_just_sit_down() {
    let rules = Preset::DRAW.for_seating(Seating::THREE);
    let bench = Bench::with_computers(rules, Access::Public, 0, &[Level::Club], 10);
    assert_eq!(Asking::at(bench).ask(3, 1), Err(Refusal::NoMatch));
}

#[test]
fn who_took_a_seat_over_has_it_like_everybody() {
    let mut asking = three();
    asking.let_in(3);
    let bench = &mut asking.bench;
    // The computer player's action arrives only after a person has taken the computer player's seat.
    let call = ComputerMove {
        seat: seat(1),
        chosen: line::Move::Call.into(),
    };
    let ply = bench.state.ply();
    let late = bench.state.decide_for_computer(call, ply, bench.now);
    assert_eq!(late.unwrap_err(), Refusal::Stale);
    // The new player resigns. A computer player stands in, as it does for any player.
    bench.act(3, Action::Resign).unwrap();
    assert!(bench.state.computer_for(seat(1)).is_some());
    assert_eq!(bench.state.seats.computer_at(seat(1)), None);
    assert_eq!(bench.act(3, Action::Back), Err(Refusal::Resigned));
    assert_eq!(asking.ask(4, 1), Err(Refusal::Taken(seat(1))));
}

#[test]
fn a_rematch_forgets_who_came_late() {
    let mut options = **Preset::BLOCK.rules();
    options.target = 1;
    let rules = Rules::try_from(options).unwrap();
    let bench = Bench::with_computers(rules, Access::Public, 0, &[Level::Casual], 3);
    let mut asking = Asking::at(bench);
    asking.let_in(1);
    asking.play_match(&[0, 1]);
    let bench = &mut asking.bench;
    assert!(bench.state.participation.took_over(seat(1)).is_some());
    bench.act(0, Action::Ready(true)).unwrap();
    bench.act(1, Action::Ready(true)).unwrap();
    assert_eq!(
        (
            bench.state.matches.count(),
            bench.state.participation.took_over(seat(1))
        ),
        (2, None)
    );
}
