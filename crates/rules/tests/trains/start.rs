//! Positions of worked examples, as the page writes them.

use std::collections::BTreeMap;

use boneyard_rules::trains::{Event, FirstTurn, Place, Position, Round, Rules};
use boneyard_rules::{BoxBySeat, GameRules as _};
use serde_json::{Value, json};

use crate::both::{read, seat};
use crate::common::document::{TRAINS, codes};
use crate::referee::{Layout, Phase, Referee, Tile};

/// A position at the beginning of a turn.
#[derive(Clone, Debug)]
pub(crate) struct Start {
    pub(crate) rules: Rules,
    pub(crate) engine: Tile,
    pub(crate) turn: usize,
    pub(crate) hands: Vec<Vec<Tile>>,
    /// In the order of drawing.
    pub(crate) boneyard: Vec<Tile>,
    /// The tiles of the trains that have begun, by their names.
    pub(crate) trains: BTreeMap<String, Vec<Tile>>,
    pub(crate) markers: Vec<usize>,
    /// The trains with open doubles, the oldest first.
    pub(crate) open: Vec<String>,
    /// The tiles of the tree with the places on which they were played.
    pub(crate) laid: Vec<(Tile, usize)>,
}

fn tiles(text: &str) -> Vec<Tile> {
    let words = text.split(' ').filter(|word| !word.is_empty());
    words.map(|word| Tile::parse(word).expect(word)).collect()
}

/// The options that the second column of an example names, with their values.
fn named(shown: &'static str) -> impl Iterator<Item = (&'static str, Value)> {
    let rows = TRAINS.table("Options");
    let options: Vec<&str> = rows.iter().flat_map(|row| codes(row[0])).collect();
    options.into_iter().filter_map(|option| {
        let (_, rest) = shown.split_once(&format!("`{option}` "))?;
        Some((option, value(rest.split([' ', ':']).next()?)))
    })
}

/// A value of an option as the page writes it: a number, or a name between backticks.
pub(crate) fn value(text: &str) -> Value {
    let number = text.parse::<u8>();
    number.map_or_else(|_| json!(text.trim_matches('`')), |number| json!(number))
}

impl Start {
    /// Reads the second and the third column of an example.
    pub(crate) fn read(shown: &'static str, position: &str, is_chickenfoot: bool) -> Self {
        let parts: Vec<&str> = position.split("; ").collect();
        let part = |name: &str| parts.iter().find_map(|part| part.strip_prefix(name));
        let set = parts.iter().find_map(|part| part.split_once(" seats, "));
        let (seats, set) = set.unwrap_or(("3", "double-nine"));
        let name = match (is_chickenfoot, set) {
            (false, "double-nine") => "Mexican Train, double-nine",
            (false, _) => "Mexican Train",
            (true, _) => "Chickenfoot",
        };
        let line = format!("{name} 10 · {seats} players").replace(" · 4 players", "");
        let rules: Rules = line.parse().expect("rules");
        let mut json = serde_json::to_value(rules).expect("a JSON form");
        named(shown).for_each(|(option, value)| json[option] = value);
        let rules = serde_json::from_value(json).expect("rules that are possible");
        let highest = if set == "double-nine" { 9 } else { 12 };
        let engine = part("engine ").map_or(Tile(highest, highest), |tile| tiles(tile)[0]);
        let hands: Vec<_> = part("hands ")
            .expect("hands")
            .split(" · ")
            .map(tiles)
            .collect();
        let trains = part("trains ")
            .into_iter()
            .flat_map(|trains| trains.split(" · "));
        let trains: BTreeMap<_, _> = trains
            .map(|train| train.split_once(": ").expect("a train"))
            .map(|(name, train)| (name.to_owned(), tiles(train)))
            .collect();
        let laid = part("laid ").into_iter().flat_map(|tree| tree.split(' '));
        let laid: Vec<_> = laid
            .map(|tile| tile.split_once('@').expect("a place"))
            .map(|(tile, on)| (tiles(tile)[0], on.parse().expect("a number")))
            .collect();
        let mut boneyard = part("to draw ").map(tiles).unwrap_or_default();
        if part("nothing left to draw").is_none() {
            let on_table = trains
                .values()
                .flatten()
                .copied()
                .chain(laid.iter().map(|tile| tile.0));
            let known: Vec<_> = hands
                .iter()
                .flatten()
                .copied()
                .chain(on_table)
                .chain([engine])
                .collect();
            let below =
                Tile::all(highest).filter(|tile| !known.contains(tile) && !boneyard.contains(tile));
            let below: Vec<_> = below.collect();
            boneyard.extend(below);
        }
        Self {
            rules,
            engine,
            turn: part("turn ").expect("a seat").parse().expect("a number"),
            hands,
            boneyard,
            trains,
            markers: words(part("markers "))
                .map(|seat| seat.parse().expect("a number"))
                .collect(),
            open: words(part("open doubles ")).map(str::to_owned).collect(),
            laid,
        }
    }

    /// The round of the crate that begins here, and the lines of what follows by itself.
    pub(crate) fn round(&self) -> (Round, Vec<String>) {
        let tiles = |tiles: &Vec<Tile>| tiles.iter().map(|tile| read(&tile.to_string())).collect();
        let place = |name: &str| read::<Place>(name);
        let trains = self
            .trains
            .iter()
            .flat_map(|(name, tiles)| tiles.iter().map(move |tile| (tile, name.clone())));
        let tree = self.laid.iter().map(|(tile, on)| (tile, on.to_string()));
        let laid = trains
            .chain(tree)
            .map(|(tile, on)| (read(&tile.to_string()), place(&on)));
        let seats = self.rules.seating().seats();
        let position = Position {
            engine: read(&self.engine.to_string()),
            turn: seat(self.turn),
            hands: BoxBySeat::from_list(self.hands.iter().map(tiles).collect()).expect("hands"),
            laid: laid.collect(),
            markers: self.markers.iter().map(|&number| seat(number)).collect(),
            doubles: self.open.iter().map(|name| place(name)).collect(),
            first_turns: seats
                .filter(|_| self.rules.first_turn == FirstTurn::WholeTrain)
                .collect(),
            boneyard: tiles(&self.boneyard),
        };
        let (round, events) = Round::from_position(&self.rules, &position).expect("a position");
        (round, events.iter().map(Event::to_string).collect())
    }

    /// The match of the referee that begins here, and the lines of what follows by itself.
    pub(crate) fn referee(&self) -> (Referee, Vec<String>) {
        let mut referee = Referee::new(&self.rules.to_string());
        referee.engine = self.engine.0;
        referee.round = usize::from(referee.law.highest - self.engine.0) + 1;
        referee.layout = Referee::layout(&referee.law, self.engine.0);
        referee.hands.clone_from(&self.hands);
        referee.boneyard.clone_from(&self.boneyard);
        match &mut referee.layout {
            Layout::Trains(trains) => {
                let number = |name: &str| name.parse().unwrap_or(self.hands.len());
                for (name, tiles) in &self.trains {
                    for tile in tiles {
                        trains.lay(*tile, number(name));
                    }
                }
                self.markers
                    .iter()
                    .for_each(|&seat| trains.markers[seat] = true);
                trains.open = self.open.iter().map(|name| number(name)).collect();
            }
            Layout::Tree(tree) => {
                for (tile, on) in &self.laid {
                    tree.lay(*tile, *on, |_| false);
                }
            }
        }
        referee.phase = Phase::Turn;
        let mut lines = Vec::new();
        referee.begin(self.turn, &mut lines);
        (referee, lines)
    }
}

fn words(list: Option<&str>) -> impl Iterator<Item = &str> {
    list.into_iter().flat_map(|list| list.split(' '))
}
