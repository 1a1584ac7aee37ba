//! A supposed position of a match: every hidden tile has a place.

use boneyard_rules::race::board::{Board, Slot};
use boneyard_rules::race::{AfterDouble, Move, Placement, Rules, Square, gives};
use boneyard_rules::{BySeat, BySide, GameRules as _, Seat, Side, Tile};

/// The tiles of a hand between two turns.
const HAND: usize = 3;

/// The tiles of a seat: at most four, in no order.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Hand {
    tiles: [Tile; HAND + 1],
    len: u8,
}

impl Hand {
    pub(crate) fn tiles(&self) -> &[Tile] {
        &self.tiles[..usize::from(self.len)]
    }

    pub(crate) const fn add(&mut self, tile: Tile) {
        self.tiles[self.len as usize] = tile;
        self.len += 1;
    }

    pub(crate) fn remove(&mut self, tile: Tile) {
        if let Some(at) = self.tiles().iter().position(|&held| held == tile) {
            self.len -= 1;
            self.tiles[at] = self.tiles[usize::from(self.len)];
        }
    }
}

impl FromIterator<Tile> for Hand {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Self {
        let mut hand = Self::default();
        tiles.into_iter().for_each(|tile| hand.add(tile));
        hand
    }
}

/// What the seat on turn has to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Phase {
    Place,
    More,
    Pit,
    Over,
}

/// A position. It follows the rules of [`Match`](boneyard_rules::race::Match), without events and without checks.
#[derive(Clone, Debug)]
pub(crate) struct Position<'a> {
    pub(crate) rules: Rules,
    pub(crate) board: Board,
    pub(crate) hands: BySeat<Hand>,
    /// The boneyard, in the order of drawing.
    pub(crate) boneyard: &'a [Tile],
    pub(crate) scores: BySide<u16>,
    pub(crate) turn: Seat,
    pub(crate) phase: Phase,
    /// The seat before whose turn the game ends, because time has been called.
    pub(crate) ends_before: Option<Seat>,
}

impl Position<'_> {
    pub(crate) fn is_over(&self) -> bool {
        self.phase == Phase::Over
    }

    /// The hand of the seat on turn.
    pub(crate) fn hand(&self) -> Hand {
        self.hands[self.turn]
    }

    /// The side that the seat on turn plays for.
    pub(crate) fn side(&self) -> Side {
        self.rules.seating().side(self.turn)
    }

    /// Calls a function for each place where a tile may go, anywhere or after a double.
    pub(crate) fn each_slot(&self, phase: Phase, call: impl FnMut(Slot)) {
        let touching = self.touching(phase);
        self.board.slots(touching.as_deref()).for_each(call);
    }

    fn touching(&self, phase: Phase) -> Option<Vec<Square>> {
        (phase == Phase::More).then(|| match self.rules.after_double() {
            AfterDouble::FarEnd => self.board.far_ends(),
            AfterDouble::EitherEnd => self.board.last(),
        })
    }

    /// Makes a move, which the rules must allow, and all that follows from it.
    pub(crate) fn make(&mut self, chosen: Move) {
        match chosen {
            Move::Place(place) => self.place(place),
            Move::Stop => self.end_turn(),
            Move::Pit(tile) => {
                self.hands[self.turn].remove(tile);
                self.end_turn();
            }
        }
    }

    fn place(&mut self, place: Placement) {
        self.hands[self.turn].remove(place.tile);
        self.board.add(place);
        for (side, &points) in gives(place, self.turn, &self.scores).iter() {
            self.scores[side] += points;
        }
        let has_won = |target| self.scores.iter().any(|(_, &points)| points >= target);
        if self.rules.target().is_some_and(has_won) {
            self.phase = Phase::Over;
            return;
        }
        if place.tile.is_double() {
            self.phase = Phase::More;
            if self.can_place(self.turn) {
                return;
            }
        }
        self.end_turn();
    }

    fn end_turn(&mut self) {
        self.phase = Phase::Place;
        while self.hands[self.turn].tiles().len() < HAND && self.draw() {}
        let mut seats = self.rules.seating().seats();
        if self.boneyard.is_empty() && !seats.any(|seat| self.can_place(seat)) {
            self.phase = Phase::Over;
            return;
        }
        self.next_turn();
    }

    fn next_turn(&mut self) {
        self.turn = self.rules.seating().next(self.turn);
        if self.ends_before == Some(self.turn) {
            self.phase = Phase::Over;
            return;
        }
        if !self.draw() && self.hand().tiles().is_empty() {
            return self.next_turn();
        }
        if !self.can_place(self.turn) {
            self.phase = Phase::Pit;
        }
    }

    /// Draws a tile for the seat on turn, if there is one.
    fn draw(&mut self) -> bool {
        let Some((&tile, rest)) = self.boneyard.split_first() else {
            return false;
        };
        self.boneyard = rest;
        self.hands[self.turn].add(tile);
        true
    }

    fn can_place(&self, seat: Seat) -> bool {
        let hand = self.hands[seat];
        let touching = self.touching(self.phase);
        let mut slots = self.board.slots(touching.as_deref());
        slots.any(|slot| hand.tiles().iter().any(|&tile| slot.takes(tile)))
    }
}

#[cfg(test)]
mod tests {
    use boneyard_rules::race::{Match, Rules};
    use boneyard_rules::{Game as _, Need, Viewer};

    use super::*;
    use crate::chance::Chance;
    use crate::computer::Seen;
    use crate::race::knowledge::Knowledge;

    #[test]
    fn a_position_follows_the_rules_of_the_match() {
        let games = [
            "Ringway 50",
            "Ringway Long · 4 seats · either end",
            "Ringway 100 · 3 seats",
        ];
        for (seed, notation) in games.into_iter().cycle().take(30).enumerate() {
            let rules: Rules = notation.parse().expect("rules");
            let mut chance = Chance::new(seed as u64);
            let mut game = Match::new(&rules);
            while matches!(game.needs(), Need::Chance(_)) {
                game.deal(&chance.order(56)).expect("a deal is needed");
            }
            let Need::Move(first) = game.needs() else {
                unreachable!("a seat leads");
            };
            let view = game.view(Viewer::Seat(first));
            let standing = game.standing();
            let known = Seen::new(&standing, &view, ());
            let mut position = Knowledge::new(rules, &known).expect("on turn").position;
            let step = game.step(&[]);
            position.hands = step.hands.map(|hand| hand.iter().copied().collect());
            position.boneyard = &step.boneyard;
            while let Need::Move(seat) = game.needs() {
                if seed % 4 == 3 && chance.below(20) == 0 && game.call_time().is_ok() {
                    position.ends_before = view.leader;
                }
                let moves = game.moves(seat);
                let chosen = moves[chance.below(moves.len())];
                game.take(seat, chosen).expect("it is listed");
                position.make(chosen);
                // The match puts a tile into the pit by itself if all are equal.
                while position.phase == Phase::Pit && game.turn() != Some(position.turn) {
                    position.make(Move::Pit(position.hand().tiles()[0]));
                }
                assert_eq!(position.scores, *game.scores());
                assert_eq!(
                    position.is_over(),
                    game.needs() == Need::Nothing,
                    "{notation}"
                );
                if let Need::Move(turn) = game.needs() {
                    let view = game.view(Viewer::Seat(turn));
                    assert_eq!(position.turn, turn);
                    assert_eq!(position.phase == Phase::More, view.more);
                    assert_eq!(position.boneyard.len(), usize::from(view.boneyard));
                    let mut tiles = position.hand().tiles().to_vec();
                    let mut own = view.own.expect("a seat's view").hand;
                    tiles.sort_unstable();
                    own.sort_unstable();
                    assert_eq!(tiles, own);
                }
            }
        }
    }
}
