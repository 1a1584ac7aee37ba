//! A second implementation of the rules of Mexican Train and Chickenfoot, used only by tests. From the rules, the lots,
//! the deals and the decisions of a transcript it computes all other lines, and it lists the moves of each state. It
//! shares no code with the crate: it was written from the page alone (RULES-TRAINS.md, A round), and reads its presets.

mod law;
mod tile;
pub(crate) mod trains;
pub(crate) mod tree;

use std::fmt::Display;

pub(crate) use law::{DoubleTurn, Law};
pub(crate) use tile::Tile;
use tile::parse_all;
use trains::Trains;
use tree::Tree;

use crate::common::referee::{Fault, follow};

/// Reads a transcript, and compares each line with the line that the rules require.
pub(crate) fn judge(transcript: &str) -> Result<(), Fault> {
    let first = transcript.lines().next().unwrap_or_default();
    let mut referee = Referee::new(first.trim_start_matches("rules "));
    follow(transcript, |line| referee.decide(line))
}

/// Lists values as a transcript does, each after a space.
fn listed<T: Display>(values: &[T]) -> String {
    let add = |list, value| format!("{list} {value}");
    values.iter().fold(String::new(), add)
}

/// A place where a tile can be played, and its pips. The place is the number of a train or of a tile in the tree.
pub(crate) type End = (usize, u8);

/// What lies on the table beside the hub.
#[derive(Clone, Debug)]
pub(crate) enum Layout {
    Trains(Trains),
    Tree(Tree),
}

/// What comes next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Phase {
    Lots,
    Deal,
    Turn,
    Over,
}

/// A match, in the types of the referee.
#[derive(Clone, Debug)]
pub(crate) struct Referee {
    pub(crate) law: Law,
    pub(crate) phase: Phase,
    /// The seat that begins round 1.
    pub(crate) first: usize,
    /// The number of the round that was dealt last, from 1.
    pub(crate) round: usize,
    pub(crate) engine: u8,
    pub(crate) layout: Layout,
    pub(crate) hands: Vec<Vec<Tile>>,
    /// In the order of drawing.
    pub(crate) boneyard: Vec<Tile>,
    pub(crate) turn: usize,
    /// The points of all seats by round.
    pub(crate) points: Vec<Vec<u32>>,
    pub(crate) is_time_called: bool,
}

type Follows = Result<Vec<String>, String>;

impl Referee {
    /// Reads the rules from their line.
    pub(crate) fn new(rules: &str) -> Self {
        let law = Law::read(rules);
        Self {
            phase: Phase::Lots,
            first: 0,
            round: 0,
            engine: law.highest,
            layout: Self::layout(&law, law.highest),
            hands: vec![Vec::new(); law.seats],
            boneyard: Vec::new(),
            turn: 0,
            points: Vec::new(),
            is_time_called: false,
            law,
        }
    }

    pub(crate) fn layout(law: &Law, engine: u8) -> Layout {
        if law.is_chickenfoot {
            Layout::Tree(Tree::new(engine, law.arms))
        } else {
            Layout::Trains(Trains::new(law, engine))
        }
    }

    /// The engine of a round, by the number of the round.
    pub(crate) fn engine_of(&self, round: usize) -> u8 {
        self.law.highest - (round as u8 - 1)
    }

    /// The tiles of a round without the engine, in their order.
    pub(crate) fn things(&self, round: usize) -> impl Iterator<Item = Tile> + use<> {
        let engine = self.engine_of(round);
        Tile::all(self.law.highest).filter(move |tile| *tile != Tile(engine, engine))
    }

    /// Takes lots, a deal, a decision or the call of time. Returns its line and all lines that follow from it. What is
    /// refused changes nothing. The pips of the end need not stand in the line of a play.
    pub(crate) fn decide(&mut self, line: &str) -> Follows {
        let mut next = self.clone();
        let lines = next.take(line)?;
        *self = next;
        Ok(lines)
    }

    fn take(&mut self, line: &str) -> Follows {
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["lots", "begin", _, ref lots @ ..] => self.draw_lots(lots),
            ["deal", _, "begins", _, ref tiles @ ..] => self.deal(tiles),
            [seat, "plays", tile, "on", place, ..] => self.play(seat, tile, place),
            [seat, "stops"] => self.stop(seat),
            ["time", "is", "called"] => self.call_time(),
            _ => Err("this does not follow, and is no decision".into()),
        }
    }

    fn draw_lots(&mut self, lots: &[&str]) -> Follows {
        let lots = parse_all(lots)?;
        let things: Vec<Tile> = self.things(1).collect();
        let is_new = |at: usize| things.contains(&lots[at]) && !lots[..at].contains(&lots[at]);
        if self.phase != Phase::Lots || lots.len() != self.law.seats || !(0..lots.len()).all(is_new)
        {
            return Err("these can't be lots".into());
        }
        let seats = 0..self.law.seats;
        self.first = seats
            .max_by_key(|&seat| lots[seat].weight())
            .expect("a seat");
        self.phase = Phase::Deal;
        Ok(vec![format!("lots begin {}:{}", self.first, listed(&lots))])
    }

    fn deal(&mut self, tiles: &[&str]) -> Follows {
        let tiles = parse_all(tiles)?;
        let mut sorted = tiles.clone();
        sorted.sort_unstable();
        if self.phase != Phase::Deal || !self.things(self.round + 1).eq(sorted) {
            return Err("this can't be dealt now".into());
        }
        self.round += 1;
        self.engine = self.engine_of(self.round);
        self.layout = Self::layout(&self.law, self.engine);
        let (dealt, boneyard) = tiles.split_at(self.law.seats * self.law.hand_size);
        self.hands = dealt
            .chunks(self.law.hand_size)
            .map(<[Tile]>::to_vec)
            .collect();
        self.boneyard = boneyard.to_vec();
        let begins = (self.first + self.round - 1) % self.law.seats;
        let engine = Tile(self.engine, self.engine);
        let mut lines = vec![format!("deal {engine} begins {begins}:{}", listed(&tiles))];
        self.begin(begins, &mut lines);
        Ok(lines)
    }

    fn call_time(&mut self) -> Follows {
        if self.is_time_called || self.round == 0 || self.phase == Phase::Over {
            return Err("time can't be called now".into());
        }
        self.is_time_called = true;
        let mut lines = vec!["time is called".to_owned()];
        if self.phase == Phase::Deal {
            self.end_match(&mut lines);
        }
        Ok(lines)
    }

    /// Begins the turn of a seat.
    pub(crate) fn begin(&mut self, seat: usize, lines: &mut Vec<String>) {
        self.phase = Phase::Turn;
        self.turn = seat;
        if let Layout::Trains(trains) = &mut self.layout {
            trains.begin_turn(seat);
        }
        self.settle(lines);
    }

    /// Draws and passes for the seat on turn, until a seat has something to decide or the round is over.
    fn settle(&mut self, lines: &mut Vec<String>) {
        if self.can_play() {
            return;
        }
        if self.may_stop() {
            return self.end_turn(lines);
        }
        if !self.boneyard.is_empty() {
            let tile = self.boneyard.remove(0);
            self.hands[self.turn].push(tile);
            lines.push(format!("{} draws {tile}", self.turn));
            if self.can_play() {
                return;
            }
        }
        let is_blocked =
            self.boneyard.is_empty() && !(0..self.law.seats).any(|seat| self.could_play(seat));
        if is_blocked {
            return self.end_round("blocked", lines);
        }
        if let Layout::Trains(trains) = &mut self.layout
            && !trains.markers[self.turn]
        {
            trains.markers[self.turn] = true;
            lines.push(format!("{} opens", self.turn));
        }
        lines.push(format!("{} passes", self.turn));
        self.end_turn(lines);
    }

    fn end_turn(&mut self, lines: &mut Vec<String>) {
        if let Layout::Trains(trains) = &mut self.layout {
            trains.first[self.turn] = false;
        }
        self.begin((self.turn + 1) % self.law.seats, lines);
    }

    /// The ends where the seat on turn may play, in the order of the list.
    fn ends(&self) -> Vec<End> {
        match &self.layout {
            Layout::Trains(trains) => trains.ends(self.turn),
            Layout::Tree(tree) => tree.ends(),
        }
    }

    fn fits(&self, seat: usize, ends: &[End]) -> bool {
        let fits_one = |tile: &Tile| ends.iter().any(|(_, pips)| tile.has(*pips));
        self.hands[seat].iter().any(fits_one)
    }

    pub(crate) fn can_play(&self) -> bool {
        self.fits(self.turn, &self.ends())
    }

    /// Whether a seat could play in a later turn, if all markers stood.
    pub(crate) fn could_play(&self, seat: usize) -> bool {
        match &self.layout {
            Layout::Trains(trains) => self.fits(seat, &trains.later_ends(seat, seat == self.turn)),
            Layout::Tree(tree) => self.fits(seat, &tree.ends()),
        }
    }

    pub(crate) fn may_stop(&self) -> bool {
        match &self.layout {
            Layout::Trains(trains) => trains.may_stop(self.turn),
            Layout::Tree(_) => false,
        }
    }

    fn check_turn(&self, seat: &str) -> Result<(), String> {
        if self.phase == Phase::Turn && seat == self.turn.to_string() {
            Ok(())
        } else {
            Err("not on turn".into())
        }
    }

    fn stop(&mut self, seat: &str) -> Follows {
        self.check_turn(seat)?;
        if !self.may_stop() {
            let is_open =
                matches!(&self.layout, Layout::Trains(trains) if trains.open.contains(&self.turn));
            return Err(if is_open { "cover" } else { "stop" }.into());
        }
        let mut lines = vec![format!("{seat} stops")];
        self.end_turn(&mut lines);
        Ok(lines)
    }

    /// The name of a place in a line.
    pub(crate) fn name(&self, place: usize) -> String {
        match &self.layout {
            Layout::Trains(trains) if place == trains.mexican() => "m".into(),
            _ => place.to_string(),
        }
    }

    fn play(&mut self, seat: &str, tile: &str, place: &str) -> Follows {
        let tile = Tile::parse(tile)?;
        self.check_turn(seat)?;
        let hand = &self.hands[self.turn];
        let at = hand
            .iter()
            .position(|held| *held == tile)
            .ok_or("not held")?;
        let on = match &self.layout {
            Layout::Trains(trains) if place == "m" => trains.mexican(),
            Layout::Trains(_) if place == self.law.seats.to_string() => return Err("place".into()),
            _ => place.parse().map_err(|_| "place")?,
        };
        let reason = match &self.layout {
            Layout::Trains(trains) => trains.refusal(self.turn, on),
            Layout::Tree(tree) => tree.refusal(on),
        };
        if let Some(reason) = reason {
            return Err(reason.into());
        }
        if !self.ends().iter().any(|end| end.0 == on && tile.has(end.1)) {
            return Err("not fit".into());
        }
        self.hands[self.turn].remove(at);
        let mut lines = Vec::new();
        self.lay(tile, on, &mut lines);
        Ok(lines)
    }

    fn lay(&mut self, tile: Tile, on: usize, lines: &mut Vec<String>) {
        let (hands, boneyard, turn) = (&self.hands, &self.boneyard, self.turn);
        let is_dead = |pips| {
            !hands
                .iter()
                .flatten()
                .chain(boneyard)
                .any(|tile| tile.has(pips))
        };
        let place = self.name(on);
        let is_out = hands[turn].is_empty();
        match &mut self.layout {
            Layout::Trains(trains) => {
                let end = trains.lay(tile, on);
                lines.push(format!("{turn} plays {tile} on {place} to {end}"));
                if on == turn && trains.markers[turn] {
                    trains.markers[turn] = false;
                    lines.push(format!("{turn} closes"));
                }
                trains.count_doubles(tile, on, is_dead);
                let must_cover =
                    self.law.must_cover && tile.is_double() && trains.open.contains(&on);
                if is_out && (!must_cover || self.boneyard.is_empty()) {
                    return self.end_round(&format!("{turn} goes out"), lines);
                }
                if trains.goes_on(tile, on) {
                    return self.settle(lines);
                }
            }
            Layout::Tree(tree) => {
                let end = tree.lay(tile, on, is_dead);
                lines.push(format!("{turn} plays {tile} on {place} to {end}"));
                if is_out {
                    return self.end_round(&format!("{turn} goes out"), lines);
                }
            }
        }
        self.end_turn(lines);
    }

    /// The points of a tile in a hand.
    pub(crate) fn worth(&self, tile: Tile) -> u32 {
        match tile {
            Tile(0, 0) => self.law.double_blank,
            Tile(high, low) => u32::from(high) + u32::from(low),
        }
    }

    fn end_round(&mut self, how: &str, lines: &mut Vec<String>) {
        let worth = |hand: &Vec<Tile>| hand.iter().map(|tile| self.worth(*tile)).sum();
        let points: Vec<u32> = self.hands.iter().map(worth).collect();
        lines.push(format!("{how}:{}", listed(&points)));
        self.points.push(points);
        lines.push(format!("totals{}", listed(&self.totals())));
        self.phase = Phase::Deal;
        if self.is_time_called || self.round == self.law.rounds {
            self.end_match(lines);
        }
    }

    pub(crate) fn totals(&self) -> Vec<u32> {
        totals(&self.points, self.law.seats)
    }

    fn end_match(&mut self, lines: &mut Vec<String>) {
        self.phase = Phase::Over;
        let places = places(&self.points, self.law.seats);
        let winners = (0..self.law.seats).filter(|&seat| places[seat] == 1);
        let winners: Vec<String> = winners.map(|seat| seat.to_string()).collect();
        let verb = if winners.len() == 1 { "wins" } else { "win" };
        lines.push(format!("{} {verb}", winners.join(" and ")));
    }

    /// What the seat on turn may do, in the order of the page: whether it may stop, and the places of each tile.
    pub(crate) fn offers(&self) -> (bool, Vec<(Tile, Vec<usize>)>) {
        if self.phase != Phase::Turn {
            return (false, Vec::new());
        }
        let mut hand = self.hands[self.turn].clone();
        hand.sort_unstable_by_key(|tile| std::cmp::Reverse((self.worth(*tile), tile.0)));
        let ends = self.ends();
        let places = |tile: Tile| {
            let fitting = ends.iter().filter(|end| tile.has(end.1));
            (tile, fitting.map(|end| end.0).collect())
        };
        let tiles = hand.into_iter().map(places);
        let tiles = tiles.filter(|(_, places): &(_, Vec<_>)| !places.is_empty());
        (self.may_stop(), tiles.collect())
    }

    /// All decisions of the seat on turn, in the order of the list.
    pub(crate) fn moves(&self) -> Vec<String> {
        let (may_stop, tiles) = self.offers();
        let mut moves = Vec::new();
        moves.extend(may_stop.then(|| format!("{} stops", self.turn)));
        for (tile, places) in tiles {
            let play = |place: usize| format!("{} plays {tile} on {}", self.turn, self.name(place));
            moves.extend(places.into_iter().map(play));
        }
        moves
    }
}

pub(crate) fn totals(points: &[Vec<u32>], seats: usize) -> Vec<u32> {
    (0..seats)
        .map(|seat| points.iter().map(|round| round[seat]).sum())
        .collect()
}

/// The places by the points of each round (RULES-TRAINS.md, The match).
pub(crate) fn places(points: &[Vec<u32>], seats: usize) -> Vec<usize> {
    let totals = totals(points, seats);
    let standing = |seat: usize| -> Vec<u32> {
        let rounds = points.iter().rev().map(|round| round[seat]);
        std::iter::once(totals[seat]).chain(rounds).collect()
    };
    let better = |seat: usize| {
        (0..seats)
            .filter(|&other| standing(other) < standing(seat))
            .count()
    };
    (0..seats).map(|seat| 1 + better(seat)).collect()
}
