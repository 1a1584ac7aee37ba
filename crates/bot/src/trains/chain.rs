//! The tiles that a hand can lay on its own train, one after the other.

use boneyard_rules::trains::{DoubleTurn, LastDouble, Rules};
use boneyard_rules::{LargeTileSet, Pips, Tile};

/// What each tile is worth beside its points, since a seat that lays it comes nearer to going out.
pub(crate) const TILE: f32 = 20.0;

/// What it is worth to lay a tile.
pub(crate) fn worth(rules: &Rules, tile: Tile) -> f32 {
    f32::from(rules.points(tile)) + TILE
}

/// The chain that is worth most, in the order of play. A double is in it only with its cover, or as the last tile of the
/// hand. The search ends after so many tiles; then it is the best chain that was found.
pub(crate) fn best_chain(
    rules: &Rules,
    hand: LargeTileSet,
    end: Pips,
    tiles_max: u32,
) -> Vec<Tile> {
    let mut search = Search {
        rules,
        left: tiles_max,
        path: Vec::with_capacity(hand.len()),
        best: Vec::new(),
        best_worth: 0.0,
    };
    search.extend(hand, end, 0.0);
    search.best
}

struct Search<'a> {
    rules: &'a Rules,
    left: u32,
    path: Vec<Tile>,
    best: Vec<Tile>,
    best_worth: f32,
}

impl Search<'_> {
    fn extend(&mut self, hand: LargeTileSet, end: Pips, laid: f32) {
        let mut fitting = hand.intersection(LargeTileSet::with(end));
        let double = Tile::double(end);
        let is_covered = self.rules.double_turn == DoubleTurn::None
            || fitting.len() > 1
            || (hand.len() == 1 && self.rules.last_double == LastDouble::Ends);
        if fitting.contains(double) && is_covered {
            // Whatever is laid later, the double costs nothing here.
            return self.lay(double, hand, end, laid);
        }
        fitting.remove(double);
        let is_open = self.path.last() == Some(&double);
        let may_end = !is_open || hand.is_empty() || self.rules.double_turn == DoubleTurn::None;
        if laid > self.best_worth && may_end {
            self.best_worth = laid;
            self.best.clone_from(&self.path);
        }
        while let Some(tile) = fitting.heaviest() {
            fitting.remove(tile);
            if let Some(to) = tile.opposite(end) {
                self.lay(tile, hand, to, laid);
            }
        }
    }

    fn lay(&mut self, tile: Tile, mut hand: LargeTileSet, to: Pips, laid: f32) {
        if self.left == 0 {
            return;
        }
        self.left -= 1;
        hand.remove(tile);
        self.path.push(tile);
        self.extend(hand, to, laid + worth(self.rules, tile));
        self.path.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chain(notation: &str, hand: &str, end: u8) -> String {
        let rules = notation.parse().expect("rules");
        let hand = hand.split_whitespace();
        let hand = hand.map(|tile| tile.parse().expect("a tile")).collect();
        let end = Pips::new(end).expect("pips");
        let tiles = best_chain(&rules, hand, end, 1_000);
        let tiles: Vec<String> = tiles.iter().map(Tile::to_string).collect();
        tiles.join(" ")
    }

    const NINE: &str = "Mexican Train, double-nine 7";

    #[test]
    fn the_longest_chain_is_found() {
        assert_eq!(chain(NINE, "9-8 9-1 2-1 3-2 5-3", 9), "9-1 2-1 3-2 5-3");
    }

    #[test]
    fn of_equally_long_chains_the_heavier_is_taken() {
        assert_eq!(chain(NINE, "9-1 4-1 6-1 6-0", 9), "9-1 6-1 6-0");
        assert_eq!(chain(NINE, "9-1 8-1", 1), "9-1");
    }

    #[test]
    fn a_double_needs_its_cover_or_is_the_last_tile() {
        assert_eq!(chain(NINE, "9-4 4-4 4-1 7-0", 9), "9-4 4-4 4-1");
        assert_eq!(chain(NINE, "9-4 4-4 7-0", 9), "9-4");
        assert_eq!(chain(NINE, "9-4 4-4", 9), "9-4 4-4");
        let must_cover = format!("{NINE} · cover the last double");
        assert_eq!(chain(&must_cover, "9-4 4-4", 9), "9-4");
        let plain = format!("{NINE} · plain doubles");
        assert_eq!(chain(&plain, "9-4 4-4 7-0", 9), "9-4 4-4");
    }
}
