//! A round: what both games share (RULES-TRAINS.md, A round).

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::seat::{BoxBySeat, BySeat, BySide, Seat};
use crate::tile::{Pips, Tile};
use crate::tile_set::LargeTileSet;
use crate::trains::chickenfoot::Fill;
use crate::trains::event::{Deal, Event};
use crate::trains::layout::{Illegal, Layout, State};
use crate::trains::place::{Place, Played};
use crate::trains::rules::{DoubleTurn, FirstTurn, LastDouble, Rules, Variant};
use crate::trains::view::View;

/// A decision of a player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "TrainsMove"))]
#[serde(rename_all = "snake_case")]
pub enum Move {
    /// To play a tile.
    Play {
        /// The tile.
        tile: Tile,
        /// The place on which it goes.
        on: Place,
    },
    /// To end a long first turn.
    Stop,
}

/// A tile that a seat may play, and all places on which it may.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "TrainsOffer"))]
pub struct Offer {
    /// The tile.
    pub tile: Tile,
    /// The places, in the order of the list on offer.
    pub on: Vec<Place>,
}

/// The end of a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The seat that went out; `None` if the round was blocked.
    pub out: Option<Seat>,
    /// The points of each seat.
    pub points: BySide<u16>,
}

/// A position in which the turn of a seat begins. All tiles of the set that aren't named lie on the table, inside trains
/// or behind ends, where nothing can be played.
#[derive(Clone, Debug)]
pub struct Position {
    /// The double of the round.
    pub engine: Tile,
    /// The seat whose turn begins. It counts as the seat that began the round.
    pub turn: Seat,
    /// The tiles of each seat, as they came.
    pub hands: BoxBySeat<Vec<Tile>>,
    /// The tiles on the table, each with its place: each train from the hub outwards, the tree in the order of play.
    pub laid: Vec<(Tile, Place)>,
    /// Mexican Train: the seats with a marker on their train.
    pub markers: Vec<Seat>,
    /// Mexican Train: the trains that end with an open double, the oldest first.
    pub doubles: Vec<Place>,
    /// Mexican Train: the seats whose long first turn is still to come; none without such turns.
    pub first_turns: Vec<Seat>,
    /// The whole boneyard, in the order of drawing.
    pub boneyard: Vec<Tile>,
}

/// The position isn't one of a round with these rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the position is not one of a round with these rules")]
pub struct PositionError;

/// A round. A clone takes about 400 bytes and allocates next to nothing, so that players can try moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Round {
    rules: Rules,
    engine: Tile,
    beginner: Seat,
    /// The tiles as they come: the hands by seat, then the boneyard in the order of drawing.
    order: Arc<[Tile]>,
    /// How many of these tiles aren't in the boneyard.
    taken: usize,
    hands: BySeat<LargeTileSet>,
    /// The tiles that don't lie on the table.
    unplayed: LargeTileSet,
    layout: Layout,
    /// The seat on turn; in a round that is over, the seat that played or tried to play last.
    turn: Seat,
    state: State,
    outcome: Option<Outcome>,
}

impl Round {
    /// Deals a round, and plays what happens by itself: draws and passes of seats that can't play. The tiles must be those
    /// of the set without the engine.
    pub(super) fn deal(rules: &Rules, deal: Deal, events: &mut Vec<Event>) -> Self {
        let hand_size = usize::from(rules.hand_size);
        let order: Arc<[Tile]> = deal.tiles.as_slice().into();
        let mut hands = order.chunks(hand_size);
        let hands = BySeat::from_fn(rules.seating, |_| {
            hands.next().into_iter().flatten().copied().collect()
        });
        let layout = Layout::new(rules, deal.engine);
        let mut round = Self {
            rules: *rules,
            engine: deal.engine,
            beginner: deal.beginner,
            taken: hand_size * rules.seating.seat_count(),
            hands,
            unplayed: order.iter().copied().collect(),
            order,
            turn: deal.beginner,
            state: layout.begin_turn(rules, deal.beginner),
            layout,
            outcome: None,
        };
        events.push(Event::Dealt(Box::new(deal)));
        round.go_on(events);
        round
    }

    /// A round in the middle, and what happens there by itself.
    ///
    /// # Errors
    ///
    /// If the position isn't one of a round with these rules.
    pub fn from_position(
        rules: &Rules,
        position: &Position,
    ) -> Result<(Self, Vec<Event>), PositionError> {
        let mut round = Self::at(rules, position).ok_or(PositionError)?;
        let mut events = Vec::new();
        round.go_on(&mut events);
        Ok((round, events))
    }

    /// The round that the view of a seat shows, with this seat on turn, these hands and this boneyard (in the order of
    /// drawing). It uses nothing of the true round.
    ///
    /// `None` if the view can't belong to such a round: a hand or the boneyard hasn't the size that the view shows, the
    /// viewer's own hand isn't that of the view, a tile is in two places or in none, or the seat on turn has nothing to
    /// decide.
    #[must_use]
    pub fn supposed(
        rules: &Rules,
        view: &View,
        turn: Seat,
        hands: &BySeat<LargeTileSet>,
        boneyard: &[Tile],
    ) -> Option<Self> {
        let table = &view.table;
        let laid = view.played.iter().map(|played| (played.tile, played.on));
        let position = Position {
            engine: table.engine?,
            turn,
            hands: hands.map(|hand| hand.iter().collect()),
            laid: laid.collect(),
            markers: table.markers.clone(),
            doubles: table.doubles.clone(),
            first_turns: table.first_turns.clone(),
            boneyard: boneyard.to_vec(),
        };
        let round = Self {
            beginner: table.beginner?,
            state: table.state?,
            ..Self::at(rules, &position)?
        };
        let sizes: BySeat<u8> = hands.map(|hand| hand.len() as u8);
        let sizes_fit = sizes == table.hand_sizes && boneyard.len() == usize::from(table.boneyard);
        let is_own_hand = view.own.as_ref().is_none_or(|own| {
            hands[turn] == own.hand.iter().copied().collect() || own.offers.is_empty()
        });
        let all = round.unplayed.len() + view.played.len() + 1;
        let is_complete = all == rules.tile_set.tiles().len();
        let can_go_on = sizes_fit && is_own_hand && is_complete && !round.playable().is_empty();
        can_go_on.then_some(round)
    }

    /// The same round with other hidden tiles: hands, and a boneyard in the order of drawing.
    ///
    /// `None` if a hand or the boneyard has another size than in this round, if all of them together aren't the same
    /// tiles, or if the seat on turn has nothing to decide.
    #[must_use]
    pub fn rearranged(&self, hands: &BySeat<LargeTileSet>, boneyard: &[Tile]) -> Option<Self> {
        let has_size = |(seat, hand): (Seat, &LargeTileSet)| {
            let own = self.hands.get(seat);
            own.is_some_and(|own| own.len() == hand.len())
        };
        let sizes_fit = boneyard.len() == self.boneyard().len()
            && hands.len() == self.hands.len()
            && hands.iter().all(has_size);
        let held = hands.as_slice().iter().flat_map(|hand| hand.iter());
        let order: Arc<[Tile]> = held.chain(boneyard.iter().copied()).collect();
        let unplayed: LargeTileSet = order.iter().copied().collect();
        let is_same = sizes_fit && unplayed == self.unplayed && order.len() == unplayed.len();
        let round = Self {
            taken: order.len() - boneyard.len(),
            order,
            hands: *hands,
            ..self.clone()
        };
        (is_same && !round.playable().is_empty()).then_some(round)
    }

    /// The round at a position, before anything happens by itself; `None` if it isn't one of a round with these rules.
    fn at(rules: &Rules, position: &Position) -> Option<Self> {
        let Position {
            engine,
            turn,
            ref hands,
            ref boneyard,
            ..
        } = *position;
        let seats = rules.seating.seat_count();
        let held = hands.as_slice().iter().flatten();
        let order: Arc<[Tile]> = held.chain(boneyard).copied().collect();
        let unplayed: LargeTileSet = order.iter().copied().collect();
        let laid = position.laid.iter().map(|&(tile, _)| tile);
        let all: LargeTileSet = laid.chain(order.iter().copied()).chain([engine]).collect();
        let is_seat = |seat: &Seat| seat.index() < seats;
        let is_double = |place: &Place| {
            let mut laid = position.laid.iter().rev();
            let last = laid.find(|&(_, on)| on == place);
            last.is_some_and(|(tile, _)| tile.is_double())
        };
        let is_mexican = rules.game == Variant::MexicanTrain;
        let is_possible = hands.len() == seats
            && engine.is_double()
            && all.len() == order.len() + position.laid.len() + 1
            && all.difference(rules.tile_set.tiles()).is_empty()
            && is_seat(&turn)
            && position.markers.iter().all(is_seat)
            && (position.markers.is_empty() || is_mexican)
            && position.first_turns.iter().all(is_seat)
            && (position.first_turns.is_empty() || rules.first_turn == FirstTurn::WholeTrain)
            && position.doubles.iter().all(is_double)
            && (position.doubles.is_empty() || is_mexican && rules.double_turn != DoubleTurn::None);
        if !is_possible {
            return None;
        }
        let mut layout = Layout::new(rules, engine);
        for &(tile, on) in &position.laid {
            layout.put(rules, tile, on)?;
        }
        layout.restore(
            &position.markers,
            &position.doubles,
            &position.first_turns,
            unplayed,
        );
        Some(Self {
            rules: *rules,
            engine,
            beginner: turn,
            taken: order.len() - boneyard.len(),
            order,
            hands: hands.map(|hand| hand.iter().copied().collect()),
            unplayed,
            turn,
            state: layout.begin_turn(rules, turn),
            layout,
            outcome: None,
        })
    }

    /// The rules of the round.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The double of the round.
    #[must_use]
    pub const fn engine(&self) -> Tile {
        self.engine
    }

    /// The seat that began.
    #[must_use]
    pub const fn beginner(&self) -> Seat {
        self.beginner
    }

    /// The seat on turn; `None` if the round is over.
    #[must_use]
    pub const fn turn(&self) -> Option<Seat> {
        match self.outcome {
            None => Some(self.turn),
            Some(_) => None,
        }
    }

    /// What the seat on turn has to do; `None` if the round is over.
    #[must_use]
    pub const fn state(&self) -> Option<State> {
        match self.outcome {
            None => Some(self.state),
            Some(_) => None,
        }
    }

    /// The end of the round; `None` if it isn't over.
    #[must_use]
    pub const fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// The tiles of each seat.
    #[must_use]
    pub const fn hands(&self) -> &BySeat<LargeTileSet> {
        &self.hands
    }

    /// The tiles of a seat, as they came.
    pub fn held(&self, seat: Seat) -> impl Iterator<Item = Tile> {
        let hand = self.hands.get(seat).copied().unwrap_or_default();
        let order = self.order.iter().copied();
        order.filter(move |&tile| hand.contains(tile))
    }

    /// The boneyard, in the order of drawing.
    #[must_use]
    pub fn boneyard(&self) -> &[Tile] {
        &self.order[self.taken..]
    }

    /// The tiles that don't lie on the table: those of the hands and of the boneyard. Pips are dead if none of these tiles
    /// has them.
    #[must_use]
    pub const fn unplayed(&self) -> LargeTileSet {
        self.unplayed
    }

    /// The pips of a train's end, or of an end, the hub or a foot of Chickenfoot; `None` if no tile can be played on such
    /// a place.
    #[must_use]
    pub fn end(&self, place: Place) -> Option<Pips> {
        self.layout.end(&self.rules, place)
    }

    /// The places on which no tile can be played any more, since their pips are dead.
    #[must_use]
    pub fn dead(&self) -> Vec<Place> {
        self.layout.dead(&self.rules, self.unplayed)
    }

    /// Mexican Train: the trains that end with an open double, the oldest first.
    #[must_use]
    pub fn doubles(&self) -> &[Place] {
        self.layout.doubles()
    }

    /// Mexican Train: the seats with a marker on their train.
    #[must_use]
    pub fn markers(&self) -> Vec<Seat> {
        self.layout.markers(&self.rules)
    }

    /// Mexican Train: the seats whose long first turn is still to come, or goes on.
    #[must_use]
    pub fn first_turns(&self) -> Vec<Seat> {
        self.layout.first_turns(&self.rules)
    }

    /// Chickenfoot: the hub or the foot that must be filled.
    #[must_use]
    pub const fn fill(&self) -> Option<Fill> {
        self.layout.fill()
    }

    /// Calls the function for each end on which the seat on turn may play, with its pips: the own train, the Mexican train,
    /// then the other seats in turn order; in Chickenfoot by number.
    pub fn each_end(&self, call: impl FnMut(Place, Pips)) {
        if self.outcome.is_none() {
            self.layout
                .each_end(&self.rules, self.state, self.turn, call);
        }
    }

    /// The tiles that the seat on turn may play.
    #[must_use]
    pub fn playable(&self) -> LargeTileSet {
        let mut fitting = LargeTileSet::EMPTY;
        self.each_end(|_, pips| fitting = fitting.union(LargeTileSet::with(pips)));
        fitting.intersection(self.hands[self.turn])
    }

    /// Whether the seat on turn may end its long first turn.
    #[must_use]
    pub fn may_stop(&self) -> bool {
        self.outcome.is_none() && self.layout.may_stop(self.state, self.turn)
    }

    /// The tiles that the seat on turn may play: those with the most points first, of equal ones those with the higher
    /// end.
    #[must_use]
    pub fn offers(&self) -> Vec<Offer> {
        let mut tiles: Vec<Tile> = self.playable().iter().collect();
        let key = |tile: &Tile| (self.rules.points(*tile), tile.high());
        tiles.sort_unstable_by_key(|tile| std::cmp::Reverse(key(tile)));
        let offer = |tile: Tile| {
            let mut on = Vec::new();
            self.each_end(|place, pips| {
                if tile.has(pips) {
                    on.push(place);
                }
            });
            Offer { tile, on }
        };
        tiles.into_iter().map(offer).collect()
    }

    /// All moves of the seat on turn, in the order of the list on offer: to stop first, then as [`Self::offers`].
    #[must_use]
    pub fn moves(&self) -> Vec<Move> {
        moves(self.may_stop(), &self.offers())
    }

    /// Makes a move of the seat on turn, and what happens by itself after it. A move that is refused changes nothing.
    ///
    /// # Errors
    ///
    /// If the rules don't allow the move.
    pub fn play(&mut self, chosen: Move, events: &mut Vec<Event>) -> Result<(), Illegal> {
        if self.outcome.is_some() {
            return Err(Illegal::NotOnTurn);
        }
        match chosen {
            Move::Play { tile, on } => {
                let to = self.check(tile, on)?;
                self.lay(tile, on, to, events);
            }
            Move::Stop if self.may_stop() => {
                events.push(Event::Stopped { seat: self.turn });
                self.next_turn();
            }
            Move::Stop if self.layout.is_open(Place::train(self.turn)) => {
                return Err(Illegal::Cover);
            }
            Move::Stop => return Err(Illegal::Stop),
        }
        self.go_on(events);
        Ok(())
    }

    /// The pips of the free end of a tile, once it is played on this place.
    fn check(&self, tile: Tile, on: Place) -> Result<Pips, Illegal> {
        if !self.hands[self.turn].contains(tile) {
            return Err(Illegal::NotHeld);
        }
        let mut end = None;
        self.each_end(|place, pips| {
            if place == on {
                end = Some(pips);
            }
        });
        let refusal = || self.layout.refusal(&self.rules, self.state, on);
        tile.opposite(end.ok_or_else(refusal)?)
            .ok_or(Illegal::NotFit)
    }

    fn lay(&mut self, tile: Tile, on: Place, to: Pips, events: &mut Vec<Event>) {
        let seat = self.turn;
        self.hands[seat].remove(tile);
        self.unplayed.remove(tile);
        events.push(Event::Played(Played { seat, tile, on, to }));
        let laid = (tile, on, to);
        let unplayed = self.unplayed;
        let again = self
            .layout
            .lay(&self.rules, self.state, seat, laid, unplayed, events);
        let must_cover = self.rules.last_double == LastDouble::MustCover
            && self.layout.is_open(on)
            && !self.boneyard().is_empty();
        if self.hands[seat].is_empty() && !must_cover {
            return self.end_round(Some(seat), events);
        }
        match again {
            Some(state) => self.state = state,
            None => self.next_turn(),
        }
    }

    fn next_turn(&mut self) {
        self.layout.end_turn(self.turn);
        self.turn = self.rules.seating.next(self.turn);
        self.state = self.layout.begin_turn(&self.rules, self.turn);
    }

    /// Lets seats that can't play draw and pass, until one has something to decide or the round is over.
    fn go_on(&mut self, events: &mut Vec<Event>) {
        let mut may_draw = true;
        while self.outcome.is_none() && self.playable().is_empty() {
            let seat = self.turn;
            if self.may_stop() {
                self.next_turn();
                may_draw = true;
            } else if let Some(&tile) = self.boneyard().first().filter(|_| may_draw) {
                self.taken += 1;
                self.hands[seat].insert(tile);
                events.push(Event::Drew { seat, tile });
                may_draw = false;
            } else if self.is_blocked() {
                self.end_round(None, events);
            } else {
                if self.layout.put_marker(seat) {
                    events.push(Event::Opened { seat });
                }
                events.push(Event::Passed { seat });
                self.next_turn();
                may_draw = true;
            }
        }
    }

    /// Whether nothing is left to draw, and no seat could play, in a later turn either.
    fn is_blocked(&self) -> bool {
        let can_play = |(seat, &hand): (Seat, &LargeTileSet)| {
            let reach = self.layout.reach(&self.rules, seat);
            !reach.intersection(hand).is_empty()
        };
        self.boneyard().is_empty() && !self.hands.iter().any(can_play)
    }

    fn end_round(&mut self, out: Option<Seat>, events: &mut Vec<Event>) {
        let seating = self.rules.seating;
        let hands = self.hands.as_slice().iter().copied();
        let points: Vec<u16> = hands.map(|hand| self.rules.hand_points(hand)).collect();
        let mut points = points.into_iter();
        let points = BySide::from_fn(seating, |_| points.next().unwrap_or_default());
        self.outcome = Some(Outcome { out, points });
        let points = Box::new(points);
        events.push(match out {
            Some(seat) => Event::Out { seat, points },
            None => Event::Blocked { points },
        });
    }
}

/// All moves in the order of the list on offer.
pub(super) fn moves(may_stop: bool, offers: &[Offer]) -> Vec<Move> {
    let stop = may_stop.then_some(Move::Stop);
    let plays = offers.iter().flat_map(|Offer { tile, on }| {
        let tile = *tile;
        on.iter().map(move |&on| Move::Play { tile, on })
    });
    stop.into_iter().chain(plays).collect()
}
