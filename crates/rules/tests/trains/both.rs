//! Matches that the crate and the referee play side by side.

use std::fmt::Debug;
use std::str::FromStr;

use boneyard_rules::trains::{Event, Illegal, Match, Move};
use boneyard_rules::{Game as _, GameRules as _, Given, Seat};
use rand::rngs::StdRng;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use rand::{RngExt as _, SeedableRng as _};

use crate::referee::{Phase, Referee, Tile};

/// Reads a text that must be right.
pub(crate) fn read<T: FromStr<Err: Debug>>(text: &str) -> T {
    let read = text.parse();
    read.unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

pub(crate) fn seat(number: usize) -> Seat {
    Seat::new(number as u8).expect("a seat")
}

/// A decision as text: the line of a play has the pips of its end too.
pub(crate) fn text_of(seat: Seat, decision: Move) -> String {
    match decision {
        Move::Play { tile, on } => format!("{seat} plays {tile} on {on}"),
        Move::Stop => format!("{seat} stops"),
    }
}

/// A reason, as the page says it.
pub(crate) fn in_words(reason: Illegal) -> String {
    let json = serde_json::to_value(reason).expect("a JSON form");
    json.as_str().expect("a text").replace('_', " ")
}

/// Gives lots, a deal, a decision or the call of time to the crate. Returns the lines of all events, or why it is
/// refused, as the page says it.
pub(crate) fn give(game: &mut Match, text: &str) -> Result<Vec<String>, String> {
    let has_end = !text.contains(" plays ") || text.contains(" to ");
    let line = format!("{text}{}", if has_end { "" } else { " to 0" });
    let cause = game.given(&read(&line)).expect("a line that is given");
    let events = match cause {
        Given::Order(order) => game.deal(&order).map_err(|error| error.to_string())?,
        Given::Move(seat, decision) => game.take(seat, decision).map_err(in_words)?,
        Given::Time => game.call_time().map_err(|error| error.to_string())?,
    };
    Ok(events.iter().map(Event::to_string).collect())
}

/// All decisions that the crate allows, in its order.
pub(crate) fn allowed(game: &Match) -> Vec<String> {
    let seats = game.rules().seating().seats();
    let of = |seat| {
        game.moves(seat)
            .into_iter()
            .map(move |it| text_of(seat, it))
    };
    seats.flat_map(of).collect()
}

/// A match of the crate, and the same one of the referee.
#[derive(Clone)]
pub(crate) struct Both {
    pub(crate) game: Match,
    pub(crate) referee: Referee,
}

impl Both {
    pub(crate) fn new(rules: &str) -> Self {
        Self {
            game: Match::new(&read(rules)),
            referee: Referee::new(rules),
        }
    }

    /// Gives a line or a decision to both. They must say the same of it.
    pub(crate) fn decide(&mut self, text: &str) -> Result<Vec<String>, String> {
        let said = give(&mut self.game, text);
        let judged = self.referee.decide(text);
        let is_decision = text.contains(" plays ") || text.ends_with(" stops");
        if is_decision || said.is_ok() || judged.is_ok() {
            assert_eq!(said, judged, "{text}");
        }
        said
    }

    /// What both offer to the seat on turn.
    pub(crate) fn moves(&self) -> Vec<String> {
        let moves = self.referee.moves();
        assert_eq!(allowed(&self.game), moves);
        moves
    }
}

/// Lots or a deal in a random order. Who begins is not said: only the line that follows tells it.
pub(crate) fn chance(referee: &Referee, random: &mut StdRng) -> String {
    let round = referee.round + 1;
    let mut tiles: Vec<Tile> = referee.things(round).collect();
    tiles.shuffle(random);
    let engine = referee.engine_of(round);
    let begins = if referee.phase == Phase::Lots {
        tiles.truncate(referee.hands.len());
        "lots begin 0:".to_owned()
    } else {
        format!("deal {engine}-{engine} begins 0:")
    };
    tiles
        .iter()
        .fold(begins, |line, tile| format!("{line} {tile}"))
}

/// How a random player chooses.
#[derive(Clone, Copy)]
enum Habit {
    /// Any move.
    Any,
    /// The first of the list, which the clock plays.
    First,
    /// A tile that is no double, as long as it has one.
    KeepsDoubles,
}

/// Plays a random match to its end, and calls `look` after each line that is given, with the lines that followed. Time
/// may be called. In each state the crate and the referee must allow the same.
pub(crate) fn walk(rules: &str, seed: u64, mut look: impl FnMut(&Both, &[String])) -> Both {
    let mut random = StdRng::seed_from_u64(seed);
    let mut both = Both::new(rules);
    let habits = [Habit::Any, Habit::First, Habit::KeepsDoubles];
    let habit = *habits.choose(&mut random).expect("a habit");
    let calls_time = random.random_bool(0.2);
    while both.referee.phase != Phase::Over {
        let moves = both.moves();
        let is_double = |text: &&String| {
            let tile = text.split(' ').nth(2);
            tile.is_some_and(|tile| Tile::parse(tile).is_ok_and(Tile::is_double))
        };
        let text = if calls_time
            && random.random_bool(0.01)
            && both.referee.round > 0
            && !both.referee.is_time_called
        {
            "time is called".to_owned()
        } else if moves.is_empty() {
            chance(&both.referee, &mut random)
        } else {
            let others: Vec<&String> = moves.iter().filter(|text| !is_double(text)).collect();
            let chosen = match habit {
                Habit::First if random.random_bool(0.9) => &moves[0],
                Habit::KeepsDoubles if !others.is_empty() => {
                    others.choose(&mut random).expect("one")
                }
                _ => moves.choose(&mut random).expect("a move"),
            };
            chosen.clone()
        };
        let lines = both.decide(&text).expect("what is allowed is accepted");
        look(&both, &lines);
    }
    both
}
