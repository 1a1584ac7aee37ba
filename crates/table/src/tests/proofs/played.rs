//! Matches that are played at tables without a store, and their records.

use boneyard_base::{PlayerId, Timestamp};
use boneyard_fair::{Hash, LogHead, Promise, Seed, TableSeed};
use boneyard_protocol::record::{RECORD_FORMAT, RECORD_VERSION};
use boneyard_protocol::{Access, ClockRule, Ending, Invite, Level, RecordId, Status, TableId};
use boneyard_rules::line::rules::{Calls, SEATINGS};
use boneyard_rules::line::{Play, Preset};
use boneyard_rules::{BySeat, Event, Given, Match, Need, Options, Rules, Transcript, line};
use rand::SeedableRng as _;
use rand::rngs::StdRng;
use serde_json::{Value, json};

use crate::computers::question::fallback_move;
use crate::state::State;
use crate::state::command::{Action, Command, Decision};
use crate::state::event::TableEvent;
use crate::state::record::replay;
use crate::tests::bench::{line_of, make_move};
use crate::tests::mixed::mixed;

/// A table whose players promise seeds, reveal them and play, with its whole log.
pub(crate) struct Table {
    pub state: State,
    people: Vec<PlayerId>,
    now: Timestamp,
    log: Vec<TableEvent>,
}

/// What a person does about the seed for a match.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Habit {
    Reveals,
    KeepsBack,
    Silent,
}

fn seed(match_number: u32, person: usize, salt: u32) -> Seed {
    let mut bytes = [person as u8; 32];
    bytes[..4].copy_from_slice(&match_number.to_be_bytes());
    bytes[4..8].copy_from_slice(&salt.to_be_bytes());
    Seed::from(bytes)
}

fn promise(match_number: u32, person: usize, salt: u32) -> Promise {
    let known = LogHead {
        size: person as u32,
        root: Hash::of(&[&salt.to_be_bytes()]),
    };
    Promise {
        commitment: seed(match_number, person, salt).commitment(),
        head: if person == 0 {
            LogHead::default()
        } else {
            known
        },
    }
}

impl Table {
    pub(crate) fn open(rules: impl Into<Rules>, computers: &[Level], salt: u32) -> Self {
        let rules = rules.into();
        let seats = rules.seating().seat_count();
        let people: Vec<_> = (0..seats - computers.len())
            .map(|_| PlayerId::random())
            .collect();
        let mut bytes = [0xa5; 32];
        bytes[..4].copy_from_slice(&salt.to_be_bytes());
        let created = TableEvent::Created {
            table: TableId::random(),
            host: people[0],
            name: "Host".to_owned(),
            rules,
            access: Access::Public,
            kept_seats: 0,
            invite: Invite::random(),
            hints: false,
            clock: ClockRule::None,
            time_cap: None,
            bots: true,
            rated: false,
            quick: false,
            seed: TableSeed::from(bytes),
        };
        let now = Timestamp(0);
        let promise = (people.len() == 1).then(|| promise(1, 0, salt));
        let opened = State::open(created, computers, promise, now).unwrap();
        let mut table = Self {
            state: *opened.next,
            people,
            now,
            log: opened.events,
        };
        for person in 1..table.people.len() {
            let name = "Guest".to_owned();
            table.act(person, Action::Sit { seat: None, name });
        }
        table
    }

    /// The table's secret seed.
    pub(crate) fn seed(&self) -> TableSeed {
        let TableEvent::Created { seed, .. } = &self.log[0] else {
            panic!("a log begins with the table")
        };
        *seed
    }

    fn take(&mut self, decision: Decision) {
        self.log.extend(decision.events);
        self.state = *decision.next;
    }

    fn act(&mut self, person: usize, action: Action) {
        let command = Command {
            player: self.people[person],
            invited: false,
            action,
        };
        let nobody = BySeat::from_fn(self.state.rules().seating(), |_| None);
        let decision = self.state.decide(&command, &nobody, self.now).unwrap();
        self.take(decision);
    }

    /// Begins matches until one is dealt. `habits` says what each person does about the seed. A person whose
    /// seed doesn't come has the match called off, until that person can promise no more.
    pub(crate) fn begin(&mut self, habits: &[Habit], salt: u32) {
        if !self.state.deals.waits_for_seeds() {
            self.promise(habits, salt);
            for person in 0..self.people.len() {
                self.act(person, Action::Ready(true));
            }
        }
        while self.state.status() != Status::Playing {
            self.reveal(habits, salt);
            if self.state.status() != Status::Playing {
                self.deadline();
                self.promise(habits, salt);
            }
            if self.state.status() != Status::Playing && !self.state.deals.waits_for_seeds() {
                self.deadline();
            }
        }
    }

    fn promise(&mut self, habits: &[Habit], salt: u32) {
        for (person, &habit) in habits.iter().enumerate() {
            let seat = self.state.seat_of(self.people[person]).unwrap();
            let may_promise = self.state.deals.may_promise(seat);
            let rests = !self.state.deals.waits_for_seeds() && !self.state.matches.is_playing();
            if habit != Habit::Silent && may_promise && rests {
                let match_number = self.state.deals.match_to_promise();
                let promise = promise(match_number, person, salt);
                let commit = Action::Commit {
                    match_number,
                    promise,
                };
                self.act(person, commit);
            }
        }
    }

    fn reveal(&mut self, habits: &[Habit], salt: u32) {
        let match_number = self.state.deals.begun();
        for (person, &habit) in habits.iter().enumerate() {
            let seat = self.state.seat_of(self.people[person]).unwrap();
            let awaited = self.state.deals.missing() >> seat.index() & 1 == 1;
            if habit == Habit::Reveals && awaited {
                let seed = seed(match_number, person, salt);
                self.act(person, Action::Reveal { match_number, seed });
            }
        }
    }

    fn deadline(&mut self) {
        self.now = self.state.deadline().unwrap();
        let decision = self.state.on_deadline(self.now).unwrap();
        self.take(decision);
    }

    /// Plays the match to its end. `pick` chooses the placements.
    pub(crate) fn play(&mut self, mut pick: u64) {
        while self.state.status() == Status::Playing {
            let Need::Move(seat) = self.state.needs() else {
                for person in 0..self.people.len() {
                    if self.state.status() == Status::Playing {
                        self.act(person, Action::Next);
                    }
                }
                continue;
            };
            if self.state.seats.computer_at(seat).is_some() {
                let action = fallback_move(&self.state).unwrap();
                let ply = self.state.ply();
                let decision = self
                    .state
                    .decide_for_computer(action, ply, self.now)
                    .unwrap();
                self.take(decision);
                continue;
            }
            let sits = |&person: &PlayerId| self.state.seat_of(person) == Some(seat);
            let person = self.people.iter().position(sits).unwrap();
            let game = line_of(self.state.matches.current().unwrap());
            pick = pick.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            if game.may_give_lead(seat) && pick >> 44 & 1 == 1 {
                self.act(person, make_move(&self.state, line::Move::GiveLead));
                continue;
            }
            let all: Vec<_> = game.placements().collect();
            let placement = all[(pick >> 33) as usize % all.len()];
            let mut choice = Play::from(placement);
            if game.rules().calls == Calls::Muggins && pick >> 40 & 1 == 1 {
                choice.announced = Some((pick >> 41 & 3) as u16 * 5);
            }
            self.act(person, make_move(&self.state, line::Move::Play(choice)));
            self.call_if_anybody_may(pick);
        }
    }

    /// Makes a seat call "Muggins!" in about half of the positions in which it may take points.
    fn call_if_anybody_may(&mut self, pick: u64) {
        let nobody = BySeat::from_fn(self.state.rules().seating(), |_| None);
        for person in 0..self.people.len() {
            let command = Command {
                player: self.people[person],
                invited: false,
                action: make_move(&self.state, line::Move::Call),
            };
            if pick >> 43 & 1 == 1
                && let Ok(decision) = self.state.decide(&command, &nobody, self.now)
            {
                return self.take(decision);
            }
        }
    }

    /// The record of the last match, in JSON.
    pub(crate) fn record(&self) -> Value {
        let fairness = self.state.fairness(None).unwrap();
        let rules = self.state.rules();
        let computers: BySeat<_> =
            BySeat::from_fn(rules.seating(), |seat| self.state.seats.computer_at(seat));
        record(
            rules,
            computers.as_slice(),
            &self.transcript(),
            &json!(fairness),
        )
    }

    /// The transcript of the last match, made from the log.
    fn transcript(&self) -> Transcript {
        let rules = self.state.rules();
        let mut game = Match::new(rules);
        let mut events: Vec<Event> = Vec::new();
        for event in &self.log {
            let deals = matches!(event, TableEvent::Dealt { .. });
            if deals && game.needs() == Need::Nothing {
                game = Match::new(rules);
                events.clear();
            }
            events.extend(replay(&mut game, event).unwrap());
        }
        Transcript {
            rules: *rules,
            events,
        }
    }
}

pub(crate) fn record(
    rules: &Rules,
    computers: &[Option<Level>],
    transcript: &Transcript,
    fairness: &Value,
) -> Value {
    let mut moves = 0;
    let look = |game: &Match, events: &[Event]| {
        moves += usize::from(matches!(game.given(&events[0]), Some(Given::Move(..))));
    };
    let game = transcript.walk(look).unwrap();
    let seat = |level: &Option<Level>| match level {
        Some(level) => json!({ "name": "Computer", "computer": level }),
        None => json!({ "name": "Anybody" }),
    };
    json!({
        "format": RECORD_FORMAT,
        "version": RECORD_VERSION,
        "id": RecordId::from_bits(7),
        "notation": rules.to_string(),
        "rules": Options::from(*rules),
        "seats": computers.iter().map(seat).collect::<Vec<_>>(),
        "began_ms": 0,
        "ended_ms": 0,
        "scores": game.scores(),
        "winner": game.winner(),
        "ending": Ending::Played { winner: game.winner() },
        "clock": ClockRule::None,
        "times": { "ms": vec![0; moves], "forced": [] },
        "transcript": transcript.to_string(),
        "fairness": fairness,
    })
}

/// The rules with this number: first come the rules of every preset for every seating, then rules with random
/// options.
fn any_rules(number: usize) -> line::Rules {
    let presets = Preset::ALL;
    let preset = &presets[number % presets.len()];
    let seating = SEATINGS[number / presets.len() % SEATINGS.len()];
    let rules = preset.for_seating(seating);
    if number < presets.len() * SEATINGS.len() {
        return rules;
    }
    mixed(rules, &mut StdRng::seed_from_u64(number as u64))
}

/// Records of different matches, whose players reveal their seeds, keep them back or promise none. Enough
/// matches are played to have at least this number of rounds.
pub(crate) fn records(rounds: usize) -> Vec<Value> {
    use Habit::{KeepsBack, Reveals, Silent};
    const HABITS: [[Habit; 4]; 5] = [
        [Reveals; 4],
        [Reveals, Silent, KeepsBack, Reveals],
        [Silent; 4],
        [KeepsBack, Reveals, Reveals, Silent],
        [KeepsBack; 4],
    ];
    let mut records = Vec::new();
    let mut so_far = 0;
    for number in 0.. {
        let rules = any_rules(number);
        let seats = rules.seating.seat_count();
        let computers = &[Level::Beginner; 3][..number % seats];
        let salt = number as u32;
        let mut table = Table::open(rules, computers, salt);
        // A rematch needs new seeds.
        for matches in 0..2 {
            let habits = &HABITS[(number + matches) % HABITS.len()][..seats - computers.len()];
            table.begin(habits, salt);
            table.play(number as u64);
            if table
                .state
                .matches
                .ending()
                .and_then(Ending::winner)
                .is_none()
            {
                // The match has ended without a winner, because no side reached the exact target within the
                // maximum number of rounds.
                break;
            }
            let record = table.record();
            so_far += record["fairness"]["rounds"].as_array().unwrap().len();
            records.push(record);
        }
        if so_far >= rounds {
            break;
        }
    }
    records
}
