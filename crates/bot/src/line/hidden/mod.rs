//! Suppositions: random arrangements of the hidden tiles that agree with everything that the seat has
//! seen.
//!
//! Before a round every order of the tiles is equally likely. Draws and passes then exclude some orders. A
//! seat that drew or passed had no tile for any open end, and of the tiles that it drew only the last one
//! can fit. What a seat showed before a draw doesn't limit the tiles of this draw. So a hidden hand
//! consists of *batches*. A batch is a group of tiles that the seat got together. Each batch has a set of
//! excluded tiles, which can't be in the batch.

use boneyard_rules::line::BySeat;
use boneyard_rules::{Seat, Tile, TileSet};

use crate::chance::Chance;
use crate::line::knowledge::{Knowledge, Observation};

/// Tiles that a seat got together.
#[derive(Clone, Debug, Default)]
pub(crate) struct Batch {
    /// The number of observations before the seat got the batch.
    pub(crate) arrival: usize,
    /// The number of the batch's tiles that are still hidden.
    hidden: usize,
    /// The tiles that can't be among the hidden tiles of the batch.
    excluded: TileSet,
    /// The known or supposed tiles of the batch, including those that were played later.
    pub(crate) tiles: TileSet,
}

/// One arrangement of the hidden tiles.
#[derive(Clone, Debug)]
pub(crate) struct Supposition {
    pub(crate) hands: BySeat<TileSet>,
    /// The boneyard, in the order of drawing.
    pub(crate) boneyard: Vec<Tile>,
    /// The batches of the other seats, by seat number.
    pub(crate) batches: [Vec<Batch>; 4],
    /// The logarithm of a quotient: the true probability of the arrangement, divided by the probability
    /// that this module draws it.
    pub(crate) log_weight: f32,
}

/// The limit of attempts to draw a supposition. An attempt fails if a seat needs a tile and no tile is
/// left that it can have. This is rare, because the seats with the fewest possible tiles are dealt first.
const ATTEMPTS: usize = 200;

impl Supposition {
    /// Draws a supposition; `None` if all attempts fail.
    pub(crate) fn draw(known: &Knowledge, chance: &mut Chance) -> Option<Self> {
        (0..ATTEMPTS).find_map(|_| Self::attempt(known, chance))
    }

    fn attempt(known: &Knowledge, chance: &mut Chance) -> Option<Self> {
        let mut log_weight = 0.0;
        let mut batches = replay(known, chance, &mut log_weight)?;
        let mut pool = known.unseen;
        let mut seats: Vec<_> = known.others().collect();
        seats.sort_by_key(|&(seat, _)| slack(&batches[seat.index()], pool));
        let mut hands = BySeat::from_fn(known.rules.seating, |_| TileSet::EMPTY);
        hands[known.seat] = known.hand;
        for (seat, size) in seats {
            // The batches are filled from the oldest to the newest. An older batch excludes at least the
            // tiles that a newer batch excludes, so the batch with the fewest possible tiles is filled
            // first.
            for batch in &mut batches[seat.index()] {
                let open = pool.difference(batch.excluded);
                let taken = draw_tiles(open, batch.hidden, chance, &mut log_weight)?;
                pool = pool.difference(taken);
                batch.tiles = batch.tiles.union(taken);
                hands[seat] = hands[seat].union(taken);
            }
            if hands[seat].len() != size || has_too_many_doubles(known, &batches[seat.index()]) {
                return None;
            }
        }
        let mut boneyard: Vec<Tile> = pool.iter().collect();
        chance.shuffle(&mut boneyard);
        Some(Self {
            hands,
            boneyard,
            batches,
            log_weight,
        })
    }

    /// The hand that a seat had before an observation, when the seat had already played the tiles `played`.
    pub(crate) fn hand_before(&self, seat: Seat, observation: usize, played: TileSet) -> TileSet {
        self.batches[seat.index()]
            .iter()
            .filter(|batch| batch.arrival <= observation)
            .fold(TileSet::EMPTY, |hand, batch| hand.union(batch.tiles))
            .difference(played)
    }
}

/// Goes through the observations of the round. Finds the batch of each played tile, and the tiles that
/// each batch can't contain.
fn replay(known: &Knowledge, chance: &mut Chance, log_weight: &mut f32) -> Option<[Vec<Batch>; 4]> {
    let mut batches: [Vec<Batch>; 4] = std::array::from_fn(|_| Vec::new());
    for (seat, _) in known.others() {
        batches[seat.index()].push(Batch {
            arrival: 0,
            hidden: usize::from(known.rules.hand_size),
            excluded: known.not_dealt,
            tiles: TileSet::EMPTY,
        });
    }
    for (now, observation) in known.observations.iter().enumerate() {
        match *observation {
            Observation::Played { seat, .. } | Observation::CouldNotPlay { seat, .. }
                if seat == known.seat => {}
            Observation::Played {
                seat, tile, drawn, ..
            } => {
                let batches = &mut batches[seat.index()];
                if drawn {
                    batches.push(Batch {
                        arrival: now,
                        tiles: TileSet::only(tile),
                        ..Batch::default()
                    });
                } else {
                    take_from_batch(batches, tile, chance, log_weight)?;
                }
            }
            Observation::CouldNotPlay {
                seat,
                drawn,
                fitting,
            } => {
                let batches = &mut batches[seat.index()];
                for batch in batches.iter_mut() {
                    batch.excluded = batch.excluded.union(fitting);
                }
                if drawn > 0 {
                    batches.push(Batch {
                        arrival: now + 1,
                        hidden: drawn,
                        excluded: fitting,
                        tiles: TileSet::EMPTY,
                    });
                }
            }
        }
    }
    Some(batches)
}

/// Chooses the batch that a played tile came from. Each hidden tile of the batches is equally likely to
/// be the played one.
fn take_from_batch(
    batches: &mut [Batch],
    tile: Tile,
    chance: &mut Chance,
    log_weight: &mut f32,
) -> Option<()> {
    let may = |batch: &Batch| {
        if batch.excluded.contains(tile) {
            0
        } else {
            batch.hidden
        }
    };
    let places: usize = batches.iter().map(may).sum();
    let mut place = chance.below(places);
    let batch = batches.iter_mut().find(|batch| {
        let is_here = place < may(batch);
        place = place.saturating_sub(may(batch));
        is_here
    })?;
    batch.hidden -= 1;
    batch.tiles.insert(tile);
    *log_weight += (places as f32).ln();
    Some(())
}

/// Whether the supposed hand is impossible because its dealt tiles have so many doubles that the tiles
/// would have been dealt again.
fn has_too_many_doubles(known: &Knowledge, batches: &[Batch]) -> bool {
    let redeal_at = usize::from(known.rules.redeal_doubles);
    redeal_at > 0
        && batches
            .first()
            .is_some_and(|dealt| dealt.tiles.intersection(TileSet::DOUBLES).len() >= redeal_at)
}

/// The number of spare tiles of the batch that has the fewest spare tiles. A batch's spare tiles are the
/// tiles that it can contain, minus the number of tiles that it still needs. The seat with the smallest
/// result is dealt first.
fn slack(batches: &[Batch], pool: TileSet) -> usize {
    batches
        .iter()
        .map(|batch| {
            pool.difference(batch.excluded)
                .len()
                .saturating_sub(batch.hidden)
        })
        .min()
        .unwrap_or(usize::MAX)
}

/// Draws `count` random tiles from a set; `None` if there aren't enough.
fn draw_tiles(
    mut from: TileSet,
    count: usize,
    chance: &mut Chance,
    log_weight: &mut f32,
) -> Option<TileSet> {
    let mut taken = TileSet::EMPTY;
    for _ in 0..count {
        let tile = from.iter().nth(chance.below(from.len()))?;
        *log_weight += (from.len() as f32).ln();
        from.remove(tile);
        taken.insert(tile);
    }
    Some(taken)
}

#[cfg(test)]
mod tests;
