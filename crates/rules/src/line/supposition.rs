//! Rounds with guessed hidden tiles: a view of a seat, completed by a guess.
//!
//! A player that thinks ahead from a [`View`] must guess the tiles that the view doesn't show. The functions
//! here use nothing of the true round, so the player can't learn from them where the hidden tiles really are.

use crate::line::BySeat;
use crate::line::deal::TileOrder;
use crate::line::layout::Layout;
use crate::line::round::{PipSet, Round, Stakes};
use crate::line::rules::Rules;
use crate::line::view::View;
use crate::seat::Seat;
use crate::tile::Tile;
use crate::tile_set::TileSet;

impl Round {
    /// Builds the round that a view shows, with this seat on turn, these hands and this boneyard (in the order of
    /// drawing).
    ///
    /// `None` if the view can't belong to such a round: a hand hasn't the size
    /// that the view shows, the viewer's own hand isn't the one in the view, a tile is in two places or in
    /// none, or the seat on turn could not play. This function doesn't check whether the hands agree with
    /// earlier draws and passes.
    #[must_use]
    pub fn supposed(
        rules: &Rules,
        view: &View,
        turn: Seat,
        hands: &BySeat<TileSet>,
        boneyard: &[Tile],
    ) -> Option<Self> {
        let mut layout = Layout::new(rules.spinner);
        for laid in &view.layout {
            match laid.joint {
                None => layout.lead(laid.tile),
                Some(joint) => {
                    layout.join(laid.tile, joint.arm)?;
                }
            }
        }
        let sizes_fit = hands.len() == rules.seating.seat_count()
            && hands.len() == view.board.hand_sizes.len()
            && hands
                .iter()
                .all(|(seat, hand)| hand.len() == usize::from(view.board.hand_sizes[seat]));
        let own_fits = view
            .own
            .as_ref()
            .is_none_or(|own| hands[own.seat] == own.hand.iter().copied().collect());
        let played: TileSet = view.layout.iter().map(|laid| laid.tile).collect();
        let order = arrange(rules, played, hands, boneyard)?;
        let lacks = BySeat::from_fn(rules.seating, |seat| {
            let mut lacks = PipSet::default();
            let known = view.board.lacks.get(seat).into_iter().flatten();
            known.for_each(|&pips| lacks.insert(pips));
            lacks
        });
        let round = Self {
            rules: *rules,
            order,
            taken: rules.tile_set.len() - boneyard.len(),
            hands: *hands,
            layout,
            leader: view.board.leader?,
            must_lead: must_lead(view),
            turn,
            lacks,
            stakes: Stakes {
                bonus: view.board.bonus,
                twice: view.board.twice,
            },
            may_give_lead: view.own.as_ref().is_some_and(|own| own.may_give_lead),
            last: view.layout.last().map_or(turn, |laid| laid.seat),
            last_tile: view.layout.last().map(|laid| laid.tile),
            passed: 0,
            outcome: None,
        };
        (sizes_fit && own_fits && round.can_go_on()).then_some(round)
    }

    /// The same round with other hands and another boneyard.
    ///
    /// `None` if a hand or the boneyard doesn't have the same size as in this round, if the hands and the
    /// boneyard together don't contain the same tiles as in this round, or if the seat on turn could not
    /// play.
    #[must_use]
    pub fn rearranged(&self, hands: &BySeat<TileSet>, boneyard: &[Tile]) -> Option<Self> {
        let sizes_fit = hands.len() == self.hands.len()
            && boneyard.len() == self.boneyard().len()
            && hands
                .iter()
                .all(|(seat, hand)| hand.len() == self.hands[seat].len());
        if !sizes_fit {
            return None;
        }
        let hidden = union(&self.hands).union(self.boneyard().iter().copied().collect());
        let round = Self {
            order: arrange(
                &self.rules,
                self.tiles().difference(hidden),
                hands,
                boneyard,
            )?,
            hands: *hands,
            ..self.clone()
        };
        round.can_go_on().then_some(round)
    }

    /// Whether the seat on turn can play. In a round that isn't over, the seat on turn can always play.
    fn can_go_on(&self) -> bool {
        let fitting = match (self.layout.first(), self.must_lead) {
            (Some(_), _) => self.layout.fitting(),
            (None, Some(tile)) => TileSet::only(tile),
            (None, None) => self.tiles(),
        };
        self.outcome.is_none() && self.can_play(self.turn, fitting)
    }
}

/// The tile that the leader must play; `None` if the leader may choose, or if this is the view of another
/// seat. The view doesn't name this tile. But if the leader holds several tiles and the view lists only one
/// play, the leader must play the tile of that play.
fn must_lead(view: &View) -> Option<Tile> {
    let own = view.own.as_ref().filter(|_| view.layout.is_empty())?;
    match own.placements.as_slice() {
        [only] if own.hand.len() > 1 => Some(only.tile),
        _ => None,
    }
}

fn union(hands: &BySeat<TileSet>) -> TileSet {
    let hands = hands.as_slice().iter();
    hands.fold(TileSet::EMPTY, |all, &hand| all.union(hand))
}

/// An order of all tiles that ends with this boneyard; `None` unless each tile is in exactly one place.
fn arrange(
    rules: &Rules,
    played: TileSet,
    hands: &BySeat<TileSet>,
    boneyard: &[Tile],
) -> Option<TileOrder> {
    let mut tiles = [Tile::default(); Tile::DOUBLE_NINE];
    let tiles = &mut tiles[..rules.tile_set.len()];
    let taken = tiles.len().checked_sub(boneyard.len())?;
    let held: usize = hands.as_slice().iter().map(|hand| hand.len()).sum();
    let gone = played.union(union(hands));
    if played.len() + held != taken || gone.len() != taken {
        return None;
    }
    for (place, tile) in tiles[..taken].iter_mut().zip(gone) {
        *place = tile;
    }
    tiles[taken..].copy_from_slice(boneyard);
    let order = TileOrder::try_from(&*tiles).ok()?;
    (order.set() == rules.tile_set).then_some(order)
}
