//! Tests of tables over days that aren't in memory: the server looks what is due at them.

use boneyard_base::{PlayerId, limits};
use boneyard_protocol::{Access, ClockRule};
use boneyard_rules::game::GamePreset as _;
use boneyard_rules::line::Preset;
use boneyard_rules::{Rules, Seating, high};
use boneyard_store::DueTable;

use crate::state::State;
use crate::state::command::Action;
use crate::state::event::TableEvent;
use crate::tests::bench::{Bench, make_move, two_players};
use crate::tests::live::{Guest, Shelf};

const TURN_MS: i64 = limits::DAY_MS + limits::CLOCK_LAG_MS;

/// A table with one day for each move, whose match has begun.
fn begun() -> Bench {
    begun_by(Preset::DRAW.for_seating(Seating::TWO))
}

fn begun_by(rules: impl Into<Rules>) -> Bench {
    let clock = ClockRule::Days {
        days: 1,
        holiday: 0,
    };
    let mut bench = Bench::timed(rules, (Access::Public, 0, clock), &[], 3);
    let name = "Guest".to_owned();
    bench.act(1, Action::Sit { seat: None, name }).unwrap();
    bench.act(0, Action::Ready(true)).unwrap();
    bench.act(1, Action::Ready(true)).unwrap();
    bench
}

/// The events that the log has and the bench has not.
async fn new_events(shelf: &Shelf, bench: &Bench) -> Vec<TableEvent> {
    let rows = shelf.store.read_log(bench.id, 0).await.unwrap();
    let new = rows.iter().skip(bench.log.len());
    new.flat_map(|row| TableEvent::from_body(&row.body).unwrap())
        .collect()
}

#[tokio::test]
async fn a_deadline_of_a_table_that_nobody_looks_at_is_acted_on() {
    for bench in [begun(), begun_by(high::Preset::HIGH_TILE.rules())] {
        acts_on_the_deadline(&bench).await;
    }
}

async fn acts_on_the_deadline(bench: &Bench) {
    let live = two_players();
    let shelf = Shelf::with(&[bench, &live]).await;
    let tables = shelf.tables().await;
    tables.act_over_days().await;
    shelf.hand.advance_ms(limits::OUTAGE_MS_MIN - 1);
    tables.act_over_days().await;
    assert!(tables.loaded().is_empty(), "nothing is due");
    // A server looks all the time; here it does so now and then.
    for _ in 0..TURN_MS / (limits::OUTAGE_MS_MIN - 1) {
        shelf.hand.advance_ms(limits::OUTAGE_MS_MIN - 1);
        tables.act_over_days().await;
    }
    let events = new_events(&shelf, bench).await;
    let [TableEvent::MovedFor { .. }] = events[..] else {
        panic!("{events:?}");
    };
    let due = shelf.store.tables().due(shelf.clock.now(), DueTable::NONE);
    assert_eq!(due.await.unwrap(), [], "the next deadline is a day later");
    assert_eq!(new_events(&shelf, &live).await, []);
}

#[tokio::test]
async fn a_deadline_that_came_while_no_server_ran_is_later_by_as_much() {
    let bench = begun();
    let shelf = Shelf::with(&[&bench]).await;
    shelf.tables().await.act_over_days().await;
    shelf.hand.advance_ms(3 * limits::DAY_MS);
    // A new server, after three days.
    let tables = shelf.tables().await;
    tables.act_over_days().await;
    let events = new_events(&shelf, &bench).await;
    assert!(
        matches!(events[..], [TableEvent::Resumed { .. }]),
        "{events:?}"
    );
    let rows = shelf.store.read_log(bench.id, 0).await.unwrap();
    let state = State::from_log(&rows).unwrap();
    let left_ms = state.due_over_days().unwrap().ms_since(shelf.clock.now());
    assert_eq!(left_ms, TURN_MS);
    tables.act_over_days().await;
    assert_eq!(new_events(&shelf, &bench).await.len(), 1, "once");
}

#[tokio::test]
async fn a_match_to_which_nobody_comes_is_closed_by_the_server_alone() {
    let bench = begun();
    let shelf = Shelf::with(&[&bench]).await;
    let tables = shelf.tables().await;
    for _ in 0..12 {
        tables.act_over_days().await;
        if new_events(&shelf, &bench)
            .await
            .contains(&TableEvent::Closed)
        {
            break;
        }
        for _ in 0..TURN_MS / (limits::OUTAGE_MS_MIN - 1) {
            shelf.hand.advance_ms(limits::OUTAGE_MS_MIN - 1);
            let _ = shelf
                .store
                .nodes()
                .note_uptime(shelf.clock.now(), true)
                .await
                .unwrap();
        }
        shelf.hand.advance_ms(limits::OUTAGE_MS_MIN - 1);
    }
    let events = new_events(&shelf, &bench).await;
    let end = &events[events.len() - 2..];
    assert_eq!(end, [TableEvent::Abandoned, TableEvent::Closed]);
    let now = shelf.clock.now();
    let due = shelf.store.tables().due(now, DueTable::NONE).await;
    assert_eq!(due.unwrap(), []);
}

#[tokio::test]
async fn a_table_over_days_is_not_taken_for_abandoned_and_waits_for_its_players() {
    let bench = begun();
    let shelf = Shelf::with(&[&bench]).await;
    let tables = shelf.tables().await;
    shelf.hand.advance_ms(limits::TABLE_ABANDONED_MS);
    tables.close_abandoned().await;
    assert_eq!(new_events(&shelf, &bench).await, []);
    let mut watcher = Guest::at(&tables, bench.id, PlayerId::random()).await;
    assert_eq!(watcher.version().await, bench.state.version.unsigned_abs());
}

/// The clock is far ahead while a player plays, and is set back while the table isn't in memory.
#[tokio::test]
async fn a_deadline_of_a_wrong_clock_is_mended_when_the_clock_is_set_back() {
    for is_noticed in [true, false] {
        let mut bench = begun();
        let right = bench.now;
        bench.wait(200 * limits::DAY_MS);
        let turn = bench.state.matches.on_turn().unwrap().index();
        let forced = bench.state.matches.current().unwrap().forced();
        let action = make_move(&bench.state, forced.unwrap());
        bench.act(turn, action).unwrap();
        let shelf = Shelf::with(&[&bench]).await;
        shelf.hand.step_ms(right.0 - shelf.clock.now().0);
        let tables = shelf.tables().await;
        if is_noticed {
            tables.after_step(-200 * limits::DAY_MS).await;
        } else {
            // Another server has run since then.
            tables.act_over_days().await;
        }
        let events = new_events(&shelf, &bench).await;
        assert!(
            matches!(events[..], [TableEvent::ClockStepped { .. }]),
            "{events:?}"
        );
        let rows = shelf.store.read_log(bench.id, 0).await.unwrap();
        let state = State::from_log(&rows).unwrap();
        let left_ms = state.due_over_days().unwrap().ms_since(shelf.clock.now());
        assert_eq!(left_ms, TURN_MS);
    }
}

/// Nothing is closed for its age while the clock may be wrong.
#[tokio::test]
async fn a_table_that_is_old_by_a_clock_which_has_just_been_set_stays() {
    let bench = two_players();
    let shelf = Shelf::with(&[&bench]).await;
    let tables = shelf.tables().await;
    shelf.hand.step_ms(200 * limits::DAY_MS);
    tables.close_abandoned().await;
    assert_eq!(new_events(&shelf, &bench).await, []);
    let trusted_ms = i64::try_from(limits::CLOCK_TRUSTED_AFTER.as_millis()).unwrap();
    shelf.hand.advance_ms(trusted_ms);
    tables.close_abandoned().await;
    assert_eq!(
        new_events(&shelf, &bench).await.last(),
        Some(&TableEvent::Closed)
    );
}
