//! Stories of tables over days: nobody stays, and everybody comes when it suits them.

use boneyard_base::{Timestamp, limits};
use boneyard_protocol::{AbsentChoice, Access, ClockRule, Ending, Status};
use boneyard_rules::line::Preset;
use boneyard_rules::{Need, Rules, Seating};
use boneyard_store::{LogRow, Outage};

use crate::state::State;
use crate::state::command::Action;
use crate::state::event::TableEvent;
use crate::state::refusal::Refusal;
use crate::tests::bench::{Bench, play_round, player_promise, player_seed};
use crate::tests::model::{ModelFixture, ModelTable};
use crate::tests::stories::{
    act, at_the_table, come, events, go, on_turn, pass, placed, play, seat,
};

const DAYS: u16 = 3;
const HOLIDAY: u16 = 2;
const SLOW: ClockRule = ClockRule::Days {
    days: DAYS,
    holiday: HOLIDAY,
};
const HOUR_MS: i64 = 3_600_000;
const TURN_MS: i64 = DAYS as i64 * limits::DAY_MS + limits::CLOCK_LAG_MS;

fn sit(bench: &mut Bench, people: usize) {
    for person in 1..people {
        let name = format!("Person {person}");
        bench.act(person, Action::Sit { seat: None, name }).unwrap();
    }
}

fn open(seating: Seating) -> Bench {
    let mut options = *Preset::DRAW.for_seating(seating);
    options.target = 1000;
    let rules = Rules::try_from(options).unwrap();
    Bench::timed(rules, (Access::Public, 0, SLOW), &[], 3)
}

/// A table over days whose match has begun, without promised seeds.
fn begun(seating: Seating) -> Bench {
    let mut bench = open(seating);
    let people = seating.seat_count();
    sit(&mut bench, people);
    for person in 0..people {
        bench.act(person, Action::Ready(true)).unwrap();
    }
    assert_eq!(bench.state.status(), Status::Playing);
    bench
}

fn plays(bench: &mut Bench, person: usize) {
    bench.act(person, play(&bench.state)).unwrap();
}

fn count(log: &[LogRow], is_such: impl Fn(&TableEvent) -> bool) -> usize {
    let events = events(log);
    events.iter().filter(|(_, event)| is_such(event)).count()
}

fn placements(bench: &Bench) -> usize {
    count(&bench.log, |event| {
        matches!(event, TableEvent::MovedFor { .. })
    })
}

fn due(state: &State) -> Timestamp {
    state
        .due_over_days()
        .expect("an open table is looked at again")
}

#[test]
fn who_plays_within_the_days_loses_nothing_by_being_away() {
    let mut bench = begun(Seating::TWO);
    for _ in 0..6 {
        let Some(turn) = bench.state.matches.on_turn() else {
            break;
        };
        bench.wait(TURN_MS - HOUR_MS);
        assert_eq!(placements(&bench), 0);
        plays(&mut bench, turn.index());
    }
    assert_eq!(placements(&bench), 0);
    assert_eq!(
        count(&bench.log, |event| matches!(
            event,
            TableEvent::Warned { .. }
        )),
        0
    );
}

#[test]
fn when_the_days_are_over_a_tile_is_placed_and_after_two_the_others_may_claim() {
    let mut bench = begun(Seating::TWO);
    let late = on_turn(&bench.state);
    let other = 1 - late;
    for missed in 1..=usize::from(limits::MISSED_MAX) {
        assert_eq!(bench.state.absent(&bench.gone, bench.now), None);
        let due_at = due(&bench.state);
        assert_eq!(due_at.ms_since(bench.now), TURN_MS);
        bench.wait(TURN_MS - 1);
        assert_eq!(placements(&bench), missed - 1);
        bench.wait(1);
        assert_eq!(placements(&bench), missed);
        while bench.state.matches.on_turn() == Some(seat(other)) {
            plays(&mut bench, other);
        }
        if bench.state.matches.on_turn().is_none() {
            return;
        }
    }
    assert!(bench.state.is_away(seat(late)));
    let claim = Action::Absent(seat(late), AbsentChoice::Claim);
    bench.act(other, claim).unwrap();
    assert!(matches!(
        bench.state.matches.ending(),
        Some(Ending::Claimed { .. })
    ));
}

#[test]
fn nothing_happens_in_minutes_to_a_player_who_is_gone() {
    let fixture = ModelFixture::new();
    let bench = begun(Seating::TWO);
    let mut model = at_the_table(&fixture, &bench);
    let thinks = on_turn(model.state());
    go(&mut model, thinks);
    pass(&mut model, 15 * 60_000);
    let known = model.guests[1 - thinks].known.as_ref().unwrap();
    assert_eq!(known.presence.absent, None);
    for choice in [
        AbsentChoice::Place,
        AbsentChoice::Computer,
        AbsentChoice::Claim,
    ] {
        act(&mut model, 1 - thinks, Action::Absent(seat(thinks), choice));
    }
    assert_eq!(model.state().ply(), bench.state.ply());
    assert!(model.state().plays(seat(thinks)));
}

#[test]
fn the_clock_runs_while_nobody_is_there_and_over_a_restart() {
    let fixture = ModelFixture::new();
    let bench = begun(Seating::TWO);
    let mut model = at_the_table(&fixture, &bench);
    let thinks = on_turn(model.state());
    go(&mut model, 0);
    go(&mut model, 1);
    model.wait(limits::DAY_MS);
    model.crash();
    model.wait(limits::DAY_MS);
    model.starts();
    model.wait(limits::DAY_MS - HOUR_MS);
    act_when_due(&mut model);
    assert_eq!(placed(&model), 0);
    model.wait(HOUR_MS + limits::CLOCK_LAG_MS);
    act_when_due(&mut model);
    assert_eq!(placed(&model), 1, "with nobody there");
    // Coming back gives the seat back, and a whole turn.
    come(&mut model, thinks);
    assert!(!model.state().participation.is_missed(seat(thinks)));
}

/// The server looks what is due.
fn act_when_due(model: &mut ModelTable<'_>) {
    model.decide_and_append(crate::tests::model::Step::Due);
}

#[test]
fn a_match_to_which_nobody_comes_ends_by_its_clock() {
    let mut bench = begun(Seating::TWO);
    let mut waited = 0;
    while !bench.state.closed {
        let wait_ms = due(&bench.state).ms_since(bench.now);
        assert!(wait_ms >= limits::DAY_MS, "it happens over days");
        bench.wait(wait_ms);
        waited += 1;
        assert!(waited < 20);
    }
    assert_eq!(
        bench.state.matches.ending(),
        Some(Ending::Abandoned { winner: None })
    );
    assert!(placements(&bench) <= 2 * usize::from(limits::MISSED_MAX) + 2);
    assert_eq!(bench.state.due_over_days(), None);
}

#[test]
fn a_holiday_gives_days_and_has_an_end() {
    let mut bench = begun(Seating::TWO);
    let thinks = on_turn(&bench.state);
    let before = due(&bench.state);
    bench.act(thinks, Action::Holiday).unwrap();
    assert_eq!(due(&bench.state).ms_since(before), limits::DAY_MS);
    bench.act(thinks, Action::Holiday).unwrap();
    assert_eq!(due(&bench.state).ms_since(before), 2 * limits::DAY_MS);
    assert_eq!(bench.act(thinks, Action::Holiday), Err(Refusal::NoHoliday));
    let shown = bench.state.clocks.shown().unwrap().holiday_days.unwrap();
    assert_eq!(shown[seat(thinks)], 0);
    assert_eq!(shown[seat(1 - thinks)], HOLIDAY);
    bench.wait(TURN_MS + limits::DAY_MS);
    assert_eq!(placements(&bench), 0);
    bench.wait(limits::DAY_MS);
    assert_eq!(placements(&bench), 1);
}

#[test]
fn a_holiday_before_the_turn_lengthens_it_by_what_is_left() {
    let mut bench = begun(Seating::TWO);
    let thinks = on_turn(&bench.state);
    bench.act(1 - thinks, Action::Holiday).unwrap();
    bench.wait(limits::DAY_MS / 4);
    while bench.state.matches.on_turn() == Some(seat(thinks)) {
        plays(&mut bench, thinks);
    }
    let left_ms = due(&bench.state).ms_since(bench.now);
    assert_eq!(left_ms, TURN_MS + 3 * limits::DAY_MS / 4);
}

#[test]
fn holidays_are_for_tables_over_days() {
    let mut bench = super::begun(Seating::TWO, ClockRule::None);
    assert_eq!(bench.act(0, Action::Holiday), Err(Refusal::NoHoliday));
}

#[test]
fn the_end_of_a_round_waits_a_day_for_those_who_have_not_seen_it() {
    for seating in [Seating::TWO, Seating::PARTNERS] {
        let mut bench = begun(seating);
        play_round(&mut bench);
        assert_eq!(bench.state.matches.on_turn(), None);
        bench.act(0, Action::Next).unwrap();
        bench.wait(limits::OVER_DAYS_NEXT_ROUND_MS - 1);
        assert_eq!(bench.state.matches.on_turn(), None);
        assert_eq!(due(&bench.state).ms_since(bench.now), 1);
        bench.wait(1);
        assert!(
            bench.state.matches.on_turn().is_some(),
            "it begins by itself"
        );
    }
}

#[test]
fn the_next_round_begins_as_soon_as_everybody_has_seen_the_last() {
    let mut bench = begun(Seating::TWO);
    play_round(&mut bench);
    for person in 0..2 {
        bench.wait(HOUR_MS);
        bench.act(person, Action::Next).unwrap();
    }
    assert!(bench.state.matches.on_turn().is_some());
}

/// A table over days at which these people promised their seeds as they sat down, one after the other, and all
/// are ready.
fn promised(people: usize) -> Bench {
    let seating = if people == 2 {
        Seating::TWO
    } else {
        Seating::PARTNERS
    };
    let mut bench = open(seating);
    for person in 0..people {
        if person > 0 {
            let name = format!("Person {person}");
            bench.act(person, Action::Sit { seat: None, name }).unwrap();
        }
        let promise = player_promise(1, person);
        let commit = Action::Commit {
            match_number: 1,
            promise,
        };
        bench.act(person, commit).unwrap();
        bench.act(person, Action::Ready(true)).unwrap();
        bench.wait(HOUR_MS);
    }
    bench
}

fn reveal(bench: &mut Bench, match_number: u32, person: usize) {
    let seed = player_seed(match_number, person);
    let reveal = Action::Reveal { match_number, seed };
    bench.act(person, reveal).unwrap();
}

#[test]
fn the_seeds_are_told_when_each_browser_comes_next() {
    for people in [2, 4] {
        let mut bench = promised(people);
        assert!(bench.state.deals.waits_for_seeds());
        for person in (0..people).rev() {
            let waits = |person| {
                let own = bench.state.own_table(bench.id, bench.people[person]);
                own.unwrap().waits
            };
            assert!((0..=person).all(waits), "the table waits for their seeds");
            assert!(!(person + 1..people).any(waits));
            bench.wait(5 * HOUR_MS);
            reveal(&mut bench, 1, person);
        }
        assert_eq!(bench.state.status(), Status::Playing);
        // Later rounds follow from the same seeds: nobody has to come for their deals.
        play_round(&mut bench);
        bench.wait(limits::OVER_DAYS_NEXT_ROUND_MS);
        assert!(matches!(bench.state.needs(), Need::Move(_)));
        let proof = bench.state.fairness(Some(1)).unwrap();
        let secrets = proof.rounds.iter().map(|round| round.secret);
        assert_eq!(secrets.count(), 1, "the second round still runs");
        assert!(proof.seats.iter().all(|(_, seat)| seat.seed.is_some()));
    }
}

#[test]
fn a_seed_that_does_not_come_within_a_day_calls_the_match_off() {
    let mut bench = promised(2);
    reveal(&mut bench, 1, 1);
    let began = bench.now;
    bench.wait(due(&bench.state).ms_since(began));
    assert_eq!(bench.state.status(), Status::Open);
    assert_eq!(bench.state.deals.called_off(), 1);
    // The player who is there promises again at once, and the table waits a day for the other one.
    let commit = |person| Action::Commit {
        match_number: 2,
        promise: player_promise(2, person),
    };
    bench.act(1, commit(1)).unwrap();
    assert_eq!(
        due(&bench.state).ms_since(bench.now),
        limits::OVER_DAYS_SEED_MS
    );
    bench.wait(20 * HOUR_MS);
    bench.act(0, commit(0)).unwrap();
    reveal(&mut bench, 2, 0);
    reveal(&mut bench, 2, 1);
    assert_eq!(bench.state.status(), Status::Playing);
}

#[test]
fn a_computer_player_that_stands_in_plays_though_nobody_looks() {
    let mut bench = begun(Seating::FOUR);
    let late = on_turn(&bench.state);
    while !bench.state.is_away(seat(late)) {
        let Some(turn) = bench.state.matches.on_turn() else {
            return;
        };
        if turn.index() == late {
            bench.wait(TURN_MS);
        } else {
            plays(&mut bench, turn.index());
        }
    }
    while let Some(turn) = bench.state.matches.on_turn()
        && turn.index() != late
    {
        plays(&mut bench, turn.index());
    }
    if bench.state.matches.on_turn().is_none() {
        return;
    }
    let by = (late + 1) % 4;
    let lend = Action::Absent(seat(late), AbsentChoice::Computer);
    bench.act(by, lend).unwrap();
    assert!(bench.state.is_computer_on_turn());
    assert_eq!(
        due(&bench.state).ms_since(bench.now),
        limits::OVER_DAYS_COMPUTER_MS
    );
}

#[test]
fn a_table_that_waits_for_players_waits_two_weeks() {
    let mut bench = open(Seating::TWO);
    let lapsed = bench
        .state
        .lapse(bench.now.plus_ms(limits::DAY_MS))
        .unwrap();
    assert!(lapsed.events.is_empty());
    let later = |ms: i64| bench.state.abandon(bench.now.plus_ms(ms)).unwrap();
    assert!(later(limits::OVER_DAYS_ABANDONED_MS - 1).events.is_empty());
    assert_eq!(
        later(limits::OVER_DAYS_ABANDONED_MS).events,
        [TableEvent::Closed]
    );
    sit(&mut bench, 2);
    assert_eq!(
        due(&bench.state).ms_since(bench.now),
        limits::OVER_DAYS_ABANDONED_MS
    );
}

#[test]
fn an_outage_of_the_server_is_given_back_once() {
    let mut bench = begun(Seating::TWO);
    let began = bench.now;
    let outage = Outage {
        from: began.plus_ms(HOUR_MS),
        until: began.plus_ms(limits::DAY_MS),
    };
    let after = |bench: &Bench, at| bench.state.after_outage(outage, at).unwrap();
    assert!(after(&bench, began.plus_ms(TURN_MS - 1)).events.is_empty());
    bench.now = began.plus_ms(TURN_MS);
    let given = after(&bench, bench.now);
    bench.append(&given.events, *given.next);
    let left_ms = due(&bench.state).ms_since(bench.now);
    assert_eq!(left_ms, limits::DAY_MS - HOUR_MS);
    bench.wait(left_ms);
    assert_eq!(placements(&bench), 1);
    assert!(after(&bench, bench.now.plus_ms(TURN_MS)).events.is_empty());
}
