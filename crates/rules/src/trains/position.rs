//! Rounds that don't begin with a deal: a position, and a view of a seat that is completed by guessed tiles.
//!
//! A player that thinks ahead must guess the tiles that its view doesn't show. Nothing here uses the true round, so the
//! player can't learn from it where the hidden tiles really are.

use std::sync::Arc;

use crate::seat::{BoxBySeat, BySeat, Seat};
use crate::tile::Tile;
use crate::tile_set::LargeTileSet;
use crate::trains::event::Event;
use crate::trains::layout::Layout;
use crate::trains::place::Place;
use crate::trains::round::Round;
use crate::trains::rules::{DoubleTurn, FirstTurn, Rules, Variant};
use crate::trains::view::View;

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

impl Round {
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
}
