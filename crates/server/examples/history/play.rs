//! Tables that are played without a server: the table's own rules make the log.

use std::error::Error;

use boneyard_base::{Timestamp, Visitor};
use boneyard_fair::TableSeed;
use boneyard_protocol::{Access, ClockRule, Invite, TableId};
use boneyard_rules::{BySeat, Match, Need, Play, Rules, Seat};
use boneyard_store::LogRow;
use boneyard_table::{Action, Command, State, TableEvent};
use rand::RngExt as _;

/// The reason why a table could not be played.
pub(crate) type PlayError = Box<dyn Error + Send + Sync>;

/// How long a player thinks about a placement, in milliseconds.
const THINKING_MS: std::ops::Range<i64> = 1_000..8_000;

/// A table, its players by seat, and its log.
pub(crate) struct Table {
    people: Vec<Visitor>,
    state: State,
    /// The match, which tells who is on turn and what may be placed.
    game: Match,
    rows: Vec<LogRow>,
    now: Timestamp,
}

impl Table {
    /// A public table with a person at every seat; no match has begun.
    pub(crate) fn open(
        id: TableId,
        rules: Rules,
        people: Vec<Visitor>,
        at: Timestamp,
    ) -> Result<Self, PlayError> {
        let created = TableEvent::Created {
            table: id,
            host: people[0].player,
            name: people[0].name.clone(),
            rules,
            access: Access::Public,
            kept_seats: 0,
            invite: Invite::random(),
            hints: false,
            clock: ClockRule::None,
            bots: false,
            rated: false,
            quick: false,
            seed: TableSeed::from(rand::rng().random::<[u8; 32]>()),
        };
        let first = LogRow {
            seq: 1,
            at,
            body: TableEvent::to_body(&[created]),
        };
        let mut table = Self {
            state: State::from_log(std::slice::from_ref(&first))?,
            game: Match::new(&rules),
            people,
            rows: vec![first],
            now: at,
        };
        for person in 1..table.people.len() {
            let name = table.people[person].name.clone();
            table.act(person, Action::Sit { seat: None, name })?;
        }
        Ok(table)
    }

    /// Plays a match to its end.
    pub(crate) fn play_match(&mut self) -> Result<(), PlayError> {
        self.everybody(&Action::Ready(true))?;
        while self.game.needs() != Need::Nothing {
            self.go_on()?;
        }
        Ok(())
    }

    /// Plays matches until the log has this many rows and a player is on turn.
    pub(crate) fn play_rows(&mut self, rows: usize) -> Result<(), PlayError> {
        self.everybody(&Action::Ready(true))?;
        while self.rows.len() < rows || !matches!(self.game.needs(), Need::Play(_)) {
            if self.game.needs() == Need::Nothing {
                self.everybody(&Action::Ready(true))?;
            } else {
                self.go_on()?;
            }
        }
        Ok(())
    }

    /// All players leave, which closes the table.
    pub(crate) fn leave(&mut self) -> Result<(), PlayError> {
        self.everybody(&Action::Leave)
    }

    /// The log of the table. The times of all rows are moved by the same amount, so that the last row has
    /// the time `moment`.
    pub(crate) fn rows_until(mut self, moment: Timestamp) -> Vec<LogRow> {
        let by_ms = moment.0 - self.now.0;
        for row in &mut self.rows {
            row.at = row.at.plus_ms(by_ms);
        }
        self.rows
    }

    /// Makes a random placement, or begins the next round.
    fn go_on(&mut self) -> Result<(), PlayError> {
        let Need::Play(seat) = self.game.needs() else {
            return self.everybody(&Action::Next);
        };
        let all: Vec<_> = self.game.placements().collect();
        let placement = all[rand::rng().random_range(0..all.len())];
        self.now = self.now.plus_ms(rand::rng().random_range(THINKING_MS));
        let action = Action::Play {
            ply: self.state.ply(),
            play: Play::from(placement),
        };
        self.act(seat.index(), action)
    }

    fn everybody(&mut self, action: &Action) -> Result<(), PlayError> {
        (0..self.people.len()).try_for_each(|person| self.act(person, action.clone()))
    }

    fn act(&mut self, person: usize, action: Action) -> Result<(), PlayError> {
        let command = Command {
            player: self.people[person].player,
            invited: false,
            action,
        };
        let nobody_is_gone = BySeat::from_fn(self.game.rules().seating, |_: Seat| None);
        let decision = self.state.decide(&command, &nobody_is_gone, self.now)?;
        if decision.events.is_empty() {
            return Ok(());
        }
        for event in &decision.events {
            self.follow(event)?;
        }
        self.state = *decision.next;
        self.rows.push(LogRow {
            seq: i64::try_from(self.rows.len())? + 1,
            at: self.now,
            body: TableEvent::to_body(&decision.events),
        });
        Ok(())
    }

    /// Applies an event of the table to the match.
    fn follow(&mut self, event: &TableEvent) -> Result<(), PlayError> {
        let deals = matches!(event, TableEvent::Lots { .. } | TableEvent::Dealt { .. });
        if deals && self.game.needs() == Need::Nothing {
            self.game = Match::new(self.game.rules());
        }
        match event {
            TableEvent::Lots { tiles } => self.game.lots(*tiles).map(drop)?,
            TableEvent::Dealt { order } => self.game.deal(order).map(drop)?,
            TableEvent::Played { seat, play } => self.game.play(*seat, *play).map(drop)?,
            _ => {}
        }
        Ok(())
    }
}
