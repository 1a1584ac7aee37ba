//! A table and its log, for tests. After each event the log is read again. A client that has applied all
//! updates must know the same as a new client that gets a snapshot.

use boneyard_base::{PlayerId, Timestamp, limits};
use boneyard_fair::{LogHead, Promise, TableSeed};
use boneyard_protocol::{
    AbsentChoice, Access, Chat, ClockRule, Folded, Hash, Invite, Level, Presence, Seed,
    ServerMessage, Snapshot, Status, TableId, Update,
};
use boneyard_rules::line;
use boneyard_rules::line::{Play, Preset};
use boneyard_rules::{BySeat, Match, Move, Need, Rules, Seat, Seating, Tile};
use boneyard_store::LogRow;

use crate::computers::question::fallback_move;
use crate::state::Gone;
use crate::state::State;
use crate::state::command::{Action, Command, Decision};
use crate::state::event::TableEvent;
use crate::state::refusal::Refusal;
use crate::tests::leaks::Secrets;
use crate::view::Role;

/// The number of visitors of the table. It is larger than the number of seats of any table.
pub(crate) const PEOPLE: usize = 6;

/// The table's seed for its deals, which is the same in every run.
fn table_seed(number: u64) -> TableSeed {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&number.to_be_bytes());
    TableSeed::from(bytes)
}

/// The seed that a person promises for a match.
pub(crate) fn player_seed(match_number: u32, person: usize) -> Seed {
    let mut bytes = [person as u8; 32];
    bytes[..4].copy_from_slice(&match_number.to_be_bytes());
    Seed::from(bytes)
}

/// What a person promises for a match.
pub(crate) fn player_promise(match_number: u32, person: usize) -> Promise {
    let head = LogHead {
        size: person as u32,
        root: Hash::of(&[&[person as u8]]),
    };
    Promise {
        commitment: player_seed(match_number, person).commitment(),
        head: if person == 0 {
            LogHead::default()
        } else {
            head
        },
    }
}

/// What the client of `person` does about the seed of `person` in this state: it reveals the promised seed,
/// promises the seed if `pick` is even, or does nothing (`None`).
fn about_seed(state: &State, person: usize, seat: Seat, pick: u16) -> Option<Action> {
    let shown = state.deals.room_fairness(&state.matches);
    let match_number = shown.match_number;
    let seed = player_seed(match_number, person);
    let promise = player_promise(match_number, person);
    let promised = shown.seats[seat].promise == Some(promise);
    if shown.revealing {
        return promised.then_some(Action::Reveal { match_number, seed });
    }
    let may_promise = shown.missed[seat] < limits::MISSED_SEEDS_MAX;
    let waits = state.status() != Status::Playing && may_promise;
    (waits && !promised && pick.is_multiple_of(2)).then_some(Action::Commit {
        match_number,
        promise,
    })
}

/// A table and its log.
pub(crate) struct Bench {
    pub id: TableId,
    pub people: Vec<PlayerId>,
    pub state: State,
    pub log: Vec<LogRow>,
    pub now: Timestamp,
    secrets: Secrets,
    /// For each seat, since when its player is disconnected.
    pub gone: Gone,
}

impl Bench {
    pub(crate) fn new(rules: impl Into<Rules>, access: Access, kept_seats: u8, seed: u64) -> Self {
        Self::with_computers(rules, access, kept_seats, &[], seed)
    }

    pub(crate) fn with_computers(
        rules: impl Into<Rules>,
        access: Access,
        kept_seats: u8,
        computers: &[Level],
        seed: u64,
    ) -> Self {
        let opened = (access, kept_seats, ClockRule::None);
        Self::timed(rules, opened, computers, seed)
    }

    /// A table whose match has begun. The host, a computer player and Ada play.
    pub(crate) fn with_a_computer_between(access: Access) -> Self {
        let rules = Preset::DRAW.for_seating(Seating::THREE);
        let mut bench = Self::with_computers(rules, access, 0, &[Level::Club], 10);
        let name = "Ada".to_owned();
        bench.act(1, Action::Sit { seat: None, name }).unwrap();
        bench.act(0, Action::Ready(true)).unwrap();
        bench.act(1, Action::Ready(true)).unwrap();
        bench
    }

    /// A table with this access, this number of reserved seats and this clock.
    pub(crate) fn timed(
        rules: impl Into<Rules>,
        opened: (Access, u8, ClockRule),
        computers: &[Level],
        seed: u64,
    ) -> Self {
        Self::open(rules.into(), opened, None, computers, seed)
    }

    /// A table as by [`Self::timed`], with a cap on a match's time in minutes.
    pub(crate) fn capped(
        rules: Rules,
        opened: (Access, u8, ClockRule),
        time_cap: u16,
        seed: u64,
    ) -> Self {
        Self::open(rules, opened, Some(time_cap), &[], seed)
    }

    fn open(
        rules: Rules,
        (access, kept_seats, clock): (Access, u8, ClockRule),
        time_cap: Option<u16>,
        computers: &[Level],
        seed: u64,
    ) -> Self {
        let people: Vec<_> = (0..PEOPLE).map(|_| PlayerId::random()).collect();
        let now = Timestamp(1_000);
        // The id is made from the seed, so that the same seed always gives the same deals.
        let id = TableId::from_bits(u128::from(seed) << 64 | 0xbe_c4);
        let created = TableEvent::Created {
            table: id,
            host: people[0],
            name: "Host".to_owned(),
            rules,
            access,
            kept_seats,
            invite: Invite::random(),
            hints: true,
            clock,
            time_cap,
            bots: true,
            rated: false,
            quick: false,
            seed: table_seed(seed),
        };
        let Decision { events, next } = State::open(created, computers, None, now).unwrap();
        let log = vec![LogRow {
            seq: 1,
            at: now,
            body: TableEvent::to_body(&events),
        }];
        assert_eq!(State::from_log(&log).unwrap(), *next);
        Self {
            id,
            people,
            state: *next,
            log,
            now,
            secrets: Secrets::of(table_seed(seed)),
            gone: BySeat::from_fn(rules.seating(), |_| None),
        }
    }

    pub(crate) fn act(&mut self, person: usize, action: Action) -> Result<(), Refusal> {
        let command = self.command(person, action);
        let decision = self.state.decide(&command, &self.gone, self.now)?;
        self.append(&decision.events, *decision.next);
        Ok(())
    }

    /// The command with which a person does an action. People with even numbers have the invitation.
    pub(crate) fn command(&self, person: usize, action: Action) -> Command {
        Command {
            player: self.people[person],
            invited: person.is_multiple_of(2),
            action,
        }
    }

    /// Plays for the computer player on turn, if there is one.
    pub(crate) fn computer_plays(&mut self) {
        if let Some(action) = fallback_move(&self.state) {
            let ply = self.state.ply();
            let decision = self
                .state
                .decide_for_computer(action, ply, self.now)
                .unwrap();
            self.append(&decision.events, *decision.next);
        }
    }

    pub(crate) fn wait(&mut self, wait_ms: i64) {
        self.now = self.now.plus_ms(wait_ms);
        let decision = self.state.on_deadline(self.now).unwrap();
        self.append(&decision.events, *decision.next);
        let decision = self.state.on_clock(self.now).unwrap();
        self.append(&decision.events, *decision.next);
    }

    pub(crate) fn append(&mut self, events: &[TableEvent], next: State) {
        if events.is_empty() {
            assert_eq!(next, self.state);
            return;
        }
        self.log.push(LogRow {
            seq: next.version,
            at: self.now,
            body: TableEvent::to_body(events),
        });
        self.secrets.learn(&self.state, &next);
        for &person in &self.people {
            if next.role(person) == Role::Outsider {
                self.look_from_outside(person, events, &next);
                continue;
            }
            let mut known = shown(&self.state, self.id, person);
            let update = Update {
                shared: next.shared_update(self.id, &self.state),
                private: next.private_update(person, &self.state),
            };
            self.secrets
                .stay_in(&next, &ServerMessage::Update(Box::new(update.clone())));
            assert_eq!(known.fold(update), Folded::Next);
            assert_eq!(known, shown(&next, self.id, person));
            self.secrets
                .stay_in(&next, &ServerMessage::Table(Box::new(known)));
        }
        if let Some(fairness) = next.fairness(None) {
            let (table, fairness) = (self.id, Box::new(fairness));
            self.secrets
                .stay_in(&next, &ServerMessage::Fairness { table, fairness });
        }
        self.state = next;
        assert_eq!(State::from_log(&self.log).unwrap(), self.state);
        let host = self.state.seats.person_at(self.state.seats.host());
        assert!(self.state.closed || host.is_some(), "computers host nobody");
    }

    /// Checks that an outsider sees no change when a player plays.
    fn look_from_outside(&self, person: PlayerId, events: &[TableEvent], next: &State) {
        let outside = |state: &State| state.outside(self.id, nobody(state));
        let now = outside(next);
        let is_shown = |event: &TableEvent| {
            matches!(
                event,
                TableEvent::Renamed { .. } | TableEvent::TookOver { .. }
            )
        };
        let was_outside = self.state.role(person) == Role::Outsider;
        if was_outside && !events.iter().any(is_shown) {
            assert_eq!(now, outside(&self.state), "{events:?}");
        }
        self.secrets
            .stay_in(next, &ServerMessage::Outside(Box::new(now)));
    }

    /// The person, and the snapshot that this person would get now.
    pub(crate) fn newcomer(&self, person: usize) -> (usize, Snapshot) {
        (person, shown(&self.state, self.id, self.people[person]))
    }

    /// An action of a person that is probably allowed, chosen by `pick`.
    pub(crate) fn sensible(&self, person: usize, pick: u16) -> Action {
        self.sensible_in(&self.state, person, pick)
    }

    pub(crate) fn sensible_in(&self, state: &State, person: usize, pick: u16) -> Action {
        let player = self.people[person];
        let name = format!("Person {person}");
        let Some(seat) = state.seat_of(player) else {
            return Action::Sit { seat: None, name };
        };
        if let Some(action) = about_seed(state, person, seat, pick) {
            return action;
        }
        match state.matches.current().map(line_of) {
            Some(game) if game.may_give_lead(seat) && pick.is_multiple_of(4) => {
                make_move(state, line::Move::GiveLead)
            }
            Some(game) if state.needs() == Need::Move(seat) => {
                let all: Vec<_> = game.placements().collect();
                let placement = all[usize::from(pick) % all.len()];
                let play = Play {
                    announced: (pick.is_multiple_of(3)).then_some(pick % 7 * 5),
                    ..Play::from(placement)
                };
                make_move(state, line::Move::Play(play))
            }
            Some(game) if game.may_call(seat) => make_move(state, line::Move::Call),
            Some(_) if state.status() == Status::Playing => Action::Next,
            _ => Action::Ready(true),
        }
    }

    /// Any action, allowed or not, chosen by `pick`.
    pub(crate) fn senseless(&self, pick: u16) -> Action {
        Self::senseless_in(&self.state, pick)
    }

    pub(crate) fn senseless_in(state: &State, pick: u16) -> Action {
        let seat = Seat::new((pick % 4) as u8);
        match pick % 19 {
            0 => Action::Leave,
            1 => Action::Remove(seat.unwrap_or_default(), None),
            2 => Action::Rename(format!("Name {}", pick % 3)),
            3 => Action::Ready(pick.is_multiple_of(2)),
            4 => Action::Next,
            5 => Action::Move {
                ply: state.ply().saturating_sub(u32::from(pick % 2)),
                chosen: line::Move::Call.into(),
            },
            6 => Action::Move {
                ply: u32::from(pick % 50),
                chosen: line::Move::Play(Play {
                    tile: Tile::from_index(usize::from(pick) % 28).unwrap(),
                    arm: None,
                    announced: None,
                })
                .into(),
            },
            7 => {
                let level = Level::ALL[usize::from(pick) % Level::ALL.len()];
                Action::SeatComputer(seat.unwrap_or_default(), level)
            }
            8 => Action::Resign,
            9 => Action::Agree(pick.is_multiple_of(32)),
            10 => Action::Back,
            11 => Action::Absent(seat.unwrap_or_default(), AbsentChoice::Place),
            12 => Action::Absent(seat.unwrap_or_default(), AbsentChoice::Computer),
            13 => Action::Absent(seat.unwrap_or_default(), AbsentChoice::Claim),
            14 => Action::Commit {
                match_number: u32::from(pick % 3),
                promise: player_promise(9, 9),
            },
            15 => Action::Reveal {
                match_number: u32::from(pick % 3),
                seed: player_seed(u32::from(pick % 4), 9),
            },
            16 => make_move(state, line::Move::GiveLead),
            _ => Action::Sit {
                seat,
                name: "Anybody".to_owned(),
            },
        }
    }
}

/// The presence while no client is connected.
fn nobody(state: &State) -> Presence {
    Presence {
        seats: BySeat::from_fn(state.rules().seating(), |_| false),
        away_since_ms: BySeat::from_fn(state.rules().seating(), |_| None),
        watchers: 0,
        absent: None,
        request: None,
    }
}

/// The snapshot that a person gets of a table to which no client is connected and whose chat is empty.
pub(crate) fn shown(state: &State, table: TableId, person: PlayerId) -> Snapshot {
    state.snapshot(table, person, nobody(state), Chat::default())
}

pub(crate) fn two_players() -> Bench {
    two_players_by(*Preset::BLOCK.rules())
}

pub(crate) fn two_players_by(rules: impl Into<Rules>) -> Bench {
    let mut bench = Bench::new(rules, Access::Public, 0, 7);
    bench
        .act(
            1,
            Action::Sit {
                seat: None,
                name: "Guest".to_owned(),
            },
        )
        .unwrap();
    bench.act(0, Action::Ready(true)).unwrap();
    bench.act(1, Action::Ready(true)).unwrap();
    bench
}

/// Plays for each player on turn, until the round is over.
pub(crate) fn play_round(bench: &mut Bench) {
    while let Some(turn) = bench.state.matches.on_turn() {
        let of_turn = |&one: &PlayerId| bench.state.seat_of(one) == Some(turn);
        match bench.people.iter().position(of_turn) {
            None => bench.computer_plays(),
            Some(person) => bench.act(person, bench.sensible(person, 0)).unwrap(),
        }
    }
}

/// Plays until a player may give the lead. Returns that player's number.
pub(crate) fn play_to_a_gift(bench: &mut Bench) -> usize {
    loop {
        let game = bench.state.matches.current().unwrap();
        let seat_of = |person: usize| bench.state.seat_of(bench.people[person]);
        let may_give =
            |&person: &usize| seat_of(person).is_some_and(|seat| line_of(game).may_give_lead(seat));
        if let Some(person) = (0..PEOPLE).find(may_give) {
            return person;
        }
        play_round(bench);
        for person in 0..PEOPLE {
            let _ = bench.act(person, Action::Next);
        }
    }
}

/// A move in the current position.
/// The match, which is one of a game of the line.
pub(crate) fn line_of(game: &Match) -> &line::Match {
    game.try_into().unwrap()
}

pub(crate) fn make_move(state: &State, chosen: impl Into<Move>) -> Action {
    Action::Move {
        ply: state.ply(),
        chosen: chosen.into(),
    }
}
