//! Stories of players who keep others waiting, and of clocks. Each test is named after what it prevents.
//! The tests run a table's task without sockets, on a log that fails when the test says so.

mod absent;
mod clocks;
mod interruptions;
mod nodes;
mod outside;
mod over_days;
mod seat_requests;
mod steps;
mod time_cap;

use boneyard_base::limits;
use boneyard_protocol::{Absent, AbsentChoice, Access, ClockRule, Ending, Request, Status};
use boneyard_rules::line::Preset;
use boneyard_rules::{Rules, Seat, Seating};
use boneyard_store::LogRow;

use crate::state::State;
use crate::state::command::Action;
use crate::state::event::TableEvent;
use crate::state::refusal::Refusal;
use crate::tests::bench::{Bench, make_move, play_round};
use crate::tests::model::{ModelFixture, ModelTable, Step};

const FAST: ClockRule = ClockRule::PerMove { seconds: 15 };

fn seat(number: usize) -> Seat {
    Seat::new(number as u8).unwrap()
}

/// A table whose match has begun.
fn begun(seating: Seating, clock: ClockRule) -> Bench {
    let mut options = *Preset::DRAW.for_seating(seating);
    options.target = 1000;
    let rules = Rules::try_from(options).unwrap();
    let mut bench = Bench::timed(rules, (Access::Public, 0, clock), &[], 3);
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

/// Loads the table, and makes the first two guests follow it.
fn at_the_table<'a>(fixture: &'a ModelFixture, bench: &Bench) -> ModelTable<'a> {
    let mut model = ModelTable::new(fixture, bench);
    model.starts();
    for guest in 0..2 {
        come(&mut model, guest);
    }
    model
}

fn come(model: &mut ModelTable<'_>, guest: usize) {
    let step = model.follow(guest, false);
    model.decide_and_append(step);
}

fn go(model: &mut ModelTable<'_>, guest: usize) {
    let step = model.unfollow(guest).unwrap();
    model.decide_and_append(step);
}

fn act(model: &mut ModelTable<'_>, guest: usize, action: Action) {
    let step = model.act(guest, action).unwrap();
    model.decide_and_append(step);
}

/// Makes a guest ask for the computer player's seat.
fn ask(model: &mut ModelTable<'_>, guest: usize) {
    let step = model.request(guest, Request::RequestSeat { seat: seat(1) });
    model.decide_and_append(step.unwrap());
}

/// Makes a guest answer the request for a seat that the guest sees.
fn answer(model: &mut ModelTable<'_>, guest: usize, agree: bool) {
    let step = model.answer(guest, agree).unwrap();
    model.decide_and_append(step);
}

/// Lets time pass as it does for the table's task: whatever becomes due is done in time.
fn pass(model: &mut ModelTable<'_>, wait_ms: i64) {
    const STEP_MS: i64 = 500;
    for _ in 0..wait_ms / STEP_MS {
        model.wait(STEP_MS);
        model.decide_and_append(Step::Due);
    }
}

fn on_turn(state: &State) -> usize {
    state.matches.on_turn().unwrap().index()
}

fn play(state: &State) -> Action {
    let game = state.matches.current().unwrap();
    make_move(state, game.forced().unwrap())
}

/// The absent player whom a guest sees.
fn absent(model: &ModelTable<'_>, guest: usize) -> Option<Absent> {
    let known = model.guests[guest].known.as_ref().unwrap();
    known.presence.absent
}

/// The seat of the absent player for whom the others need not wait any longer, and whether the win may be
/// claimed against that player, as a guest sees both.
fn told(model: &ModelTable<'_>, guest: usize) -> Option<(usize, bool)> {
    let absent = absent(model, guest)?;
    let is_due = absent.place_ms.is_some_and(|from| from <= model.now().0);
    is_due.then_some((absent.seat.index(), absent.claim_ms.is_some()))
}

fn events(log: &[LogRow]) -> Vec<(i64, TableEvent)> {
    let row = |row: &LogRow| {
        let events = TableEvent::from_body(&row.body).unwrap();
        let at = row.at.0;
        events.into_iter().map(move |event| (at, event))
    };
    log.iter().flat_map(row).collect()
}

/// How often the server has played a tile for a player.
fn placed(model: &ModelTable<'_>) -> usize {
    let is_placed = |(_, event): &(i64, TableEvent)| matches!(event, TableEvent::MovedFor { .. });
    events(&model.log())
        .iter()
        .filter(|event| is_placed(event))
        .count()
}

#[test]
fn an_offline_opponent_with_no_claim_offered() {
    let fixture = ModelFixture::new();
    let bench = begun(Seating::TWO, ClockRule::None);
    let mut model = at_the_table(&fixture, &bench);
    let (gone, here) = (on_turn(model.state()), 1 - on_turn(model.state()));
    go(&mut model, gone);
    pass(&mut model, limits::GONE_MS - 500);
    assert_eq!(told(&model, here), None);
    // The player who waits is told at the right time, without asking.
    pass(&mut model, 500);
    assert_eq!(told(&model, here), Some((gone, true)));
    // A client that opens the table again is also told.
    go(&mut model, here);
    come(&mut model, here);
    assert_eq!(told(&model, here), Some((gone, true)));
    act(
        &mut model,
        here,
        Action::Absent(seat(gone), AbsentChoice::Claim),
    );
    let claimed = Ending::Claimed {
        seat: seat(gone),
        by: seat(here),
        winner: Seating::TWO.side(seat(here)),
    };
    assert_eq!(model.state().matches.ending(), Some(claimed));
    assert_eq!(model.state().leavers(), [bench.people[gone]]);
    // A rematch is still possible.
    come(&mut model, gone);
    act(&mut model, here, Action::Ready(true));
    act(&mut model, gone, Action::Ready(true));
    assert_eq!(
        (model.state().status(), model.state().matches.count()),
        (Status::Playing, 2)
    );
    assert_eq!(model.state().matches.ending(), None);
}

#[test]
fn a_page_that_is_open_and_nobody_there_is_not_waited_for_forever() {
    let fixture = ModelFixture::new();
    let bench = begun(Seating::TWO, ClockRule::None);
    let mut model = at_the_table(&fixture, &bench);
    let (idle, here) = (on_turn(model.state()), 1 - on_turn(model.state()));
    pass(&mut model, limits::IDLE_TURN_MS - 500);
    assert_eq!(told(&model, here), None);
    pass(&mut model, 500);
    assert_eq!(told(&model, here), Some((idle, true)));
    let action = play(model.state());
    act(&mut model, idle, action);
    assert_eq!(told(&model, here), None);
}

#[test]
fn a_claim_offered_to_the_player_whose_own_turn_it_is() {
    for clock in [ClockRule::None, FAST] {
        let fixture = ModelFixture::new();
        let bench = begun(Seating::TWO, clock);
        let mut model = at_the_table(&fixture, &bench);
        let (thinks, gone) = (on_turn(model.state()), 1 - on_turn(model.state()));
        go(&mut model, gone);
        if clock.is_none() {
            pass(&mut model, limits::GONE_MS * 2);
            assert_eq!(told(&model, thinks), None);
        }
        for choice in [
            AbsentChoice::Claim,
            AbsentChoice::Computer,
            AbsentChoice::Place,
        ] {
            for against in [gone, thinks] {
                let version = model.state().version;
                act(&mut model, thinks, Action::Absent(seat(against), choice));
                assert_eq!(model.state().version, version, "{choice:?} is refused");
            }
        }
    }
}

#[test]
fn abandoning_as_a_weapon() {
    let fixture = ModelFixture::new();
    let bench = begun(Seating::TWO, ClockRule::None);
    let mut model = at_the_table(&fixture, &bench);
    let (gone, here) = (on_turn(model.state()), 1 - on_turn(model.state()));
    // A player who connects for a moment now and then gains no time.
    for _ in 0..3 {
        go(&mut model, gone);
        pass(&mut model, limits::GONE_MS / 3);
        come(&mut model, gone);
    }
    assert_eq!(told(&model, here), None, "who is there may play");
    go(&mut model, gone);
    pass(&mut model, 500);
    assert_eq!(told(&model, here), Some((gone, true)));
    // A player who came back and played may be absent for the full time again.
    come(&mut model, gone);
    let action = play(model.state());
    act(&mut model, gone, action);
    let action = play(model.state());
    let next = on_turn(model.state());
    act(&mut model, next, action);
    let next = on_turn(model.state());
    go(&mut model, next);
    pass(&mut model, limits::GONE_MS - 1000);
    assert_eq!(told(&model, 1 - on_turn(model.state())), None);
}

#[test]
fn one_who_leaves_does_not_end_the_match_of_the_others() {
    let fixture = ModelFixture::new();
    for seating in [Seating::THREE, Seating::PARTNERS] {
        let bench = begun(seating, ClockRule::None);
        let mut model = ModelTable::new(&fixture, &bench);
        model.starts();
        let gone = on_turn(model.state());
        for guest in (0..3).filter(|&guest| guest != gone) {
            come(&mut model, guest);
        }
        let here = (0..3).find(|&guest| guest != gone).unwrap();
        pass(&mut model, limits::GONE_MS);
        let claim = seating == Seating::PARTNERS && !(0..3).any(|g| g != gone && g % 2 == gone % 2);
        assert_eq!(told(&model, here), Some((gone, claim)));
        if !claim {
            act(
                &mut model,
                here,
                Action::Absent(seat(gone), AbsentChoice::Claim),
            );
            assert_eq!(model.state().status(), Status::Playing);
        }
        act(
            &mut model,
            here,
            Action::Absent(seat(gone), AbsentChoice::Computer),
        );
        let ply = model.state().ply();
        model.decide_and_append(Step::ComputerMove);
        assert!(model.state().ply() > ply, "the computer player plays");
        assert!(model.state().participation.shown(seat(gone)).lent.is_some());
        if gone < 3 {
            come(&mut model, gone);
            assert_eq!(
                model.state().participation.shown(seat(gone)).lent,
                None,
                "the seat is given back"
            );
        }
    }
}

#[test]
fn a_forfeit_that_can_be_demanded_at_once() {
    let fixture = ModelFixture::new();
    let bench = begun(Seating::TWO, ClockRule::None);
    let mut model = at_the_table(&fixture, &bench);
    let (thinks, gone) = (on_turn(model.state()), 1 - on_turn(model.state()));
    let claim = |against| Action::Absent(seat(against), AbsentChoice::Claim);
    go(&mut model, gone);
    pass(&mut model, limits::GONE_MS * 3);
    let action = play(model.state());
    act(&mut model, thinks, action);
    // The player has been absent for a long time, but the turn began only now.
    act(&mut model, thinks, claim(gone));
    assert_eq!(model.state().status(), Status::Playing);
    assert_eq!(told(&model, thinks), None);
    pass(&mut model, limits::GONE_TURN_MS);
    assert_eq!(told(&model, thinks), Some((gone, true)));
    // After a restart the others can claim the win only after they have waited again.
    model.crash();
    model.starts();
    come(&mut model, thinks);
    assert_eq!(told(&model, thinks), None);
    act(&mut model, thinks, claim(gone));
    assert_eq!(model.state().status(), Status::Playing);
    pass(&mut model, limits::GONE_MS);
    assert_eq!(told(&model, thinks), Some((gone, true)));
}

#[test]
fn resigning_agreeing_and_closing_end_a_match_for_good() {
    let mut bench = begun(Seating::TWO, ClockRule::None);
    bench.act(0, Action::Agree(true)).unwrap();
    bench.act(1, Action::Agree(false)).unwrap();
    assert_eq!(bench.state.status(), Status::Playing);
    assert_eq!(
        bench.act(0, Action::Agree(true)),
        Err(Refusal::OfferedBefore)
    );
    bench.act(1, Action::Agree(true)).unwrap();
    bench.act(0, Action::Agree(true)).unwrap();
    assert_eq!(bench.state.matches.ending(), Some(Ending::Agreed));
    assert_eq!(bench.act(0, Action::Resign), Err(Refusal::NoMatch));

    bench.act(0, Action::Ready(true)).unwrap();
    bench.act(1, Action::Ready(true)).unwrap();
    assert_eq!(bench.state.fairness(Some(1)), None, "it is being played");
    bench.act(0, Action::Resign).unwrap();
    let proof = bench.state.fairness(Some(1)).expect("nothing to hide");
    assert_eq!((proof.match_number, proof.rounds.len()), (2, 1));
    let winner = Some(Seating::TWO.side(seat(1)));
    let resigned = Ending::Resigned {
        seat: seat(0),
        winner,
    };
    assert_eq!(bench.state.matches.ending(), Some(resigned));

    let mut three = begun(Seating::THREE, ClockRule::None);
    three.act(0, Action::Resign).unwrap();
    assert_eq!(three.state.status(), Status::Playing, "two play on");
    assert_eq!(three.act(0, Action::Back), Err(Refusal::Resigned));
    assert!(three.state.computer_for(seat(0)).is_some());
}

#[test]
fn who_resigns_has_left_and_who_was_left_by_the_partner_has_not() {
    let mut bench = begun(Seating::TWO, ClockRule::None);
    assert!(bench.state.leavers().is_empty());
    // A player who waits before resigning counts as having left, too.
    bench.wait(60_000);
    bench.act(1, Action::Resign).unwrap();
    assert_eq!(bench.state.leavers(), [bench.people[1]]);

    let mut agreed = begun(Seating::TWO, ClockRule::None);
    agreed.act(0, Action::Agree(true)).unwrap();
    agreed.act(1, Action::Agree(true)).unwrap();
    assert_eq!(agreed.state.matches.ending(), Some(Ending::Agreed));
    assert!(agreed.state.leavers().is_empty());

    let mut three = begun(Seating::THREE, ClockRule::None);
    for person in [2, 0, 1] {
        three.act(person, Action::Resign).unwrap();
    }
    // The bench has more people, who don't play.
    assert_eq!(three.state.leavers(), three.people[..3]);

    let mut pairs = begun(Seating::PARTNERS, ClockRule::None);
    pairs.act(0, Action::Resign).unwrap();
    pairs.act(2, Action::Resign).unwrap();
    assert_eq!(pairs.state.status(), Status::Over);
    assert_eq!(pairs.state.leavers(), [pairs.people[0]]);
}

#[test]
fn a_rematch_that_nobody_asked_for() {
    let mut bench = begun(Seating::TWO, ClockRule::None);
    play_round(&mut bench);
    bench.act(0, Action::Next).unwrap();
    bench.act(1, Action::Resign).unwrap();
    bench.wait(limits::NEXT_ROUND_MS_MAX);
    assert_eq!(
        (bench.state.status(), bench.state.matches.count()),
        (Status::Over, 1)
    );
    // The player was ready for the next round; this does not count as ready for another match.
    bench.act(1, Action::Ready(true)).unwrap();
    assert_eq!(bench.state.status(), Status::Over);
    bench.act(0, Action::Ready(true)).unwrap();
    assert_eq!(bench.state.matches.count(), 2);
}

#[test]
fn a_table_that_nobody_came_back_to_is_closed_and_its_log_kept() {
    let mut bench = begun(Seating::TWO, ClockRule::None);
    let abandon = |bench: &mut Bench, wait_ms| {
        bench.now = bench.now.plus_ms(wait_ms);
        let decision = bench.state.abandon(bench.now).unwrap();
        bench.append(&decision.events, *decision.next);
    };
    abandon(&mut bench, limits::TABLE_ABANDONED_MS - 1);
    assert!(!bench.state.closed);
    abandon(&mut bench, 1);
    assert!(bench.state.closed);
    assert_eq!(
        bench.state.matches.ending(),
        Some(Ending::Abandoned { winner: None })
    );
    assert_eq!(State::from_log(&bench.log).unwrap(), bench.state);
}
