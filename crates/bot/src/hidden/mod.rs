//! Supposing where the hidden tiles lie, in a way that agrees with all that was seen.
//!
//! Before a round every order of the tiles is as likely as any other. Each draw and each pass
//! then rules some out: a seat that drew or passed had no tile for any open end, and the tiles
//! that it drew before the last fitted none either. Tiles that came later aren't bound by what
//! was shown before. So a hidden hand is a few *batches*, each of the tiles that came together,
//! and each with the tiles that can't be among them.

use boneyard_rules::{BySeat, Seat, Tile, TileSet};

use crate::chance::Chance;
use crate::knowledge::{Knowledge, Moment};

/// Tiles of one seat that came to it together.
#[derive(Clone, Debug, Default)]
pub(crate) struct Batch {
    /// The number of moments before it came.
    pub(crate) came: usize,
    /// How many of its tiles are still hidden.
    hidden: usize,
    /// What none of these can be.
    barred: TileSet,
    /// Its tiles, those that were played since included.
    pub(crate) tiles: TileSet,
}

/// One way in which the hidden tiles may lie.
#[derive(Clone, Debug)]
pub(crate) struct Supposition {
    pub(crate) hands: BySeat<TileSet>,
    /// Next to be drawn first.
    pub(crate) boneyard: Vec<Tile>,
    /// By seat number, of the other seats.
    pub(crate) batches: [Vec<Batch>; 4],
    /// The logarithm of how much more likely this is than how often it is drawn.
    pub(crate) log_weight: f32,
}

/// How often a supposition is begun anew that ran into a dead end. With the seats that have the
/// least choice served first that is rare.
const ATTEMPTS: usize = 200;

impl Supposition {
    /// Draws one. `None` if so many attempts met dead ends.
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
            // From the oldest batch, which most is barred from, to the newest: what an older
            // batch may hold a newer one may too, so none can take what only another could use.
            for batch in &mut batches[seat.index()] {
                let open = pool.difference(batch.barred);
                let taken = take(open, batch.hidden, chance, &mut log_weight)?;
                pool = pool.difference(taken);
                batch.tiles = batch.tiles.union(taken);
                hands[seat] = hands[seat].union(taken);
            }
            if hands[seat].len() != size || was_thrown_in(known, &batches[seat.index()]) {
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

    /// What a seat held before a moment.
    pub(crate) fn hand_before(&self, seat: Seat, moment: usize, played: TileSet) -> TileSet {
        self.batches[seat.index()]
            .iter()
            .filter(|batch| batch.came <= moment)
            .fold(TileSet::EMPTY, |hand, batch| hand.union(batch.tiles))
            .difference(played)
    }
}

/// Goes through the round: which batch each played tile came from, and what each batch can't be.
fn replay(known: &Knowledge, chance: &mut Chance, log_weight: &mut f32) -> Option<[Vec<Batch>; 4]> {
    let mut batches: [Vec<Batch>; 4] = std::array::from_fn(|_| Vec::new());
    for (seat, _) in known.others() {
        batches[seat.index()].push(Batch {
            came: 0,
            hidden: usize::from(known.rules.hand_size),
            barred: known.not_dealt,
            tiles: TileSet::EMPTY,
        });
    }
    for (now, moment) in known.moments.iter().enumerate() {
        match *moment {
            Moment::Played { seat, .. } | Moment::Stuck { seat, .. } if seat == known.seat => {}
            Moment::Played {
                seat, tile, drawn, ..
            } => {
                let batches = &mut batches[seat.index()];
                if drawn {
                    batches.push(Batch {
                        came: now,
                        tiles: TileSet::only(tile),
                        ..Batch::default()
                    });
                } else {
                    play_from(batches, tile, chance, log_weight)?;
                }
            }
            Moment::Stuck {
                seat,
                drawn,
                fitting,
            } => {
                let batches = &mut batches[seat.index()];
                for batch in batches.iter_mut() {
                    batch.barred = batch.barred.union(fitting);
                }
                if drawn > 0 {
                    batches.push(Batch {
                        came: now + 1,
                        hidden: drawn,
                        barred: fitting,
                        tiles: TileSet::EMPTY,
                    });
                }
            }
        }
    }
    Some(batches)
}

/// Chooses the batch that a played tile came from, each hidden place of them as likely as any.
fn play_from(
    batches: &mut [Batch],
    tile: Tile,
    chance: &mut Chance,
    log_weight: &mut f32,
) -> Option<()> {
    let may = |batch: &Batch| {
        if batch.barred.contains(tile) {
            0
        } else {
            batch.hidden
        }
    };
    let places: usize = batches.iter().map(may).sum();
    let mut place = chance.below(places);
    let batch = batches.iter_mut().find(|batch| {
        let here = place < may(batch);
        place = place.saturating_sub(may(batch));
        here
    })?;
    batch.hidden -= 1;
    batch.tiles.insert(tile);
    *log_weight += (places as f32).ln();
    Some(())
}

/// Whether the tiles would have been dealt again, as this hand was dealt too many doubles.
fn was_thrown_in(known: &Knowledge, batches: &[Batch]) -> bool {
    let redeal_at = usize::from(known.rules.redeal_doubles);
    redeal_at > 0
        && batches
            .first()
            .is_some_and(|dealt| dealt.tiles.intersection(TileSet::DOUBLES).len() >= redeal_at)
}

/// How many more tiles a seat could hold than it does: who has least choice.
fn slack(batches: &[Batch], pool: TileSet) -> usize {
    batches
        .iter()
        .map(|batch| {
            pool.difference(batch.barred)
                .len()
                .saturating_sub(batch.hidden)
        })
        .min()
        .unwrap_or(usize::MAX)
}

/// Takes so many tiles out of a set at random; `None` if there aren't enough.
fn take(
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
