//! The order of the tiles, and the seat that leads (RULES.md, A round).

use crate::line::BySeat;
use crate::line::rules::{DominoSet, NoDouble, Opening, Rules};
use crate::order::Order;
use crate::seat::{Seat, Seating};
use crate::tile::{Pips, Tile};
use crate::tile_set::TileSet;

/// A sequence of all tiles of a set: 28, 27 or 55 tiles. The first tiles are dealt to the seats, the others
/// become the boneyard.
///
/// ```
/// use boneyard_rules::line::TileOrder;
///
/// let sorted = TileOrder::SORTED;
/// assert_eq!(TileOrder::new(sorted.set(), &sorted.things()), Some(sorted));
///
/// let mut twice = sorted.tiles().to_vec();
/// twice[1] = twice[0];
/// assert!(TileOrder::try_from(twice.as_slice()).is_err(), "each tile is there once");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct TileOrder {
    /// Only the first `len` tiles are used; the others are always 0-0.
    tiles: [Tile; Tile::DOUBLE_NINE],
    /// The number of tiles in the set.
    len: u8,
}

/// The list doesn't contain each tile of a set exactly once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("an order holds each tile of a set once")]
pub struct OrderError;

impl TileOrder {
    /// The double-six set, ordered by [`Tile::index`].
    pub const SORTED: Self = Self::sorted(DominoSet::DoubleSix);

    /// The tiles of a set, ordered by [`Tile::index`].
    #[must_use]
    pub const fn sorted(set: DominoSet) -> Self {
        let mut tiles = [Tile::double(Pips::ALL[0]); Tile::DOUBLE_NINE];
        let mut index = 0;
        while index < set.len() {
            if let Some(tile) = Tile::from_index(set.first_index() + index) {
                tiles[index] = tile;
            }
            index += 1;
        }
        Self {
            tiles,
            len: set.len() as u8,
        }
    }

    /// The tiles in the order in which they are dealt and drawn.
    #[must_use]
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles[..usize::from(self.len)]
    }

    /// The set that the tiles belong to.
    #[must_use]
    pub fn set(&self) -> DominoSet {
        let mut sets = DominoSet::ALL.iter().copied();
        sets.find(|set| set.len() == usize::from(self.len))
            .unwrap_or_default()
    }

    /// The tiles of a set in this order of things: thing 0 is the tile of the set with the lowest [`Tile::index`], and
    /// so on. `None` if the set has another number of tiles.
    #[must_use]
    pub fn new(set: DominoSet, order: &Order) -> Option<Self> {
        let things = order.things();
        let mut made = Self::sorted(set);
        for (tile, &thing) in made.tiles.iter_mut().zip(things) {
            *tile = Tile::from_index(set.first_index() + usize::from(thing))?;
        }
        (things.len() == set.len()).then_some(made)
    }

    /// The order of things that stands for these tiles; see [`Self::new`].
    #[must_use]
    pub fn things(&self) -> Order {
        let first = self.set().first_index();
        let things: Vec<u8> = self
            .tiles()
            .iter()
            .map(|tile| (tile.index() - first) as u8)
            .collect();
        Order::try_from(things.as_slice()).unwrap_or_else(|_| Order::sorted(self.set().len()))
    }

    /// An order of a set that begins with these tiles; `None` unless they are different tiles of the set.
    pub(crate) fn beginning_with(set: DominoSet, first: &[Tile]) -> Option<Self> {
        let rest = set.tiles().difference(first.iter().copied().collect());
        let tiles: Vec<_> = first.iter().copied().chain(rest).collect();
        Self::try_from(tiles.as_slice())
            .ok()
            .filter(|made| made.set() == set)
    }

    /// The lots that the seats draw from this order: seat 0 draws the first tile, seat 1 the
    /// second, and so on.
    #[must_use]
    pub fn lots(&self, seating: Seating) -> BySeat<Tile> {
        BySeat::from_fn(seating, |seat| self.tiles[seat.index()])
    }

    /// The hands: seat 0 gets the first tiles, seat 1 the next, and so on.
    pub(crate) fn hands(&self, rules: &Rules) -> BySeat<TileSet> {
        let size = usize::from(rules.hand_size);
        BySeat::from_fn(rules.seating, |seat| {
            self.tiles[seat.index() * size..][..size]
                .iter()
                .copied()
                .collect()
        })
    }
}

impl std::fmt::Debug for TileOrder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.tiles()).finish()
    }
}

impl TryFrom<&[Tile]> for TileOrder {
    type Error = OrderError;

    fn try_from(tiles: &[Tile]) -> Result<Self, OrderError> {
        let named: TileSet = tiles.iter().copied().collect();
        let mut sets = DominoSet::ALL.iter().copied();
        let set = sets.find(|set| set.len() == tiles.len() && set.tiles() == named);
        let mut order = Self::sorted(set.ok_or(OrderError)?);
        order.tiles[..tiles.len()].copy_from_slice(tiles);
        Ok(order)
    }
}

/// How the leader of a round is found.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Lead {
    /// By the dealt tiles: the leader is the seat with the highest double, or with another tile that the
    /// rules name.
    Tile,
    /// By lots: each seat draws a tile before the deal.
    Lot,
    /// This seat leads. It is known before the deal.
    By(Seat),
    /// This seat leads, or gives the lead to its partner. It is known before the deal.
    BySideOf(Seat),
}

impl Lead {
    /// How the leader is found in the first round, and in later rounds that begin like the first.
    pub(crate) fn opening(rules: &Rules) -> Self {
        match rules.opening {
            Opening::HighestDouble | Opening::LowestDouble | Opening::DoubleOne => Self::Tile,
            Opening::Lot => Self::Lot,
        }
    }
}

/// The seat that leads because of the dealt tiles, and the tile that this seat must lead; `None` if the tiles
/// must be dealt again.
pub(crate) fn leader_by_tile(rules: &Rules, hands: &BySeat<TileSet>) -> Option<(Seat, Tile)> {
    let all = hands
        .as_slice()
        .iter()
        .fold(TileSet::EMPTY, |all, &hand| all.union(hand));
    let doubles = all.intersection(TileSet::DOUBLES);
    let double = match rules.opening {
        Opening::HighestDouble | Opening::Lot => doubles.iter().last(),
        Opening::LowestDouble => doubles.iter().next(),
        Opening::DoubleOne => doubles
            .iter()
            .find(|double| double.weight() > 0)
            .or(doubles.iter().next()),
    };
    let tile = match (double, rules.no_double) {
        (Some(double), _) => double,
        (None, NoDouble::HeaviestTile) => all.heaviest()?,
        (None, NoDouble::Redeal) => return None,
    };
    let holder = hands.iter().find(|(_, hand)| hand.contains(tile))?.0;
    Some((holder, tile))
}

/// The seat that drew the heaviest lot. The lots are different tiles.
pub(crate) fn leader_by_lot(lots: BySeat<Tile>) -> Seat {
    let heaviest = lots.iter().max_by_key(|(_, lot)| lot.heaviness());
    heaviest.map_or_else(Seat::default, |(seat, _)| seat)
}
