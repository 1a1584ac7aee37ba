//! The tiles on the table and in the hands, in the types of the referee.

use super::law::{Law, Tile};

/// The tiles on the table: the lead, and the tiles of each arm with the pips of their outer ends.
#[derive(Default)]
pub struct Line {
    pub lead: Option<Tile>,
    pub arms: [Vec<(Tile, u8)>; 4],
    pub spinner: Option<Place>,
}

/// The place of a tile on the table.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Place {
    Lead,
    /// A tile on an arm: the number of the arm, and the number of tiles before this tile.
    On(usize, usize),
}

impl Line {
    pub fn spinner_tile(&self) -> Option<Tile> {
        match self.spinner? {
            Place::Lead => self.lead,
            Place::On(arm, after) => Some(self.arms[arm][after].0),
        }
    }

    /// How many sides of the spinner carry a tile.
    pub fn spinner_covered(&self) -> usize {
        let carries = |arm: usize| usize::from(!self.arms[arm].is_empty());
        let along = match self.spinner {
            Some(Place::On(arm, after)) => 1 + usize::from(self.arms[arm].len() > after + 1),
            _ => carries(0) + carries(1),
        };
        along + carries(2) + carries(3)
    }

    /// Whether the third and the fourth side of the spinner can take tiles.
    pub fn is_spinner_open(&self) -> bool {
        self.spinner.is_some() && self.spinner_covered() >= 2
    }

    /// The pips that a tile must have to lengthen an arm.
    pub fn end(&self, arm: usize) -> Option<u8> {
        let lead = self.lead?;
        if let Some(&(_, outer)) = self.arms[arm].last() {
            return Some(outer);
        }
        match arm {
            0 => Some(lead.high),
            // The two sides of a double without neighbours are equal: the first arm is always `a`.
            1 if lead.is_double() && self.arms[0].is_empty() => None,
            1 => Some(lead.low),
            2 if self.is_spinner_open() => Some(self.spinner_tile()?.high),
            3 if !self.arms[2].is_empty() => Some(self.spinner_tile()?.high),
            _ => None,
        }
    }

    pub fn ends(&self) -> Vec<u8> {
        (0..4).filter_map(|arm| self.end(arm)).collect()
    }

    /// Puts a tile on the table. Returns the pips of its free end.
    pub fn lay(&mut self, law: &Law, tile: Tile, arm: Option<usize>) -> Result<Option<u8>, String> {
        let (place, outer) = match (self.lead, arm) {
            (None, None) => {
                self.lead = Some(tile);
                (Place::Lead, None)
            }
            (Some(_), Some(arm)) => {
                let end = self.end(arm).filter(|&pips| tile.has(pips));
                let end = end.ok_or("it does not fit")?;
                let outer = if tile.high == end {
                    tile.low
                } else {
                    tile.high
                };
                self.arms[arm].push((tile, outer));
                (Place::On(arm, self.arms[arm].len() - 1), Some(outer))
            }
            _ => return Err("a lead has no arm, and every other tile has one".into()),
        };
        if law.spinner && self.spinner.is_none() && tile.is_double() {
            self.spinner = Some(place);
        }
        Ok(outer)
    }

    /// The count: the sum of the pips of the outermost tiles.
    pub fn count(&self) -> u32 {
        let Some(lead) = self.lead else { return 0 };
        let bare = [0, 1].map(|arm| self.arms[arm].is_empty());
        let of_lead = match (lead.is_double(), bare) {
            (_, [false, false]) => 0,
            (true, _) if self.spinner == Some(Place::Lead) && self.spinner_covered() > 1 => 0,
            (true, _) | (false, [true, true]) => lead.weight(),
            (false, [true, false]) => lead.high.into(),
            (false, [false, true]) => lead.low.into(),
        };
        let tips = (0..4).filter_map(|arm| {
            let &(tile, outer) = self.arms[arm].last()?;
            let is_spinner = self.spinner == Some(Place::On(arm, self.arms[arm].len() - 1));
            Some(match tile.is_double() {
                true if is_spinner && self.spinner_covered() > 1 => 0,
                true => tile.weight(),
                false => outer.into(),
            })
        });
        of_lead + tips.sum::<u32>()
    }
}

/// A round in progress.
pub struct Table {
    pub hands: Vec<Vec<Tile>>,
    /// The boneyard. The first tile is drawn next.
    pub boneyard: Vec<Tile>,
    pub line: Line,
    pub leader: usize,
    pub may_give: bool,
    pub must_lead: Option<Tile>,
    pub turn: usize,
    /// The seat that played the last tile.
    pub last: usize,
    /// The seat that made the last play, and the points of this play, while a call can still take them.
    pub open: Option<(usize, u32)>,
}

impl Table {
    pub fn weight(&self, seat: usize) -> u32 {
        self.hands[seat].iter().map(|tile| tile.weight()).sum()
    }

    pub fn can_play(&self, seat: usize, ends: &[u8]) -> bool {
        let mut hand = self.hands[seat].iter();
        hand.any(|tile| ends.iter().any(|&pips| tile.has(pips)))
    }

    /// Makes the draws and passes that follow after the seat on turn has played a tile. Returns the lines
    /// of these draws and passes, and how the round goes on.
    pub fn settle(&mut self, law: &Law) -> (Vec<String>, Then) {
        let by = self.last;
        if self.hands[by].is_empty() {
            return (Vec::new(), Then::Domino);
        }
        let ends = self.line.ends();
        let may_draw = |boneyard: &[Tile]| law.variant != "block" && boneyard.len() > law.reserve;
        let mut lines = Vec::new();
        let mut passed = 0;
        loop {
            let stuck = |seat| !self.can_play(seat, &ends);
            if !may_draw(&self.boneyard) && (0..law.seats()).all(stuck) {
                return (lines, Then::Block);
            }
            if self.turn != by {
                passed += 1;
                lines.push(format!("{} passes", self.turn));
            }
            self.turn = (self.turn + 1) % law.seats();
            while !self.can_play(self.turn, &ends) && may_draw(&self.boneyard) {
                let tile = self.boneyard.remove(0);
                self.hands[self.turn].push(tile);
                lines.push(format!("{} draws {tile}", self.turn));
            }
            if self.can_play(self.turn, &ends) {
                return (lines, Then::Turn { by, passed });
            }
        }
    }
}

/// How the round goes on after the draws and passes that follow a tile.
pub enum Then {
    Turn { by: usize, passed: usize },
    Domino,
    Block,
}
