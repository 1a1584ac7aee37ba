//! The tree of Chickenfoot (RULES-TRAINS.md, A turn of Chickenfoot).

use std::collections::BTreeMap;

use super::{End, Tile};

/// A double that asks for tiles.
#[derive(Clone, Debug)]
pub(crate) struct Foot {
    pub(crate) number: usize,
    pips: u8,
    pub(crate) missing: usize,
}

#[derive(Clone, Debug)]
pub(crate) struct Tree {
    /// The number of tiles, without the hub.
    count: usize,
    /// The pips of each end, by its number.
    pub(crate) ends: BTreeMap<usize, u8>,
    /// The hub or the foot that is unfinished.
    pub(crate) foot: Option<Foot>,
}

impl Tree {
    pub(crate) fn new(engine: u8, arms: usize) -> Self {
        Self {
            count: 0,
            ends: BTreeMap::new(),
            foot: Some(Foot {
                number: 0,
                pips: engine,
                missing: arms,
            }),
        }
    }

    /// Lays a tile, which must fit. Returns the pips of its end.
    pub(crate) fn lay(&mut self, tile: Tile, on: usize, is_dead: impl Fn(u8) -> bool) -> u8 {
        let pips = match &mut self.foot {
            Some(foot) if foot.number == on => {
                foot.missing -= 1;
                foot.pips
            }
            _ => self.ends.remove(&on).expect("an end"),
        };
        let free = tile.other(pips).expect("a tile that fits");
        self.count += 1;
        if tile.is_double() {
            self.foot = Some(Foot {
                number: self.count,
                pips: free,
                missing: 3,
            });
        } else {
            self.ends.insert(self.count, free);
        }
        self.foot = self
            .foot
            .take()
            .filter(|foot| foot.missing > 0 && !is_dead(foot.pips));
        free
    }

    /// The ends where any seat may play.
    pub(crate) fn ends(&self) -> Vec<End> {
        match &self.foot {
            Some(foot) => vec![(foot.number, foot.pips)],
            None => self
                .ends
                .iter()
                .map(|(number, pips)| (*number, *pips))
                .collect(),
        }
    }

    /// Why no tile may be played there.
    pub(crate) fn refusal(&self, on: usize) -> Option<&'static str> {
        let is_foot = self.foot.as_ref().is_some_and(|foot| foot.number == on);
        match &self.foot {
            _ if is_foot => None,
            _ if !self.ends.contains_key(&on) => Some("place"),
            Some(_) => Some("fill"),
            None => None,
        }
    }
}
