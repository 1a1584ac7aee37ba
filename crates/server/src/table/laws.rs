//! Laws of table state, over random people who do random things: the log holds everything, a
//! refusal changes nothing, and whoever folds updates knows what a newcomer is told.

use boneyard_protocol::{Access, Chat, Folded, Invite, Presence, Snapshot, TableId, Update};
use boneyard_rules::{BySeat, Need, Order, Play, Preset, Rules, Seat, Seating};
use proptest::prelude::*;
use rand::SeedableRng as _;
use rand::rngs::StdRng;

use super::actor::body;
use super::chance::Chance;
use super::command::{Action, Command};
use super::event::TableEvent;
use super::refusal::Refusal;
use super::state::State;
use crate::clock::Timestamp;
use crate::id::PlayerId;
use crate::limits;
use crate::store::LogRow;

/// People who come by; more than the largest table seats.
const PEOPLE: usize = 6;

/// Chance that is the same in every run.
struct Dice(StdRng);

impl Chance for Dice {
    fn order(&mut self) -> Order {
        let mut order = Order::SORTED;
        for last in (1..28).rev() {
            order.swap(last, self.0.random_range(0..=last));
        }
        order
    }
}

/// A table with its log beside it.
pub(super) struct Bench {
    pub(super) id: TableId,
    pub(super) people: Vec<PlayerId>,
    pub(super) state: State,
    pub(super) log: Vec<LogRow>,
    pub(super) now: Timestamp,
    dice: Dice,
}

impl Bench {
    fn new(rules: Rules, access: Access, kept_seats: u8, seed: u64) -> Self {
        let people: Vec<_> = (0..PEOPLE).map(|_| PlayerId::random()).collect();
        let now = Timestamp(1_000);
        let events = [TableEvent::Created {
            host: people[0],
            name: "Host".to_owned(),
            rules,
            access,
            kept_seats,
            invite: Invite::random(),
        }];
        let log = vec![LogRow {
            seq: 1,
            at: now,
            body: body(&events),
        }];
        Self {
            id: TableId::random(),
            people,
            state: State::from_log(&log).unwrap(),
            log,
            now,
            dice: Dice(StdRng::seed_from_u64(seed)),
        }
    }

    pub(super) fn act(&mut self, person: usize, action: Action) -> Result<(), Refusal> {
        let command = Command {
            player: self.people[person],
            invited: person.is_multiple_of(2),
            action,
        };
        let decision = self.state.decide(&command, self.now, &mut self.dice)?;
        self.append(&decision.events, decision.next);
        Ok(())
    }

    fn wait(&mut self, wait_ms: i64) {
        self.now = self.now.plus_ms(wait_ms);
        let decision = self.state.on_deadline(self.now, &mut self.dice).unwrap();
        self.append(&decision.events, decision.next);
    }

    fn append(&mut self, events: &[TableEvent], next: State) {
        if events.is_empty() {
            assert_eq!(next, self.state);
            return;
        }
        self.log.push(LogRow {
            seq: next.version,
            at: self.now,
            body: body(events),
        });
        for &person in &self.people {
            let mut known = shown(&self.state, self.id, person);
            let update = Update {
                shared: next.shared_update(self.id, &self.state),
                private: next.private_update(person, &self.state),
            };
            assert_eq!(known.fold(update), Folded::Next);
            assert_eq!(known, shown(&next, self.id, person));
        }
        self.state = next;
        assert_eq!(State::from_log(&self.log).unwrap(), self.state);
    }

    /// What a person may do next that is probably allowed, picked by a number.
    fn sensible(&self, person: usize, pick: u16) -> Action {
        let player = self.people[person];
        let name = format!("Person {person}");
        let Some(seat) = self.state.seat_of(player) else {
            return Action::Sit { seat: None, name };
        };
        match &self.state.game {
            Some(game) if self.state.next_round_needs() == Need::Play(seat) => {
                let all: Vec<_> = game.placements().collect();
                let placement = all[usize::from(pick) % all.len()];
                let play = Play {
                    announced: (pick.is_multiple_of(3)).then_some(pick % 7 * 5),
                    ..Play::from(placement)
                };
                let now = self.state.ply();
                Action::Play { ply: now, play }
            }
            Some(game) if game.may_call(seat) => Action::Call {
                ply: self.state.ply(),
            },
            Some(_) if self.state.status == boneyard_protocol::Status::Playing => Action::Next,
            _ => Action::Ready(true),
        }
    }

    /// Anything at all.
    fn senseless(&self, pick: u16) -> Action {
        let seat = Seat::new((pick % 4) as u8);
        match pick % 9 {
            0 => Action::Leave,
            1 => Action::Remove(seat.unwrap_or_default()),
            2 => Action::Rename(format!("Name {}", pick % 3)),
            3 => Action::Ready(pick.is_multiple_of(2)),
            4 => Action::Next,
            5 => Action::Call {
                ply: self.state.ply().saturating_sub(u32::from(pick % 2)),
            },
            6 => Action::Play {
                ply: u32::from(pick % 50),
                play: Play {
                    tile: boneyard_rules::Tile::from_index(usize::from(pick) % 28).unwrap(),
                    arm: None,
                    announced: None,
                },
            },
            _ => Action::Sit {
                seat,
                name: "Anybody".to_owned(),
            },
        }
    }
}

/// What a person is shown of a table where nobody is connected or says anything.
fn shown(state: &State, table: TableId, person: PlayerId) -> Snapshot {
    let nobody = Presence {
        seats: BySeat::from_fn(state.rules.seating, |_| false),
        away_since_ms: BySeat::from_fn(state.rules.seating, |_| None),
        watchers: 0,
    };
    state.snapshot(table, person, nobody, Chat::default())
}

fn any_rules() -> impl Strategy<Value = Rules> {
    let presets = (0..Preset::ALL.len(), 0..4_usize, any::<bool>(), 1..60_u16);
    presets.prop_map(|(preset, seating, muggins, target)| {
        let preset = &Preset::ALL[preset];
        let mut options = *preset.for_seating(Seating::ALL[seating]);
        options.target = target;
        if muggins && options.variant.counts() {
            options.calls = boneyard_rules::rules::Calls::Muggins;
        }
        Rules::try_from(options).unwrap()
    })
}

proptest! {
    #[test]
    fn the_log_holds_everything_and_updates_tell_it(
        rules in any_rules(),
        by_link in any::<bool>(),
        kept_seats in 0..2_u8,
        seed in any::<u64>(),
        steps in prop::collection::vec((0..PEOPLE, 0..10_u8, any::<u16>()), 1..150),
    ) {
        let access = if by_link { Access::Link } else { Access::Public };
        let mut bench = Bench::new(rules, access, kept_seats, seed);
        for (person, kind, pick) in steps {
            let rows = bench.log.len();
            let result = match kind {
                0 => {
                    bench.wait(i64::from(pick % 20_000));
                    Ok(())
                }
                1 => {
                    let action = bench.senseless(pick);
                    bench.act(person, action)
                }
                _ => {
                    let action = bench.sensible(person, pick);
                    bench.act(person, action)
                }
            };
            if result.is_err() {
                prop_assert_eq!(bench.log.len(), rows);
            }
            prop_assert!(result != Err(Refusal::OutOfOrder));
            if bench.state.closed {
                break;
            }
        }
    }
}

pub(super) fn two_players() -> Bench {
    two_players_by(*Preset::BLOCK.rules())
}

fn two_players_by(rules: Rules) -> Bench {
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

pub(super) fn play_round(bench: &mut Bench) {
    while let Need::Play(seat) = bench.state.next_round_needs() {
        let action = bench.sensible(seat.index(), 0);
        bench.act(seat.index(), action).unwrap();
    }
}

#[test]
fn the_next_round_waits_for_everybody_but_not_for_ever() {
    let mut bench = two_players();
    play_round(&mut bench);
    let round = |bench: &Bench| bench.state.game.as_ref().unwrap().round_number();
    bench.wait(limits::NEXT_ROUND_MS_MAX * 10);
    assert_eq!(round(&bench), 1, "nobody has said that they are ready");

    bench.act(0, Action::Next).unwrap();
    bench.wait(limits::NEXT_ROUND_MS_MAX - 1);
    assert_eq!(round(&bench), 1);
    bench.wait(1);
    assert_eq!(round(&bench), 2);
    assert_eq!(bench.state.deadline(), None);

    play_round(&mut bench);
    bench.act(0, Action::Next).unwrap();
    bench.act(1, Action::Next).unwrap();
    assert_eq!(round(&bench), 3, "nobody has to wait when all are ready");
}

#[test]
fn a_match_that_nobody_wins_is_over_after_the_last_round() {
    // A going-out point at most for each round: the target is out of reach.
    let mut options = **Preset::BLOCK.rules();
    options.going_out_point = true;
    options.target = boneyard_rules::rules::TARGET_MAX;
    let mut state = two_players_by(Rules::try_from(options).unwrap()).state;
    let mut dice = Dice(StdRng::seed_from_u64(8));
    while state.status == boneyard_protocol::Status::Playing {
        let event = match state.next_round_needs() {
            Need::Play(seat) => {
                let game = state.game.as_ref().unwrap();
                let play = Play::from(game.placements().next().unwrap());
                TableEvent::Played {
                    seat,
                    tile: play.tile,
                    arm: play.arm,
                    announced: None,
                }
            }
            _ => TableEvent::Dealt {
                order: dice.order(),
            },
        };
        state.add(&[event], Timestamp(0)).unwrap();
    }
    let game = state.game.unwrap();
    assert_eq!(u32::from(game.round_number()), limits::ROUNDS_MAX);
    assert_eq!(game.winner(), None);
}

#[test]
fn a_log_with_a_gap_or_an_impossible_row_is_refused() {
    let mut bench = two_players();
    play_round(&mut bench);
    let whole = bench.log.clone();
    let without = |index: usize| {
        let mut log = whole.clone();
        log.remove(index);
        State::from_log(&log).unwrap_err().to_string()
    };
    assert_eq!(without(2), "row 3 of the log is missing, row 4 follows");
    assert_eq!(without(0), "row 1 of the log is missing, row 2 follows");
    let mut twice = whole.clone();
    twice[5].body.clone_from(&whole[4].body);
    let error = State::from_log(&twice).unwrap_err().to_string();
    assert!(
        error.starts_with("row 6 of the log can't have happened"),
        "{error}"
    );
    assert!(State::from_log(&[]).is_err());
}

/// A source of chance that never deals anybody a double.
struct NoDoubles;

impl Chance for NoDoubles {
    fn order(&mut self) -> Order {
        let (doubles, mut tiles): (Vec<_>, Vec<_>) = Order::SORTED
            .tiles()
            .iter()
            .partition(|tile| tile.is_double());
        tiles.extend(doubles);
        Order::try_from(tiles.as_slice()).unwrap()
    }
}

#[test]
fn chance_that_is_broken_is_noticed() {
    let mut bench = Bench::new(*Preset::QUICK_DRAW.rules(), Access::Public, 0, 9);
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
    let command = Command {
        player: bench.people[1],
        invited: false,
        action: Action::Ready(true),
    };
    let result = bench.state.decide(&command, bench.now, &mut NoDoubles);
    assert_eq!(result, Err(Refusal::OutOfOrder));
}
