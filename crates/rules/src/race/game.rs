//! A match: one game, of one deal (RULES-RINGWAY.md, A game).

use serde::{Deserialize, Serialize};

use crate::game::{
    DealError, Game, GameRules as _, Given, Need, Noted, RulesError, TimeError, Viewer,
};
use crate::order::{Chance, Order, Purpose};
use crate::race::board::{Board, diamond};
use crate::race::event::{Deal, Event, Reason, Seen};
use crate::race::placement::{Placement, Square};
use crate::race::rules::{AfterDouble, Rules};
use crate::race::track;
use crate::race::view::{Change, OwnChange, Shown, Step, View};
use crate::seat::{BoxBySeat, BySide, Seat, Side, Winners};
use crate::tile::Tile;

/// The tiles: two copies of each of the 28 kinds of double-six.
pub(super) const THINGS: usize = 56;

/// The tiles of a hand between two turns.
pub(super) const HAND: usize = 3;

/// The points of a seat whose piece stands on a number of the tile.
const TRACK_POINTS: u16 = 3;

/// A decision of a player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "RaceMove"))]
#[serde(rename_all = "snake_case")]
pub enum Move {
    /// To place a tile on the board.
    Place(Placement),
    /// To place nothing more after a double.
    Stop,
    /// To put a tile into the pit, since none can be placed.
    Pit(Tile),
}

/// Why the rules don't allow a move. Of several reasons the first of this list is named.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "RaceIllegal"))]
#[serde(rename_all = "snake_case")]
pub enum Illegal {
    /// It is another seat's turn, or nobody's.
    #[error("It is not the turn of this seat.")]
    NotOnTurn,
    /// No tile of the hand can be placed, so one must go into the pit.
    #[error("No tile of the hand can be placed: one must go into the pit.")]
    Place,
    /// There is no double after which the seat could stop.
    #[error("A turn can be ended only after a double.")]
    Stop,
    /// A tile of the hand can be placed.
    #[error("A tile can go into the pit only if none can be placed.")]
    Pit,
    /// The seat doesn't hold the tile.
    #[error("The tile is not in the hand.")]
    NotHeld,
    /// A double is named by its left or upper square.
    #[error("A double is named by its left or upper square, with right or down.")]
    Name,
    /// A half of the tile would lie off the board.
    #[error("A half of the tile would lie off the board.")]
    OffTheBoard,
    /// A square is covered.
    #[error("A square is covered.")]
    Covered,
    /// The first tile must cover the star.
    #[error("The first tile must cover the star.")]
    Star,
    /// A half would touch two halves.
    #[error("A half would touch two halves.")]
    TwoHalves,
    /// Halves with different numbers would touch.
    #[error("Halves that touch must have the same number.")]
    Number,
    /// The tile would touch nothing.
    #[error("The tile would touch nothing.")]
    TouchesNothing,
    /// Four covered squares would form a block.
    #[error("Four covered squares would form a block.")]
    BlockOfFour,
    /// After a double, the next tile must touch it.
    #[error("The tile must touch the double where the rules allow it.")]
    NotAtTheDouble,
}

/// What the seat on turn has to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// The tiles must be dealt.
    Deal,
    /// To place a tile.
    Place,
    /// To place a tile at the double that was placed last, or to stop.
    More,
    /// To put a tile into the pit.
    Pit,
    /// The game is over.
    Over,
}

/// A match of Ringway.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Match {
    rules: Rules,
    ply: u32,
    phase: Phase,
    pub(super) leader: Option<Seat>,
    /// The seat on turn; of no meaning before the deal and after the end.
    turn: Seat,
    /// Boxed, since a match of any game is as large as the largest one.
    pub(super) board: Box<Board>,
    pub(super) hands: BoxBySeat<Vec<Tile>>,
    pub(super) pits: BoxBySeat<Vec<Tile>>,
    /// The last one is drawn first.
    boneyard: Vec<Tile>,
    scores: BySide<u16>,
    round_scores: Vec<BySide<u16>>,
    is_time_called: bool,
    winners: Winners,
    pub(super) history: Vec<Event>,
}

/// A position, from which a game is played on. The seat on turn has not yet drawn.
#[derive(Clone, Debug)]
pub struct Position {
    /// The tiles on the board, in the order in which they were placed.
    pub board: Vec<Placement>,
    /// The tiles of each seat.
    pub hands: BoxBySeat<Vec<Tile>>,
    /// The boneyard, in the order of drawing.
    pub boneyard: Vec<Tile>,
    /// The points of each side.
    pub scores: BySide<u16>,
    /// The seat that led.
    pub leader: Seat,
    /// The seat that begins its turn.
    pub turn: Seat,
    /// Whether time has been called.
    pub is_time_called: bool,
}

impl Match {
    /// A match in the middle of its game, and what happens there by itself.
    ///
    /// # Errors
    ///
    /// If the position has another number of seats than the rules.
    pub fn from_position(
        rules: &Rules,
        position: Position,
    ) -> Result<(Self, Vec<Event>), RulesError> {
        let seats = rules.seating().seat_count();
        if position.hands.len() != seats || position.scores.len() != seats {
            return Err(RulesError {
                option: "seating",
                reason: "the position has another number of seats",
            });
        }
        let mut game = Self::new(rules);
        for placement in position.board {
            game.board.add(placement);
        }
        game.hands = position.hands;
        game.boneyard = position.boneyard;
        game.boneyard.reverse();
        game.scores = position.scores;
        game.leader = Some(position.leader);
        game.is_time_called = position.is_time_called;
        let mut events = Vec::new();
        if !game.end_if_blocked(&mut events) {
            game.begin_turn(position.turn, &mut events);
        }
        Ok((game, events))
    }

    /// Whether the seat on turn may place another tile at the double that was placed last.
    #[must_use]
    pub fn is_after_double(&self) -> bool {
        self.phase == Phase::More
    }

    /// The tiles on the board.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The boneyard, in the order of drawing.
    pub(super) fn boneyard(&self) -> impl ExactSizeIterator<Item = Tile> {
        self.boneyard.iter().rev().copied()
    }

    /// What is hidden during the game, once it is over.
    pub(super) fn shown(&self) -> Option<Shown> {
        (self.phase == Phase::Over).then(|| Shown {
            hands: self.hands.clone(),
            pits: self.pits.clone(),
            boneyard: self.boneyard().collect(),
        })
    }

    /// The events from one on, as they are shown.
    pub(super) fn seen(&self, events: &[Event], with_tiles: bool) -> Vec<Seen> {
        let seats = self.rules.seating().seat_count();
        let seen = |event: &Event| event.seen(seats, with_tiles);
        events.iter().map(seen).collect()
    }

    /// The squares of which the next tile must touch one; `None` if it may go anywhere.
    fn touching(&self) -> Option<Vec<Square>> {
        self.is_after_double()
            .then(|| match self.rules.after_double() {
                AfterDouble::FarEnd => self.board.far_ends(),
                AfterDouble::EitherEnd => self.board.last(),
            })
    }

    /// The allowed placements of the seat on turn: by tile as it holds them, each kind once, then by square and direction.
    pub(super) fn placements(&self) -> Vec<Placement> {
        let touching = self.touching();
        let slots = self.board.slots(touching.as_deref());
        let kinds = kinds(&self.hands[self.turn]);
        let mut all = Vec::new();
        for tile in kinds {
            let before = all.len();
            all.extend(slots.clone().flat_map(|slot| slot.placements(tile)));
            all[before..].sort_unstable_by_key(|one| (one.square, one.direction));
        }
        all
    }

    /// The kinds that the seat on turn may put into the pit.
    pub(super) fn pit_choices(&self) -> Vec<Tile> {
        if self.phase == Phase::Pit {
            kinds(&self.hands[self.turn])
        } else {
            Vec::new()
        }
    }

    /// Whether a seat can place a tile: anywhere, or at these squares.
    fn can_place(&self, seat: Seat, touching: Option<&[Square]>) -> bool {
        let hand = &self.hands[seat];
        let mut slots = self.board.slots(touching);
        slots.any(|slot| hand.iter().any(|&tile| slot.takes(tile)))
    }

    fn draw(&mut self, seat: Seat, events: &mut Vec<Event>) {
        if let Some(tile) = self.boneyard.pop() {
            self.hands[seat].push(tile);
            events.push(Event::Drew { seat, tile });
        }
    }

    /// Begins the turn of the first seat, from this one on, that has something to decide.
    fn begin_turn(&mut self, first: Seat, events: &mut Vec<Event>) {
        self.turn = first;
        // A seat without tiles is passed over.
        if self.hands[first].is_empty() && self.boneyard.is_empty() {
            return self.pass_turn(events);
        }
        self.draw(first, events);
        self.phase = if self.can_place(first, None) {
            Phase::Place
        } else {
            Phase::Pit
        };
        if let [only] = self.pit_choices().as_slice() {
            self.pit(*only, events);
        }
    }

    /// Fills the hand, looks for the end, and gives the turn to the next seat.
    fn end_turn(&mut self, events: &mut Vec<Event>) {
        let seat = self.turn;
        while self.hands[seat].len() < HAND && !self.boneyard.is_empty() {
            self.draw(seat, events);
        }
        if !self.end_if_blocked(events) {
            self.pass_turn(events);
        }
    }

    fn pass_turn(&mut self, events: &mut Vec<Event>) {
        let next = self.rules.seating().next(self.turn);
        // All seats have had equally many turns.
        if self.is_time_called && self.leader == Some(next) {
            return self.end(events);
        }
        self.begin_turn(next, events);
    }

    /// Ends the game if the boneyard is empty and no seat can place a tile.
    fn end_if_blocked(&mut self, events: &mut Vec<Event>) -> bool {
        let mut seats = self.rules.seating().seats();
        let is_blocked = self.boneyard.is_empty() && !seats.any(|seat| self.can_place(seat, None));
        if is_blocked {
            events.push(Event::Blocked);
            self.end(events);
        }
        is_blocked
    }

    fn end(&mut self, events: &mut Vec<Event>) {
        let scores = self.scores.iter();
        let best = scores.clone().map(|(_, &points)| points).max();
        let winners = scores.filter(|&(_, &points)| Some(points) == best);
        self.winners = winners.map(|(side, _)| side).collect();
        self.phase = Phase::Over;
        self.round_scores = vec![self.scores];
        events.push(Event::Won {
            sides: self.winners,
        });
    }

    fn place(&mut self, place: Placement, events: &mut Vec<Event>) {
        let seat = self.turn;
        take(&mut self.hands[seat], place.tile);
        self.board.add(place);
        events.push(Event::Placed { seat, place });
        self.score(place, events);
        let has_won = |target| self.scores.iter().any(|(_, &points)| points >= target);
        if self.rules.target().is_some_and(has_won) {
            return self.end(events);
        }
        if place.tile.is_double() {
            self.phase = Phase::More;
            if self.can_place(seat, self.touching().as_deref()) {
                return;
            }
        }
        self.end_turn(events);
    }

    /// Gives the points of a placement, all counted by where the pieces were before it.
    fn score(&mut self, place: Placement, events: &mut Vec<Event>) {
        let seating = self.rules.seating();
        let own = seating.side(self.turn);
        let from_turn = seating.from(self.turn).map(|seat| seating.side(seat));
        let track = from_turn.map(|side| {
            let points = track_points(place.tile, self.scores[side]);
            (side, points, Reason::Track)
        });
        let diamond = (own, diamond_points(place), Reason::Diamond);
        let scored: Vec<_> = std::iter::once(diamond).chain(track).collect();
        for (side, points, reason) in scored {
            if points > 0 {
                self.scores[side] += points;
                events.push(Event::Scored {
                    side,
                    points,
                    reason,
                });
            }
        }
    }

    fn pit(&mut self, tile: Tile, events: &mut Vec<Event>) {
        let seat = self.turn;
        take(&mut self.hands[seat], tile);
        self.pits[seat].push(tile);
        events.push(Event::Pitted { seat, tile });
        self.end_turn(events);
    }

    /// Checks a move of the seat on turn.
    fn check(&self, chosen: Move) -> Result<(), Illegal> {
        let is_held = |tile: Tile| {
            let held = self.hands[self.turn].contains(&tile);
            held.then_some(()).ok_or(Illegal::NotHeld)
        };
        match (chosen, self.phase) {
            (Move::Place(place), Phase::Place | Phase::More) => {
                is_held(place.tile)?;
                self.board.check(place, self.touching().as_deref())
            }
            (Move::Place(_), _) => Err(Illegal::Place),
            (Move::Stop, Phase::More) => Ok(()),
            (Move::Stop, _) => Err(Illegal::Stop),
            (Move::Pit(tile), Phase::Pit) => is_held(tile),
            (Move::Pit(_), _) => Err(Illegal::Pit),
        }
    }

    /// Adds the events to the history, and returns them.
    fn happened(&mut self, events: Vec<Event>) -> Vec<Event> {
        self.history.extend_from_slice(&events);
        events
    }
}

/// What each side scores for a placement of this seat, when the sides have so many points.
#[must_use]
pub fn gives(place: Placement, seat: Seat, scores: &BySide<u16>) -> BySide<u16> {
    let mut gives = scores.map(|&points| track_points(place.tile, points));
    let own = Side::new(seat.into()).unwrap_or_default();
    gives[own] += diamond_points(place);
    gives
}

/// The points of the diamond that a placement covers; a double takes them twice.
#[must_use]
pub fn diamond_points(place: Placement) -> u16 {
    let halves = place.halves().into_iter().flatten();
    let points: u8 = halves.map(|half| diamond(half.square)).sum();
    u16::from(points) * if place.tile.is_double() { 2 } else { 1 }
}

/// What a seat with so many points gets on the track when a tile is placed.
#[must_use]
pub fn track_points(tile: Tile, points: u16) -> u16 {
    let stands_on_it = track::number(points).is_some_and(|number| tile.has(number));
    if stands_on_it { TRACK_POINTS } else { 0 }
}

/// The kinds of a hand, each once, as they lie in it.
fn kinds(hand: &[Tile]) -> Vec<Tile> {
    let mut kinds: Vec<Tile> = Vec::with_capacity(hand.len());
    for &tile in hand {
        if !kinds.contains(&tile) {
            kinds.push(tile);
        }
    }
    kinds
}

/// Takes one copy of a tile out of a hand.
fn take(hand: &mut Vec<Tile>, tile: Tile) {
    if let Some(at) = hand.iter().position(|&held| held == tile) {
        hand.remove(at);
    }
}

impl Game for Match {
    type Rules = Rules;
    type Move = Move;
    type Illegal = Illegal;
    type Event = Event;
    type View = View;
    type Step = Step;

    fn new(rules: &Rules) -> Self {
        let seating = rules.seating();
        Self {
            rules: *rules,
            ply: 0,
            phase: Phase::Deal,
            leader: None,
            turn: Seat::default(),
            board: Box::default(),
            hands: BoxBySeat::from_fn(seating, |_| Vec::new()),
            pits: BoxBySeat::from_fn(seating, |_| Vec::new()),
            boneyard: Vec::new(),
            scores: BySide::from_fn(seating, |_| 0),
            round_scores: Vec::new(),
            is_time_called: false,
            winners: Winners::default(),
            history: Vec::new(),
        }
    }

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn needs(&self) -> Need {
        match self.phase {
            Phase::Deal => Need::Chance(Chance {
                purpose: Purpose::Deal,
                things: THINGS,
                rests: false,
            }),
            Phase::Place | Phase::More | Phase::Pit => Need::Move(self.turn),
            Phase::Over => Need::Nothing,
        }
    }

    fn deal(&mut self, order: &Order) -> Result<Vec<Event>, DealError> {
        if self.phase != Phase::Deal {
            return Err(DealError::NotNow);
        }
        let things = order.things().iter();
        let tiles: Vec<Tile> = things
            .filter_map(|&thing| Tile::from_index(usize::from(thing / 2)))
            .collect();
        let tiles = Deal::try_from(tiles).map_err(|_| DealError::Set)?;
        self.ply += 1;
        let mut rest = tiles.iter().copied();
        let seating = self.rules.seating();
        let hands = BoxBySeat::from_fn(seating, |_| rest.by_ref().take(HAND).collect::<Vec<_>>());
        let lightest = |hand: &Vec<Tile>| hand.iter().copied().min_by_key(|tile| tile.heaviness());
        let mut lightest: Vec<(Tile, Seat)> = hands
            .iter()
            .filter_map(|(seat, hand)| Some((lightest(hand)?, seat)))
            .collect();
        lightest.sort_by_key(|(tile, _)| tile.heaviness());
        let mut events = Vec::new();
        if let [(tile, leader), (next, _), ..] = *lightest {
            if tile == next {
                events.push(Event::DealtAgain { tiles });
            } else {
                self.boneyard = rest.collect();
                self.boneyard.reverse();
                self.hands = hands;
                self.leader = Some(leader);
                events.push(Event::Dealt { leader, tiles });
                self.begin_turn(leader, &mut events);
            }
        }
        Ok(self.happened(events))
    }

    fn take(&mut self, seat: Seat, chosen: Move) -> Result<Vec<Event>, Illegal> {
        if self.needs() != Need::Move(seat) {
            return Err(Illegal::NotOnTurn);
        }
        self.check(chosen)?;
        self.ply += 1;
        let mut events = Vec::new();
        match chosen {
            Move::Place(place) => self.place(place, &mut events),
            Move::Stop => {
                events.push(Event::Stopped { seat });
                self.end_turn(&mut events);
            }
            Move::Pit(tile) => self.pit(tile, &mut events),
        }
        Ok(self.happened(events))
    }

    fn call_time(&mut self) -> Result<Vec<Event>, TimeError> {
        if self.is_time_called || self.phase == Phase::Over {
            return Err(TimeError::NotNow);
        }
        self.is_time_called = true;
        Ok(self.happened(vec![Event::TimeCalled]))
    }

    fn moves(&self, seat: Seat) -> Vec<Move> {
        if self.needs() != Need::Move(seat) {
            return Vec::new();
        }
        match self.phase {
            Phase::Pit => self.pit_choices().into_iter().map(Move::Pit).collect(),
            Phase::More => {
                let places = self.placements().into_iter().map(Move::Place);
                places.chain([Move::Stop]).collect()
            }
            _ => self.placements().into_iter().map(Move::Place).collect(),
        }
    }

    fn may_move(&self, seat: Seat) -> bool {
        self.needs() == Need::Move(seat)
    }

    fn forced(&self) -> Option<Move> {
        match self.phase {
            Phase::Place => {
                let all = self.placements().into_iter();
                let first = all.min_by_key(|one| (one.tile.heaviness(), one.square, one.direction));
                first.map(Move::Place)
            }
            Phase::More => Some(Move::Stop),
            Phase::Pit => {
                let kinds = self.pit_choices().into_iter();
                kinds.min_by_key(|tile| tile.heaviness()).map(Move::Pit)
            }
            Phase::Deal | Phase::Over => None,
        }
    }

    fn ply(&self) -> u32 {
        self.ply
    }

    fn round_number(&self) -> u16 {
        u16::from(self.leader.is_some())
    }

    fn scores(&self) -> &BySide<u16> {
        &self.scores
    }

    fn round_scores(&self) -> &[BySide<u16>] {
        &self.round_scores
    }

    fn winner(&self) -> Option<Side> {
        self.winners.only()
    }

    fn is_last_round(&self) -> bool {
        self.is_time_called
    }

    /// A match is one game.
    fn ends_with_round(&self) -> bool {
        true
    }

    fn given(&self, event: &Event) -> Option<Given<Move>> {
        event.given()
    }

    fn noted(event: &Event) -> Option<Noted> {
        event.noted()
    }

    fn view(&self, viewer: Viewer) -> View {
        View::of(self, viewer)
    }

    fn change_since(&self, before: Option<&Self>) -> Change {
        Change::since(before, self)
    }

    fn own_change_since(&self, before: Option<&Self>, seat: Seat, is_absent: bool) -> OwnChange {
        OwnChange::since(before, self, seat, is_absent)
    }

    fn step(&self, events: &[Event]) -> Step {
        Step {
            events: self.seen(events, true),
            leader: self.leader,
            board: self.board.placed().to_vec(),
            hands: self.hands.clone(),
            pits: self.pits.clone(),
            boneyard: self.boneyard().collect(),
            more: self.is_after_double(),
        }
    }
}
