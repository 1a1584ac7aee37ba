//! Tables that are played without a server, by the same rules. The result is a log, as running tables write it.
//! The demo and the measurements of long histories fill databases with such logs.

use boneyard_base::{PlayerId, Timestamp, Visitor};
use boneyard_bot::Memory;
use boneyard_fair::{LogHead, Promise, TableSeed};
use boneyard_protocol::{Access, ClockRule, Invite, Level, Seed, TableId};
use boneyard_rules::{BySeat, Match, Move, Rules, Seat};
use boneyard_store::{Append, LogRow};
use rand::RngExt as _;

use crate::state::State;
use crate::state::command::{Action, Command, Decision};
use crate::state::event::TableEvent;
use crate::state::refusal::Refusal;
use crate::state::rows::LogError;
use crate::tables::appends;

/// How long a player thinks about a placement, in milliseconds.
const THINKING_MS: std::ops::Range<i64> = 1_000..8_000;

/// The time between two other actions of a player, in milliseconds.
const ACTION_MS: i64 = 300;

/// A table that is played without a server.
#[derive(Debug)]
pub struct OfflineTable {
    table: TableId,
    /// The people at the table, by seat.
    people: Vec<PlayerId>,
    state: State,
    rows: Vec<LogRow>,
    now: Timestamp,
}

/// A turn, as [`OfflineTable`] asks for a play. The play must depend only on what the seat may know of the match.
#[derive(Debug)]
pub struct OfflineTurn<'a> {
    /// The seat on turn.
    pub seat: Seat,
    /// The match.
    pub game: &'a Match,
    /// How each seat has played in earlier rounds.
    pub memory: Memory,
}

/// Chooses the plays of all seats.
pub type Choose<'a> = dyn FnMut(&OfflineTurn<'_>) -> Move + 'a;

impl OfflineTable {
    /// A public table with a person at every seat. No match has begun.
    pub fn open(
        table: TableId,
        rules: Rules,
        people: &[Visitor],
        rated: bool,
        at: Timestamp,
    ) -> Result<Self, Refusal> {
        let host = people.first().ok_or(Refusal::NotSeated)?;
        let created = created(table, rules, host, rated);
        let mut offline = Self {
            table,
            people: people.iter().map(|person| person.player).collect(),
            state: State::created(&created, at)?,
            rows: Vec::new(),
            now: at,
        };
        let decision = State::open(created, &[], None, at)?;
        offline.add(decision);
        for (index, person) in people.iter().enumerate().skip(1) {
            let name = person.name.clone();
            offline.act(index, Action::Sit { seat: None, name })?;
        }
        Ok(offline)
    }

    /// A public table at which computer players wait for a visitor. The host has opened it and has left seat 0
    /// to the visitor. It is the only kind of open table without a person.
    pub fn open_for_visitor(
        table: TableId,
        rules: Rules,
        host: &Visitor,
        levels: &[Level],
        at: Timestamp,
    ) -> Result<Self, Refusal> {
        let created = created(table, rules, host, false);
        let mut offline = Self {
            table,
            people: Vec::new(),
            state: State::created(&created, at)?,
            rows: Vec::new(),
            now: at,
        };
        offline.add(State::open_for_visitor(created, levels, at)?);
        Ok(offline)
    }

    /// Plays a match to its end.
    pub fn play_match(&mut self, choose: &mut Choose<'_>) -> Result<(), Refusal> {
        self.begin()?;
        while self.state.matches.is_playing() {
            self.go_on(choose)?;
        }
        Ok(())
    }

    /// Plays matches until the log has this many rows and a player is on turn.
    pub fn play_rows(&mut self, rows: usize, choose: &mut Choose<'_>) -> Result<(), Refusal> {
        self.begin()?;
        while self.rows.len() < rows || self.state.matches.on_turn().is_none() {
            if self.state.matches.is_playing() {
                self.go_on(choose)?;
            } else {
                self.begin()?;
            }
        }
        Ok(())
    }

    /// Gives the seats of all people to computer players, which play the running match to its end.
    pub fn lend_all(&mut self) -> Result<(), Refusal> {
        let decision = self.state.lend_all(self.now)?;
        self.add(decision);
        Ok(())
    }

    /// Lets all people leave, which closes the table.
    pub fn leave(&mut self) -> Result<(), Refusal> {
        self.everybody(&Action::Leave)
    }

    /// The log of the table. The times of all rows are moved by the same amount, so that the last row has the
    /// time `last`.
    pub fn into_rows(mut self, last: Timestamp) -> Vec<LogRow> {
        let by_ms = last.0 - self.now.0;
        for row in &mut self.rows {
            row.at = row.at.plus_ms(by_ms);
        }
        self.rows
    }

    /// The log of the table, as it is appended to the store. See [`Self::into_rows`].
    pub fn into_appends(self, last: Timestamp) -> Result<Vec<Append>, LogError> {
        let table = self.table;
        appends(table, &self.into_rows(last))
    }

    /// Begins a match, for which each person promises a seed and reveals it.
    fn begin(&mut self) -> Result<(), Refusal> {
        let match_number = self.state.deals.match_to_promise();
        let seeds: Vec<Seed> = self.people.iter().map(|_| Seed::from(random())).collect();
        for (person, seed) in seeds.iter().enumerate() {
            let promise = Promise {
                commitment: seed.commitment(),
                head: LogHead::default(),
            };
            let commit = Action::Commit {
                match_number,
                promise,
            };
            self.act(person, commit)?;
            self.act(person, Action::Ready(true))?;
        }
        for (person, &seed) in seeds.iter().enumerate() {
            self.act(person, Action::Reveal { match_number, seed })?;
        }
        Ok(())
    }

    /// Plays one tile, or begins the next round.
    fn go_on(&mut self, choose: &mut Choose<'_>) -> Result<(), Refusal> {
        let Some(seat) = self.state.matches.on_turn() else {
            return self.everybody(&Action::Next);
        };
        let chosen = choose(&OfflineTurn {
            seat,
            game: self.state.matches.current().ok_or(Refusal::NoMatch)?,
            memory: self.state.matches.memory(),
        });
        self.now = self.now.plus_ms(rand::rng().random_range(THINKING_MS));
        let action = Action::Move {
            ply: self.state.ply(),
            chosen,
        };
        self.act(seat.index(), action)
    }

    fn everybody(&mut self, action: &Action) -> Result<(), Refusal> {
        (0..self.people.len()).try_for_each(|person| self.act(person, action.clone()))
    }

    fn act(&mut self, person: usize, action: Action) -> Result<(), Refusal> {
        self.now = self.now.plus_ms(ACTION_MS);
        let command = Command {
            player: self.people[person],
            invited: false,
            action,
        };
        let nobody_is_gone = BySeat::from_fn(self.state.rules().seating(), |_: Seat| None);
        let decision = self.state.decide(&command, &nobody_is_gone, self.now)?;
        self.add(decision);
        Ok(())
    }

    fn add(&mut self, decision: Decision) {
        if decision.events.is_empty() {
            return;
        }
        self.rows.push(LogRow {
            seq: decision.next.version,
            at: self.now,
            body: TableEvent::to_body(&decision.events),
        });
        self.state = *decision.next;
    }
}

/// The first event of a public table.
fn created(table: TableId, rules: Rules, host: &Visitor, rated: bool) -> TableEvent {
    TableEvent::Created {
        table,
        host: host.player,
        name: host.name.clone(),
        rules,
        access: Access::Public,
        kept_seats: 0,
        invite: Invite::random(),
        hints: !rated,
        clock: ClockRule::None,
        time_cap: None,
        bots: false,
        rated,
        quick: false,
        seed: TableSeed::from(random()),
    }
}

/// Bytes that nobody can foresee: hands follow from them.
fn random() -> [u8; 32] {
    rand::rng().random()
}

#[cfg(test)]
mod tests {
    use boneyard_base::limits;
    use boneyard_protocol::Status;
    use boneyard_rules::Seating;
    use boneyard_rules::line::Preset;

    use super::*;
    use crate::computers::question::asks_computers;
    use crate::state::computer_move::ComputerMove;

    const START: Timestamp = Timestamp(1_700_000_000_000);

    fn people(count: usize) -> Vec<Visitor> {
        let person = |number| Visitor {
            player: PlayerId::random(),
            name: format!("Ann {number}"),
            person: None,
        };
        (0..count).map(person).collect()
    }

    fn first(turn: &OfflineTurn<'_>) -> Move {
        turn.game.moves(turn.seat)[0]
    }

    #[test]
    fn a_match_is_played_to_its_end_with_the_seeds_of_all_players() {
        let rules = Preset::QUICK_DRAW.rules().into();
        let id = TableId::random();
        let mut table = OfflineTable::open(id, rules, &people(2), true, START).unwrap();
        table.play_match(&mut first).unwrap();
        assert_eq!(State::from_log(&table.rows).unwrap(), table.state);
        assert!(table.state.room().fairness.seats.iter().all(|(_, seat)| {
            // Nothing is promised for the next match.
            seat.promise.is_none()
        }));
        table.leave().unwrap();
        let last = START.plus_ms(1);
        let appends = table.into_appends(last).unwrap();
        assert_eq!(appends.last().unwrap().at, last);
        let records: Vec<_> = appends.iter().filter_map(|it| it.record.as_ref()).collect();
        assert!(records.len() == 1 && records[0].rated && records[0].public);
        let entries: usize = appends.iter().map(|append| append.entries.len()).sum();
        assert_eq!(entries, 2, "the match has begun and ended");
        let closed = appends.last().unwrap().listing.as_ref();
        assert!(closed.is_some_and(|listing| listing.closed));
    }

    #[test]
    fn computer_players_wait_for_a_visitor_who_becomes_the_host() {
        let rules = Preset::FIVE_UP.for_seating(Seating::PARTNERS).into();
        let id = TableId::random();
        let host = &people(1)[0];
        let levels = [Level::Casual; 3];
        let table = OfflineTable::open_for_visitor(id, rules, host, &levels, START).unwrap();
        let state = State::from_log(&table.rows).unwrap();
        assert_eq!(state.listing(id).unwrap().open_seats, 1);
        assert!(state.own_players().is_empty());
        let later = START.plus_ms(limits::TABLE_ABANDONED_MS - 1);
        for decision in [state.lapse(later), state.abandon(later)] {
            assert!(decision.unwrap().events.is_empty());
        }
        let visitor = PlayerId::random();
        let mut table = OfflineTable {
            people: vec![visitor],
            state,
            ..table
        };
        let name = "Visitor".to_owned();
        table.act(0, Action::Sit { seat: None, name }).unwrap();
        assert_eq!(table.state.seat_of(visitor), Some(table.state.seats.host()));
        table.act(0, Action::Ready(true)).unwrap();
        assert_eq!(table.state.status(), Status::Playing);
    }

    #[test]
    fn a_match_that_all_have_left_to_computer_players_comes_to_its_end() {
        let rules = Preset::QUICK_DRAW.rules().into();
        let id = TableId::random();
        let mut table = OfflineTable::open(id, rules, &people(2), false, START).unwrap();
        table.play_rows(20, &mut first).unwrap();
        table.lend_all().unwrap();
        let mut now = table.now;
        let mut state = State::from_log(&table.rows).unwrap();
        while state.matches.is_playing() {
            let decision = if asks_computers(&state) {
                let seat = state.matches.on_turn().unwrap();
                let game = state.matches.current().unwrap();
                let chosen = game.moves(seat)[0];
                let action = ComputerMove { seat, chosen };
                state.decide_for_computer(action, state.ply(), now)
            } else {
                // No person says that the next round may begin.
                now = state.deadline().unwrap();
                state.on_deadline(now)
            };
            state = *decision.unwrap().next;
        }
        assert!(state.listing(id).is_none(), "nothing is left to watch");
    }
}
