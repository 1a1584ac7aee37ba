//! A second implementation of the rules of Ringway, used only by tests. From the rules, the deal and the decisions of a
//! transcript it computes all other lines, and it lists the moves of each state. It shares no code with the crate: it
//! was written from the page alone (RULES-RINGWAY.md, Placing and States), and reads its board and track.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::LazyLock;

use crate::common::document::RINGWAY;
use crate::common::referee::{Fault, follow};

/// Reads a transcript, and compares each line with the line that the rules require.
pub(crate) fn judge(transcript: &str) -> Result<(), Fault> {
    let first = transcript.lines().next().unwrap_or_default();
    let mut referee = Referee::new(first.trim_start_matches("rules "));
    follow(transcript, |line| referee.decide(line))
}

/// A tile, the higher end first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Tile(u8, u8);

impl Tile {
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        match text.as_bytes() {
            &[high @ b'0'..=b'6', b'-', low @ b'0'..=b'6'] if high >= low => {
                Ok(Self(high - b'0', low - b'0'))
            }
            _ => Err(format!("{text:?} is no tile")),
        }
    }

    pub(crate) fn all() -> impl Iterator<Item = Self> {
        (0..=6).flat_map(|high| (0..=high).map(move |low| Self(high, low)))
    }

    fn is_double(self) -> bool {
        self.0 == self.1
    }

    /// Orders tiles by weight, the lightest first.
    pub(crate) fn weight(self) -> (u8, u8) {
        (self.0 + self.1, self.0)
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.0, self.1)
    }
}

/// A row and a column, from 1.
pub(crate) type Square = (i8, i8);

/// A name, and the rows and columns of the step.
pub(crate) type Direction = (&'static str, Square);

pub(crate) const DIRECTIONS: [Direction; 4] = [
    ("right", (0, 1)),
    ("down", (1, 0)),
    ("left", (0, -1)),
    ("up", (-1, 0)),
];

fn moved((row, column): Square, (down, right): Square) -> Square {
    (row + down, column + right)
}

fn neighbours(square: Square) -> [Square; 4] {
    DIRECTIONS.map(|(_, step)| moved(square, step))
}

fn is_on_board((row, column): Square) -> bool {
    (1..=15).contains(&row) && (1..=15).contains(&column)
}

/// All squares, by row and then by column.
pub(crate) fn squares() -> impl Iterator<Item = Square> {
    (1..=15).flat_map(|row| (1..=15).map(move |column| (row, column)))
}

/// A tile, the square of its higher end, and the direction of its lower end.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    pub(crate) tile: Tile,
    pub(crate) square: Square,
    pub(crate) direction: Direction,
}

impl Place {
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let no_place = || format!("{text:?} is no placement");
        let words: Vec<&str> = text.split(' ').collect();
        let &[tile, "on", square, direction] = words.as_slice() else {
            return Err(no_place());
        };
        let (row, column) = square.split_at(square.len().saturating_sub(1));
        let column = "ABCDEFGHIJKLMNO".find(column).ok_or_else(no_place)?;
        let direction = DIRECTIONS.into_iter().find(|it| it.0 == direction);
        Ok(Self {
            tile: Tile::parse(tile)?,
            square: (row.parse().map_err(|_| no_place())?, column as i8 + 1),
            direction: direction.ok_or_else(no_place)?,
        })
    }

    /// The squares of both halves with their numbers, the higher end first.
    pub(crate) fn halves(&self) -> [(Square, u8); 2] {
        let other = moved(self.square, self.direction.1);
        [(self.square, self.tile.0), (other, self.tile.1)]
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (row, column) = self.square;
        let column = char::from(b'A' + (column - 1).unsigned_abs());
        write!(f, "{} on {row}{column} {}", self.tile, self.direction.0)
    }
}

fn index(line: i8) -> usize {
    line.unsigned_abs().into()
}

/// The number on each covered square, with a border of squares that are never covered.
#[derive(Clone, Default)]
pub(crate) struct Board {
    halves: [[Option<u8>; 17]; 17],
    tiles: usize,
}

impl Board {
    fn at(&self, (row, column): Square) -> Option<u8> {
        self.halves[index(row)][index(column)]
    }

    pub(crate) fn add(&mut self, place: &Place) {
        for ((row, column), number) in place.halves() {
            self.halves[index(row)][index(column)] = Some(number);
        }
        self.tiles += 1;
    }

    /// The numbers of all halves that a half on this square touches.
    fn touched(&self, square: Square) -> impl Iterator<Item = u8> {
        let around = neighbours(square).into_iter();
        around.filter_map(|next| self.at(next))
    }

    /// Why the placement isn't allowed; `None` if it is. `double` has the squares of which one must be touched.
    pub(crate) fn refusal(&self, place: &Place, double: Option<&[Square]>) -> Option<&'static str> {
        let halves = place.halves();
        if place.tile.is_double() && !matches!(place.direction.0, "right" | "down") {
            return Some("name");
        }
        if halves.iter().any(|half| !is_on_board(half.0)) {
            return Some("off the board");
        }
        if halves.iter().any(|half| self.at(half.0).is_some()) {
            return Some("covered");
        }
        let is_first = self.tiles == 0;
        if is_first && halves.iter().all(|half| half.0 != (8, 8)) {
            return Some("star");
        }
        let touched = halves.map(|half| self.touched(half.0).count());
        if touched.iter().any(|count| *count > 1) {
            return Some("two halves");
        }
        if halves
            .iter()
            .any(|half| self.touched(half.0).any(|number| number != half.1))
        {
            return Some("number");
        }
        if !is_first && touched == [0, 0] {
            return Some("touches nothing");
        }
        let mut after = self.clone();
        after.add(place);
        if halves.iter().any(|half| after.has_block(half.0)) {
            return Some("block of four");
        }
        let is_at = |double: &[Square]| {
            let mut around = halves.iter().flat_map(|half| neighbours(half.0));
            around.any(|square| double.contains(&square))
        };
        double
            .is_some_and(|double| !is_at(double))
            .then_some("not at the double")
    }

    /// Whether a block of four covered squares contains the square.
    fn has_block(&self, (row, column): Square) -> bool {
        let corners = [
            (row - 1, column - 1),
            (row - 1, column),
            (row, column - 1),
            (row, column),
        ];
        corners.into_iter().any(|(top, left)| {
            let block = [
                (top, left),
                (top, left + 1),
                (top + 1, left),
                (top + 1, left + 1),
            ];
            block.into_iter().all(|square| self.at(square).is_some())
        })
    }

    /// The far ends of a double that is to be placed.
    fn far_ends(&self, place: &Place) -> Vec<Square> {
        let squares = place.halves().map(|half| half.0).into_iter();
        squares
            .filter(|square| self.touched(*square).next().is_none())
            .collect()
    }

    /// All placements of a tile that are allowed, by square and direction.
    pub(crate) fn places(
        &self,
        tile: Tile,
        double: Option<&[Square]>,
    ) -> impl Iterator<Item = Place> {
        let all = squares().flat_map(move |square| {
            DIRECTIONS.map(|direction| Place {
                tile,
                square,
                direction,
            })
        });
        all.filter(move |place| self.refusal(place, double).is_none())
    }

    /// Whether any of the tiles can be placed.
    pub(crate) fn can_take(&self, tiles: &[Tile], double: Option<&[Square]>) -> bool {
        tiles
            .iter()
            .any(|tile| self.places(*tile, double).next().is_some())
    }
}

/// The points of the diamonds by row and column; 0 where there is none.
static DIAMONDS: LazyLock<Vec<Vec<u32>>> = LazyLock::new(|| {
    let points = |cell: &str| cell.parse().unwrap_or(0);
    let rows = RINGWAY.block("board").lines();
    rows.map(|row| row.split(' ').map(points).collect())
        .collect()
});

/// The numbers of spaces 1 to 100.
static TRACK: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let rows = RINGWAY.block("track").lines();
    let numbers = rows.flat_map(|row| row.split(' ').skip(1));
    numbers
        .map(|number| number.parse().expect("a number"))
        .collect()
});

/// The points of the diamond on a square; 0 if it has none.
pub(crate) fn diamond((row, column): Square) -> u32 {
    DIAMONDS[index(row - 1)][index(column - 1)]
}

/// The number on which a piece with so many points stands.
pub(crate) fn number(points: u32) -> Option<u8> {
    let space = points.checked_sub(1)? % 100;
    Some(TRACK[space as usize])
}

#[derive(Clone, PartialEq)]
enum State {
    Deal,
    Place,
    More(Vec<Square>),
    Pit,
    Over,
}

/// A game, in the types of the referee.
#[derive(Clone)]
pub(crate) struct Referee {
    seats: usize,
    target: Option<u32>,
    either_end: bool,
    pub(crate) board: Board,
    pub(crate) hands: Vec<Vec<Tile>>,
    /// In the order of drawing.
    pub(crate) boneyard: Vec<Tile>,
    pub(crate) scores: Vec<u32>,
    pub(crate) leader: usize,
    pub(crate) turn: usize,
    pub(crate) is_time_called: bool,
    state: State,
}

type Follows = Result<Vec<String>, String>;

impl Referee {
    /// Reads the rules from their line.
    pub(crate) fn new(rules: &str) -> Self {
        let mut parts = rules.split(" · ");
        let target = parts.next().and_then(|head| head.strip_prefix("Ringway "));
        let options: Vec<&str> = parts.collect();
        let seats = options
            .iter()
            .find_map(|option| option.strip_suffix(" seats"));
        let seats = seats.map_or(2, |count| count.parse().expect("a count"));
        Self {
            seats,
            target: match target.expect("the rules of Ringway") {
                "Long" => None,
                target => Some(target.parse().expect("a target")),
            },
            either_end: options.contains(&"either end"),
            board: Board::default(),
            hands: vec![Vec::new(); seats],
            boneyard: Vec::new(),
            scores: vec![0; seats],
            leader: 0,
            turn: 0,
            is_time_called: false,
            state: State::Deal,
        }
    }

    /// Takes a deal, a decision or the call of time. Returns its line and all lines that follow from it. What is refused
    /// changes nothing.
    pub(crate) fn decide(&mut self, line: &str) -> Follows {
        let mut next = self.clone();
        let lines = next.take(line)?;
        *self = next;
        Ok(lines)
    }

    fn take(&mut self, line: &str) -> Follows {
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["deal", "again:", ref tiles @ ..] | ["deal", "leads", _, ref tiles @ ..] => {
                self.deal(tiles)
            }
            [seat, "places", ..] => self.place(seat, line),
            [seat, "stops"] => self.stop(seat),
            [seat, "pits", tile] => self.choose_pit(seat, Tile::parse(tile)?),
            ["time", "is", "called"] if self.state != State::Over && !self.is_time_called => {
                self.is_time_called = true;
                Ok(vec![line.to_owned()])
            }
            _ => Err("this does not follow, and is no decision".into()),
        }
    }

    fn deal(&mut self, tiles: &[&str]) -> Follows {
        if self.state != State::Deal {
            return Err("nothing is dealt now".into());
        }
        let listed = tiles.join(" ");
        let tiles = tiles
            .iter()
            .map(|tile| Tile::parse(tile))
            .collect::<Result<Vec<_>, _>>()?;
        let mut sorted = tiles.clone();
        sorted.sort_unstable();
        if !sorted
            .into_iter()
            .eq(Tile::all().flat_map(|tile| [tile, tile]))
        {
            return Err("each tile of the set is dealt twice".into());
        }
        let (dealt, boneyard) = tiles.split_at(3 * self.seats);
        self.hands = dealt.chunks(3).map(<[Tile]>::to_vec).collect();
        self.boneyard = boneyard.to_vec();
        let lightest = dealt.iter().copied().min_by_key(|tile| tile.weight());
        let holders: Vec<usize> = (0..self.seats)
            .filter(|&seat| self.hands[seat].iter().any(|tile| Some(*tile) == lightest))
            .collect();
        let [leader] = holders[..] else {
            return Ok(vec![format!("deal again: {listed}")]);
        };
        (self.leader, self.turn) = (leader, leader);
        let mut lines = vec![format!("deal leads {leader}: {listed}")];
        self.begin(&mut lines);
        Ok(lines)
    }

    /// Begins the turn of the seat `turn`, or of the next one that has tiles.
    pub(crate) fn begin_in_position(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        if self.is_blocked() {
            self.end_blocked(&mut lines);
        } else if self.hands[self.turn].is_empty() {
            self.next(&mut lines);
        } else {
            self.begin(&mut lines);
        }
        lines
    }

    fn begin(&mut self, lines: &mut Vec<String>) {
        self.draw(lines);
        let hand = &mut self.hands[self.turn];
        if self.board.can_take(hand, None) {
            self.state = State::Place;
        } else if hand.iter().all(|tile| *tile == hand[0]) {
            lines.push(format!("{} pits {}", self.turn, hand.remove(0)));
            self.end_turn(lines);
        } else {
            self.state = State::Pit;
        }
    }

    fn draw(&mut self, lines: &mut Vec<String>) {
        if !self.boneyard.is_empty() {
            let tile = self.boneyard.remove(0);
            self.hands[self.turn].push(tile);
            lines.push(format!("{} draws {tile}", self.turn));
        }
    }

    /// Takes a tile from the hand of the seat on turn.
    fn remove(&mut self, tile: Tile) -> Result<(), String> {
        let hand = &mut self.hands[self.turn];
        let at = hand.iter().position(|held| *held == tile);
        hand.remove(at.ok_or("not held")?);
        Ok(())
    }

    fn check_turn(&self, seat: &str) -> Result<(), String> {
        let is_played = !matches!(self.state, State::Deal | State::Over);
        if is_played && seat == self.turn.to_string() {
            Ok(())
        } else {
            Err("not on turn".into())
        }
    }

    fn place(&mut self, seat: &str, line: &str) -> Follows {
        let (_, place) = line.split_once(" places ").ok_or("a placement")?;
        let place = Place::parse(place)?;
        self.check_turn(seat)?;
        let double = match self.state.clone() {
            State::Place => None,
            State::More(double) => Some(double),
            _ => return Err("place".into()),
        };
        self.remove(place.tile)?;
        if let Some(reason) = self.board.refusal(&place, double.as_deref()) {
            return Err(reason.into());
        }
        let continues_at = if self.either_end {
            place.halves().map(|half| half.0).to_vec()
        } else {
            self.board.far_ends(&place)
        };
        self.board.add(&place);
        let mut lines = vec![format!("{seat} places {place}")];
        self.score(&place, &mut lines);
        if self.is_target_reached() {
            self.end(&mut lines);
        } else if place.tile.is_double()
            && self
                .board
                .can_take(&self.hands[self.turn], Some(&continues_at))
        {
            self.state = State::More(continues_at);
        } else {
            self.end_turn(&mut lines);
        }
        Ok(lines)
    }

    pub(crate) fn is_target_reached(&self) -> bool {
        let is_reached = |score: &u32| self.target.is_some_and(|target| *score >= target);
        self.scores.iter().any(is_reached)
    }

    fn score(&mut self, place: &Place, lines: &mut Vec<String>) {
        let before = self.scores.clone();
        let points: u32 = place.halves().iter().map(|half| diamond(half.0)).sum();
        let points = if place.tile.is_double() {
            2 * points
        } else {
            points
        };
        if points > 0 {
            self.scores[self.turn] += points;
            lines.push(format!("side {} scores {points} for diamond", self.turn));
        }
        for seat in (0..self.seats).map(|after| (self.turn + after) % self.seats) {
            if number(before[seat]).is_some_and(|it| it == place.tile.0 || it == place.tile.1) {
                self.scores[seat] += 3;
                lines.push(format!("side {seat} scores 3 for track"));
            }
        }
    }

    fn stop(&mut self, seat: &str) -> Follows {
        self.check_turn(seat)?;
        if !matches!(self.state, State::More(_)) {
            return Err("stop".into());
        }
        let mut lines = vec![format!("{seat} stops")];
        self.end_turn(&mut lines);
        Ok(lines)
    }

    fn choose_pit(&mut self, seat: &str, tile: Tile) -> Follows {
        self.check_turn(seat)?;
        if self.state != State::Pit {
            return Err("pit".into());
        }
        self.remove(tile)?;
        let mut lines = vec![format!("{seat} pits {tile}")];
        self.end_turn(&mut lines);
        Ok(lines)
    }

    fn end_turn(&mut self, lines: &mut Vec<String>) {
        while self.hands[self.turn].len() < 3 && !self.boneyard.is_empty() {
            self.draw(lines);
        }
        if self.is_blocked() {
            self.end_blocked(lines);
        } else {
            self.next(lines);
        }
    }

    pub(crate) fn is_blocked(&self) -> bool {
        self.boneyard.is_empty()
            && !self
                .hands
                .iter()
                .any(|hand| self.board.can_take(hand, None))
    }

    fn end_blocked(&mut self, lines: &mut Vec<String>) {
        lines.push("nobody can place".into());
        self.end(lines);
    }

    /// Gives the turn to the next seat that has tiles.
    fn next(&mut self, lines: &mut Vec<String>) {
        loop {
            self.turn = (self.turn + 1) % self.seats;
            if self.is_time_called && self.turn == self.leader {
                return self.end(lines);
            }
            if !self.hands[self.turn].is_empty() {
                return self.begin(lines);
            }
        }
    }

    fn end(&mut self, lines: &mut Vec<String>) {
        self.state = State::Over;
        let best = self.scores.iter().max();
        let winners = (0..self.seats).filter(|&seat| Some(&self.scores[seat]) == best);
        let winners: Vec<String> = winners.map(|seat| seat.to_string()).collect();
        lines.push(match &winners[..] {
            [only] => format!("side {only} wins"),
            several => format!("sides {} share", several.join(" ")),
        });
    }

    pub(crate) fn is_over(&self) -> bool {
        self.state == State::Over
    }

    /// The lines of all decisions that the seat on turn may make.
    pub(crate) fn moves(&self) -> BTreeSet<String> {
        let double = match &self.state {
            State::Deal | State::Over => return BTreeSet::new(),
            State::Pit => {
                let hand = self.hands[self.turn].iter();
                return hand
                    .map(|tile| format!("{} pits {tile}", self.turn))
                    .collect();
            }
            State::Place => None,
            State::More(double) => Some(double.as_slice()),
        };
        let hand = self.hands[self.turn].iter();
        let places = hand.flat_map(|tile| self.board.places(*tile, double));
        let mut moves: BTreeSet<String> = places
            .map(|place| format!("{} places {place}", self.turn))
            .collect();
        if double.is_some() {
            moves.insert(format!("{} stops", self.turn));
        }
        moves
    }

    /// The decision that is made for the seat on turn when its time is over.
    pub(crate) fn forced(&self) -> Option<String> {
        let mut hand = self.hands[self.turn].clone();
        hand.sort_unstable_by_key(|tile| tile.weight());
        match self.state {
            State::Deal | State::Over => None,
            State::Place => {
                let mut places = hand.iter().flat_map(|tile| self.board.places(*tile, None));
                places
                    .next()
                    .map(|place| format!("{} places {place}", self.turn))
            }
            State::More(_) => Some(format!("{} stops", self.turn)),
            State::Pit => Some(format!("{} pits {}", self.turn, hand[0])),
        }
    }
}
