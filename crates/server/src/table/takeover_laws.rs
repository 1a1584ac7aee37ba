//! Laws and stories of people who come to a computer player's seat during a match.

use boneyard_bot::Manners;
use boneyard_protocol::{AbsentChoice, Access, Level, Status};
use boneyard_rules::{Preset, Rules, Seat, Seating};
use proptest::prelude::*;

use super::bench::{Bench, PEOPLE};
use super::command::{Action, Command};
use super::event::TableEvent;
use super::laws::{any_rules, step};
use super::question::Deed;
use super::refusal::Refusal;
use super::takeover::{Asker, Request, Standing};
use crate::id::PlayerId;
use crate::limits;

fn seat(number: u8) -> Seat {
    Seat::new(number).unwrap()
}

/// A table, who asks for a seat there, and what the players have said to that.
struct Asking {
    bench: Bench,
    open: Option<Request>,
    yes: Vec<PlayerId>,
    granted: u32,
}

impl Asking {
    const fn at(bench: Bench) -> Self {
        Self {
            bench,
            open: None,
            yes: Vec::new(),
            granted: 0,
        }
    }

    fn asker(&self, person: usize) -> Asker {
        Asker {
            player: self.bench.people[person],
            name: format!("Asker {person}"),
            invited: person.is_multiple_of(2),
        }
    }

    fn ask(&mut self, person: usize, wanted: u8) -> Result<(), Refusal> {
        let bench = &self.bench;
        let request = bench
            .state
            .request(self.asker(person), seat(wanted), bench.now)?;
        self.yes.clear();
        self.open = Some(request);
        Ok(())
    }

    fn answer(&mut self, person: usize, agree: bool) -> Result<(), Refusal> {
        let Some(request) = &mut self.open else {
            return Err(Refusal::NoRequest);
        };
        let player = self.bench.people[person];
        if !self.bench.state.answer(request, player, agree)? {
            self.open = None;
        } else if !self.yes.contains(&player) {
            self.yes.push(player);
        }
        Ok(())
    }

    /// Somebody asks for the seat between these two, and both agree.
    fn let_in(&mut self, person: usize) {
        self.ask(person, 1).unwrap();
        self.answer(0, true).unwrap();
        self.answer(1, true).unwrap();
        self.see();
        assert_eq!(self.granted, 1);
    }

    /// Whoever is on turn plays, until nobody is.
    fn play_round(&mut self) {
        let bench = &mut self.bench;
        while let Some(turn) = bench.state.on_turn() {
            let of_turn = |&one: &PlayerId| bench.state.seat_of(one) == Some(turn);
            match bench.people.iter().position(of_turn) {
                None => bench.computer_plays(),
                Some(person) => bench.act(person, bench.sensible(person, 0)).unwrap(),
            }
        }
    }

    /// The same until the match is over, with these people.
    fn play_match(&mut self, people: &[usize]) {
        while self.bench.state.status == Status::Playing {
            self.play_round();
            for &person in people {
                let _ = self.bench.act(person, Action::Next);
            }
        }
    }

    /// Does what the table's task does after each step.
    fn see(&mut self) {
        let Some(request) = &self.open else { return };
        let bench = &mut self.bench;
        let before = bench.state.clone();
        match before.standing(request, true, bench.now) {
            Standing::Waits => {
                let refused = before.hand_over(request, bench.now).unwrap_err();
                assert_eq!(refused, Refusal::NoRequest);
            }
            Standing::Granted => panic!("nobody has given it"),
            Standing::Lapsed => self.open = None,
            Standing::Agreed => {
                let decision = before.hand_over(request, bench.now).unwrap();
                assert!(matches!(decision.events[..], [TableEvent::TookOver { .. }]));
                assert!(
                    before.computer_at(request.seat).is_some(),
                    "a person's seat"
                );
                let mut asked = before
                    .rules
                    .seating
                    .seats()
                    .filter(|&at| before.is_asked(at));
                let says_yes = |at| self.yes.contains(&before.person_at(at).unwrap().player);
                assert!(asked.all(says_yes), "somebody hasn't agreed");
                assert!(!self.yes.is_empty(), "nobody has agreed");
                // Everybody's update and snapshot are compared there, the asker's too.
                bench.append(&decision.events, decision.next);
                let after = &bench.state;
                let again = after.hand_over(request, bench.now).unwrap();
                assert!(again.events.is_empty(), "once is enough");
                let host = bench.people[0];
                let late = after.answer(&mut request.clone(), host, false);
                assert_eq!(late, Err(Refusal::NoRequest), "it is granted");
                assert_eq!(after.game, before.game, "the match is as it was");
                assert_eq!(after.seat_of(request.asker.player), Some(request.seat));
                self.open = None;
                self.granted += 1;
            }
        }
    }
}

proptest! {
    #[test]
    fn nobody_comes_to_a_seat_to_whom_not_everybody_has_agreed(
        rules in any_rules(),
        access in prop::sample::select(vec![Access::Public, Access::Link]),
        kept_seats in 0..2_u8,
        computers in prop::collection::vec(prop::sample::select(Level::ALL), 1..3),
        seed in any::<u64>(),
        steps in prop::collection::vec((0..PEOPLE, 0..17_u8, any::<u16>()), 1..150),
    ) {
        let computers = &computers[..computers.len().min(rules.seating.seat_count() - 1)];
        let bench = Bench::with_computers(rules, access, kept_seats, computers, seed);
        let mut asking = Asking::at(bench);
        for (person, kind, pick) in steps {
            let rows = asking.bench.log.len();
            let result = match kind {
                10..12 => asking.ask(person, (pick % 4) as u8),
                12..17 => asking.answer(person, pick % 8 > 0),
                _ => step(&mut asking.bench, person, kind, pick),
            };
            if result.is_err() {
                prop_assert_eq!(asking.bench.log.len(), rows);
            }
            prop_assert!(result != Err(Refusal::OutOfOrder));
            if asking.bench.state.closed {
                break;
            }
            asking.see();
        }
    }
}

/// The host, Ada at seat 2 and a computer player between them; the match has begun.
fn three() -> Asking {
    let bench = Bench::with_a_computer_between(Access::Public);
    assert_eq!(bench.state.status, Status::Playing);
    Asking::at(bench)
}

#[test]
fn how_somebody_played_is_kept_from_round_to_round_until_another_comes_to_the_seat() {
    let mut asking = three();
    assert_eq!(asking.bench.state.manners, Manners::default());
    asking.play_round();
    for person in 0..2 {
        asking.bench.act(person, Action::Next).unwrap();
    }
    let known = asking.bench.state.manners;
    let mut but_one = known;
    but_one.forget(seat(1));
    assert!(known != but_one && but_one != Manners::default());
    asking.let_in(2);
    assert_eq!(asking.bench.state.manners, but_one);
}

#[test]
fn all_are_asked_and_the_last_one_decides() {
    let mut asking = three();
    assert_eq!(asking.ask(1, 1), Err(Refusal::AlreadySeated));
    assert_eq!(asking.ask(3, 2), Err(Refusal::Taken(seat(2))));
    assert_eq!(asking.ask(3, 3), Err(Refusal::NoSuchSeat(seat(3))));
    asking.ask(3, 1).unwrap();
    assert_eq!(asking.answer(4, true), Err(Refusal::NotSeated));
    asking.answer(0, true).unwrap();
    asking.see();
    let open = asking.open.as_ref().unwrap();
    let shown = asking.bench.state.shown_request(open);
    assert_eq!(shown.answers.as_slice(), [Some(true), None, Some(false)]);
    assert_eq!(asking.granted, 0);
    asking.answer(1, true).unwrap();
    asking.see();
    assert_eq!(asking.granted, 1);
    let taken = asking.bench.state.took_over(seat(1)).unwrap();
    assert_eq!((taken.level, taken.round), (Level::Club, 1));

    // From now on the seat is theirs, to the end of the match and after.
    asking.play_match(&[0, 3, 1]);
    let Bench { state, id, log, .. } = &asking.bench;
    let first = usize::try_from(state.match_row - 1).unwrap();
    let record = state.finished(*id, &log[first..]).unwrap();
    assert_eq!(record.seats[1].name, "Asker 3");
    assert_eq!(record.seats[1].computer, None);
    let told = r#"[null,{"level":"club","round":1},null]"#;
    assert!(record.summary.contains(told), "{}", record.summary);
}

#[test]
fn one_who_declines_is_enough() {
    let mut asking = three();
    asking.ask(3, 1).unwrap();
    asking.answer(0, true).unwrap();
    asking.answer(1, false).unwrap();
    asking.see();
    assert_eq!((asking.granted, asking.open.is_none()), (0, true));
}

#[test]
fn a_request_lapses_with_its_time_with_the_round_and_with_its_asker() {
    let mut asking = three();
    asking.ask(3, 1).unwrap();
    let request = asking.open.clone().unwrap();
    let (state, now) = (&asking.bench.state, asking.bench.now);
    let end = now.plus_ms(limits::SEAT_REQUEST_MS);
    assert_eq!(
        state.standing(&request, true, end.plus_ms(-1)),
        Standing::Waits
    );
    assert_eq!(state.standing(&request, true, end), Standing::Lapsed);
    assert_eq!(state.standing(&request, false, now), Standing::Lapsed);

    asking.play_round();
    let now = asking.bench.now;
    assert_eq!(
        asking.bench.state.standing(&request, true, now),
        Standing::Lapsed
    );

    // Asked between two rounds it lasts into the next: nobody is in the middle of anything.
    asking.ask(3, 1).unwrap();
    for person in [0, 1] {
        asking.bench.act(person, Action::Next).unwrap();
    }
    asking.see();
    assert!(asking.open.is_some());
    asking.play_round();
    asking.see();
    assert!(asking.open.is_none());
}

#[test]
fn who_may_not_sit_may_not_ask() {
    let rules = Preset::DRAW.for_seating(Seating::Three);
    let mut bench = Bench::with_computers(rules, Access::Public, 1, &[Level::Club], 10);
    let sit = || Action::Sit {
        seat: None,
        name: "Somebody".to_owned(),
    };
    // The stranger gets no seat: one is left, and kept.
    assert_eq!(bench.act(1, sit()), Err(Refusal::Kept));
    bench.act(2, sit()).unwrap();
    bench.act(0, Action::Remove(seat(2))).unwrap();
    bench.act(4, sit()).unwrap();
    bench.act(0, Action::Ready(true)).unwrap();
    bench.act(4, Action::Ready(true)).unwrap();
    let mut asking = Asking::at(bench);
    assert_eq!(asking.ask(2, 1), Err(Refusal::Removed));
    // A friend has come to the kept seat, so the computer player's is for anybody.
    asking.ask(1, 1).unwrap();

    let lone = Bench::with_computers(
        Preset::DRAW.for_seating(Seating::Three),
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
    asking.bench.state.bots = false;
    let refused = asking.bench.state.request(bot, seat(1), asking.bench.now);
    assert_eq!(refused.unwrap_err(), Refusal::NoBots);
}

#[test]
fn before_and_after_a_match_people_just_sit_down() {
    let rules = Preset::DRAW.for_seating(Seating::Three);
    let bench = Bench::with_computers(rules, Access::Public, 0, &[Level::Club], 10);
    assert_eq!(Asking::at(bench).ask(3, 1), Err(Refusal::NoMatch));
}

#[test]
fn silence_is_no_consent() {
    let rules = Preset::DRAW.for_seating(Seating::Three);
    let levels = [Level::Club, Level::Club];
    let lone = Bench::with_computers(rules, Access::Public, 0, &levels, 10);
    let mut asking = Asking::at(lone);
    asking.ask(3, 1).unwrap();
    asking.see();
    assert!(asking.open.is_some(), "the only player is asked");
    asking.answer(0, true).unwrap();
    asking.see();
    assert_eq!(asking.granted, 1);

    // The host is gone, and has the seat lent: the newcomer alone is asked from now on.
    asking.ask(5, 2).unwrap();
    asking.answer(3, true).unwrap();
    asking.see();
    assert_eq!(asking.granted, 1, "the host hasn't answered");
    while asking.bench.state.on_turn() != Some(seat(0)) {
        if asking.bench.state.on_turn() == Some(seat(1)) {
            let action = asking.bench.sensible(3, 0);
            asking.bench.act(3, action).unwrap();
        } else {
            asking.bench.computer_plays();
        }
    }
    asking.bench.gone[seat(0)] = Some(asking.bench.now);
    asking.bench.wait(limits::GONE_MS);
    let lend = Action::Absent(seat(0), AbsentChoice::Computer);
    asking.bench.act(3, lend).unwrap();
    asking.ask(5, 2).unwrap();
    asking.answer(3, true).unwrap();
    asking.see();
    assert_eq!(asking.granted, 2);
    let back = Command {
        player: asking.bench.people[0],
        invited: false,
        action: Action::Back,
    };
    let bench = &asking.bench;
    let decision = bench.state.decide(&back, &bench.gone, bench.now).unwrap();
    assert_eq!(decision.events, [TableEvent::Returned { seat: seat(0) }]);
}

#[test]
fn nobody_is_asked_where_nobody_takes_part() {
    let mut asking = three();
    for person in [0, 1] {
        let player = asking.bench.people[person];
        let at = asking.bench.state.seat_of(player).unwrap();
        let person = asking.bench.state.person_mut(at).unwrap();
        person.attention.lend(Level::Club);
    }
    assert_eq!(asking.ask(3, 1), Err(Refusal::NobodyToAsk));
}

#[test]
fn who_took_a_seat_over_has_it_like_everybody() {
    let mut asking = three();
    asking.let_in(3);
    let bench = &mut asking.bench;
    // What the computer player has thought of comes too late.
    let (deed, ply) = (Deed::Call { seat: seat(1) }, bench.state.ply());
    let late = bench.state.decide_deed(deed, ply, bench.now);
    assert_eq!(late.unwrap_err(), Refusal::Stale);
    // They resign, and a computer player stands in as for anybody.
    bench.act(3, Action::Resign).unwrap();
    assert!(bench.state.computer_for(seat(1)).is_some());
    assert_eq!(bench.state.computer_at(seat(1)), None);
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
    asking.ask(1, 1).unwrap();
    asking.answer(0, true).unwrap();
    asking.see();
    asking.play_match(&[0, 1]);
    let bench = &mut asking.bench;
    assert!(bench.state.took_over(seat(1)).is_some());
    bench.act(0, Action::Ready(true)).unwrap();
    bench.act(1, Action::Ready(true)).unwrap();
    assert_eq!(
        (bench.state.matches, bench.state.took_over(seat(1))),
        (2, None)
    );
}
