//! Games that the crate and the referee play side by side.

use std::fmt::Debug;
use std::str::FromStr;

use boneyard_rules::race::{Event, Illegal, Match, Move, Position, Rules};
use boneyard_rules::{BoxBySeat, BySide, Game as _, GameRules as _, Given, Seat};
use rand::rngs::StdRng;
use rand::seq::IteratorRandom as _;
use rand::seq::SliceRandom as _;
use rand::{RngExt as _, SeedableRng as _};

use crate::referee::{Place, Referee, Tile, diamond};

/// Reads a text that must be right.
pub(crate) fn read<T: FromStr<Err: Debug>>(text: &str) -> T {
    let read = text.parse();
    read.unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

pub(crate) fn seat(number: usize) -> Seat {
    Seat::new(number as u8).expect("a seat")
}

/// The line of a decision.
pub(crate) fn line_of(seat: Seat, decision: Move) -> String {
    match decision {
        Move::Place(placement) => format!("{seat} places {placement}"),
        Move::Stop => format!("{seat} stops"),
        Move::Pit(tile) => format!("{seat} pits {tile}"),
    }
}

/// A reason, as the page says it.
pub(crate) fn in_words(reason: Illegal) -> String {
    let json = serde_json::to_value(reason).expect("a JSON form");
    json.as_str().expect("a text").replace('_', " ")
}

/// Gives a deal, a decision or the call of time to the crate. Returns the lines of all events, or why it is refused, as
/// the page says it.
pub(crate) fn give(game: &mut Match, line: &str) -> Result<Vec<String>, String> {
    let cause = game.given(&read(line)).expect("a line that is given");
    let events = match cause {
        Given::Order(order) => game.deal(&order).map_err(|error| error.to_string())?,
        Given::Move(seat, decision) => game.take(seat, decision).map_err(in_words)?,
        Given::Time => game.call_time().map_err(|error| error.to_string())?,
    };
    Ok(events.iter().map(Event::to_string).collect())
}

/// The lines of all decisions that the crate allows.
pub(crate) fn allowed(game: &Match) -> Vec<String> {
    let seats = game.rules().seating().seats();
    let of = |seat| {
        game.moves(seat)
            .into_iter()
            .map(move |it| line_of(seat, it))
    };
    seats.flat_map(of).collect()
}

/// A position at the beginning of a turn.
#[derive(Clone, Debug, Default)]
pub(crate) struct Start {
    pub(crate) rules: String,
    pub(crate) board: Vec<String>,
    pub(crate) hands: Vec<Vec<String>>,
    pub(crate) boneyard: Vec<String>,
    pub(crate) scores: Vec<u16>,
    pub(crate) leader: usize,
    pub(crate) turn: usize,
    pub(crate) is_time_called: bool,
}

impl Start {
    /// Reads a position as the page writes it.
    pub(crate) fn read(text: &str) -> Self {
        let part = |name: &str| text.split("; ").find_map(|part| part.strip_prefix(name));
        let words = |text: Option<&str>, between: &str| -> Vec<String> {
            let words = text.unwrap_or_default().split(between);
            let words = words.filter(|word| !matches!(*word, "" | "none" | "nothing"));
            words.map(str::to_owned).collect()
        };
        let number = |name: &str| part(name).map_or(0, read);
        let hands = part("hands ").expect("hands").split(" / ");
        let hands: Vec<_> = hands.map(|hand| words(Some(hand), " ")).collect();
        let scores = words(part("scores "), " ");
        Self {
            rules: part("rules ").map_or_else(|| rules_for(hands.len()), str::to_owned),
            board: words(part("board "), ", "),
            boneyard: words(part("boneyard "), " "),
            scores: match scores.as_slice() {
                [] => vec![0; hands.len()],
                scores => scores.iter().map(|points| read(points)).collect(),
            },
            leader: number("leader "),
            turn: number("turn "),
            is_time_called: part("time called").is_some(),
            hands,
        }
    }

    /// The game of the crate that begins here, and the lines of what follows by itself.
    pub(crate) fn game(&self) -> (Match, Vec<String>) {
        let tiles = |tiles: &Vec<String>| tiles.iter().map(|tile| read(tile)).collect();
        let position = Position {
            board: self.board.iter().map(|placement| read(placement)).collect(),
            hands: BoxBySeat::from_list(self.hands.iter().map(tiles).collect()).expect("hands"),
            boneyard: tiles(&self.boneyard),
            scores: BySide::from_list(self.scores.clone()).expect("scores"),
            leader: seat(self.leader),
            turn: seat(self.turn),
            is_time_called: self.is_time_called,
        };
        let rules: Rules = read(&self.rules);
        let (game, events) = Match::from_position(&rules, position).expect("hands of all seats");
        (game, events.iter().map(Event::to_string).collect())
    }
}

/// The rules that the page means where it names none.
pub(crate) fn rules_for(seats: usize) -> String {
    match seats {
        2 => "Ringway 100".into(),
        _ => format!("Ringway 100 · {seats} seats"),
    }
}

/// A game of the crate, and the same one of the referee.
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

    /// Begins in a position. Returns the lines of what follows by itself.
    pub(crate) fn from(start: &Start) -> (Self, Vec<String>) {
        let tiles = |tiles: &Vec<String>| -> Vec<Tile> {
            let tiles = tiles.iter().map(|tile| Tile::parse(tile));
            tiles.collect::<Result<_, _>>().expect("tiles")
        };
        let mut referee = Referee::new(&start.rules);
        for placement in &start.board {
            referee
                .board
                .add(&Place::parse(placement).expect("a placement"));
        }
        referee.hands = start.hands.iter().map(tiles).collect();
        referee.boneyard = tiles(&start.boneyard);
        referee.scores = start.scores.iter().copied().map(u32::from).collect();
        (referee.leader, referee.turn) = (start.leader, start.turn);
        referee.is_time_called = start.is_time_called;
        let follows = referee.begin_in_position();
        let (game, lines) = start.game();
        assert_eq!(lines, follows, "{start:?}");
        (Self { game, referee }, lines)
    }

    /// Gives a line to both. They must say the same of it.
    pub(crate) fn decide(&mut self, line: &str) -> Result<Vec<String>, String> {
        let said = give(&mut self.game, line);
        assert_eq!(said, self.referee.decide(line), "{line}");
        said
    }
}

/// A deal, with all 56 tiles in a random order. Who leads is not said: only the line that follows tells it.
fn deal(random: &mut StdRng) -> String {
    let mut tiles: Vec<_> = Tile::all().flat_map(|tile| [tile, tile]).collect();
    tiles.shuffle(random);
    let tiles: Vec<_> = tiles.iter().map(Tile::to_string).collect();
    format!("deal again: {}", tiles.join(" "))
}

/// Plays a random game to its end, and calls `look` after each line that is given, with the lines that followed. Some
/// players prefer diamonds, and time may be called. In each state the crate and the referee must allow the same.
pub(crate) fn walk(rules: &str, seed: u64, mut look: impl FnMut(&Both, &[String])) -> Both {
    let mut random = StdRng::seed_from_u64(seed);
    let mut both = Both::new(rules);
    let prefers_diamonds = random.random_bool(0.5);
    let calls_time = random.random_bool(0.3);
    while !both.referee.is_over() {
        let moves = both.referee.moves();
        let mut allowed = allowed(&both.game);
        allowed.sort_unstable();
        assert!(allowed.iter().eq(&moves), "{allowed:?}");
        let line = if calls_time && !both.referee.is_time_called && random.random_bool(0.03) {
            "time is called".to_owned()
        } else if moves.is_empty() {
            deal(&mut random)
        } else {
            let best = moves.iter().max_by_key(|line| points(line));
            let best = best.filter(|_| prefers_diamonds && random.random_bool(0.8));
            let any = || moves.iter().choose(&mut random).expect("a move");
            best.unwrap_or_else(any).clone()
        };
        let lines = both.decide(&line).expect("what is allowed is accepted");
        look(&both, &lines);
    }
    both
}

/// The points of the diamonds that a decision covers.
fn points(line: &str) -> u32 {
    let placement = line.split_once(" places ");
    let place = placement.map(|(_, text)| Place::parse(text).expect("a placement"));
    place.map_or(0, |place| {
        place.halves().iter().map(|half| diamond(half.0)).sum()
    })
}
