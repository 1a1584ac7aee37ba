//! The order of the tiles, and who leads (rules.md, A round).

use crate::event::Outcome;
use crate::round::Round;
use crate::rules::{AfterBlock, NextLead, NoDouble, Opening, Rules};
use crate::seat::{BySeat, Seat, Seating};
use crate::tile::Tile;
use crate::tile_set::TileSet;

/// An order of all 28 tiles: a permutation of the set. The first tiles become the hands, the last the
/// boneyard.
///
/// ```
/// use boneyard_rules::{Order, Tile};
///
/// let mut order = Order::SORTED;
/// order.swap(0, 27);
/// assert_eq!(order.tiles()[0], Order::SORTED.tiles()[27]);
///
/// let mut twice = *order.tiles();
/// twice[1] = twice[0];
/// assert!(Order::try_from(twice.as_slice()).is_err(), "each tile is there once");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Order([Tile; Tile::COUNT]);

/// The list isn't every tile once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("an order holds each of the 28 tiles once")]
pub struct OrderError;

impl Order {
    /// The tiles by index.
    pub const SORTED: Self = {
        let mut tiles = [Tile::double(crate::tile::Pips::ALL[0]); Tile::COUNT];
        let mut index = 0;
        while index < Tile::COUNT {
            if let Some(tile) = Tile::from_index(index) {
                tiles[index] = tile;
            }
            index += 1;
        }
        Self(tiles)
    };

    /// The tiles, first to be dealt first.
    #[must_use]
    pub const fn tiles(&self) -> &[Tile; Tile::COUNT] {
        &self.0
    }

    /// Exchanges two places, which is all that a shuffle needs.
    ///
    /// # Panics
    ///
    /// If a place is 28 or more.
    pub fn swap(&mut self, one: usize, other: usize) {
        self.0.swap(one, other);
    }

    /// The lots that the seats draw from this order: the first tile to seat 0, and so on.
    #[must_use]
    pub fn lots(&self, seating: Seating) -> BySeat<Tile> {
        BySeat::from_fn(seating, |seat| self.0[seat.index()])
    }

    /// The hands: the first tiles to seat 0, and so on.
    pub(crate) fn hands(&self, rules: &Rules) -> BySeat<TileSet> {
        let size = usize::from(rules.hand_size);
        BySeat::from_fn(rules.seating, |seat| {
            self.0[seat.index() * size..][..size]
                .iter()
                .copied()
                .collect()
        })
    }
}

impl TryFrom<&[Tile]> for Order {
    type Error = OrderError;

    fn try_from(tiles: &[Tile]) -> Result<Self, OrderError> {
        let all = tiles.iter().copied().collect::<TileSet>() == TileSet::FULL;
        tiles
            .try_into()
            .ok()
            .filter(|_| all)
            .map(Self)
            .ok_or(OrderError)
    }
}

/// How the leader of a round is found.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Lead {
    /// By the tiles dealt: the highest double, or what the rules put in its place.
    Tile,
    /// By lots, drawn before the deal.
    Lot,
    /// It is known already.
    By(Seat),
}

impl Lead {
    /// For the first round, and wherever the rules say *opening*.
    pub(crate) fn opening(rules: &Rules) -> Self {
        match rules.opening {
            Opening::HighestDouble => Self::Tile,
            Opening::Lot => Self::Lot,
        }
    }

    /// For the round after this one.
    pub(crate) fn after(rules: &Rules, round: &Round) -> Self {
        let blocked = matches!(round.outcome(), Some(Outcome::Blocked { .. }));
        if blocked && rules.after_block == AfterBlock::Opening {
            return Self::opening(rules);
        }
        match (rules.next_lead, round.winner()) {
            (NextLead::Rotate, _) => Self::By(rules.seating.next(round.leader())),
            (NextLead::Winner, Some(winner)) => Self::By(winner),
            (NextLead::Winner, None) | (NextLead::Opening, _) => Self::opening(rules),
        }
    }
}

/// Who leads by the tiles dealt, and the tile that must be led; `None` for a redeal.
pub(crate) fn leader_by_tile(rules: &Rules, hands: &BySeat<TileSet>) -> Option<(Seat, Tile)> {
    let all = hands
        .as_slice()
        .iter()
        .fold(TileSet::EMPTY, |all, &hand| all.union(hand));
    let tile = match (all.highest_double(), rules.no_double) {
        (Some(double), _) => double,
        (None, NoDouble::HeaviestTile) => all.heaviest()?,
        (None, NoDouble::Redeal) => return None,
    };
    let holder = hands.iter().find(|(_, hand)| hand.contains(tile))?.0;
    Some((holder, tile))
}

/// The seat that drew the heaviest lot; `None` if two lots are the same tile.
pub(crate) fn leader_by_lot(lots: BySeat<Tile>) -> Option<Seat> {
    let different = lots.as_slice().iter().copied().collect::<TileSet>().len() == lots.len();
    let heaviest = lots.iter().max_by_key(|(_, lot)| lot.heaviness())?.0;
    different.then_some(heaviest)
}
