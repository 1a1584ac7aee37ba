//! A round: what both games share (RULES-TRAINS.md, A round).

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::seat::{BySeat, BySide, Seat};
use crate::tile::{Pips, Tile};
use crate::tile_set::LargeTileSet;
use crate::trains::chickenfoot::Fill;
use crate::trains::event::{Deal, Event};
use crate::trains::layout::{Illegal, Layout, State};
use crate::trains::place::{Place, Played};
use crate::trains::rules::{LastDouble, Rules};

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

/// A round. A clone takes about 350 bytes and hardly allocates, so that players can try moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Round {
    pub(super) rules: Rules,
    pub(super) engine: Tile,
    pub(super) beginner: Seat,
    /// The tiles as they come: the hands by seat, then the boneyard in the order of drawing.
    pub(super) order: Arc<[Tile]>,
    /// How many of these tiles aren't in the boneyard.
    pub(super) taken: usize,
    pub(super) hands: BySeat<LargeTileSet>,
    /// The tiles that don't lie on the table.
    pub(super) unplayed: LargeTileSet,
    pub(super) layout: Layout,
    /// The seat on turn; in a round that is over, the seat that played or tried to play last.
    pub(super) turn: Seat,
    pub(super) state: State,
    pub(super) outcome: Option<Outcome>,
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
    pub(super) fn go_on(&mut self, events: &mut Vec<Event>) {
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
