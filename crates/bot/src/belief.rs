//! How likely each supposition is, by what the other seats chose to play.

use boneyard_rules::{ArmId, Layout, Round, Tile, TileSet};

use crate::chance::Chance;
use crate::hidden::Supposition;
use crate::knowledge::{Knowledge, Moment};
use crate::taste::{Scene, Taste};

/// How many pips of appeal make a choice e times as likely. Players that think choose less
/// by appeal than a greedy one.
const WARMTH: f32 = 2.0;

/// The part of choices that follows no taste at all.
const STRAY: f32 = 0.05;

/// A number of suppositions, each as likely as its weight.
#[derive(Debug)]
pub(crate) struct Belief {
    worlds: Vec<Round>,
    /// The sums of the weights up to each.
    sums: Vec<f32>,
}

impl Belief {
    /// Draws so many suppositions. With `heedful`, they are weighed by what the others chose.
    pub(crate) fn new(known: &Knowledge, count: usize, heedful: bool, chance: &mut Chance) -> Self {
        let drawn = (0..count).filter_map(|_| {
            let supposition = Supposition::draw(known, chance)?;
            let round = known.suppose(&supposition.hands, &supposition.boneyard)?;
            let choices = if heedful {
                log_likelihood(known, &supposition)
            } else {
                0.0
            };
            Some((round, supposition.log_weight + choices))
        });
        let (mut worlds, mut logs): (Vec<_>, Vec<_>) = drawn.unzip();
        if worlds.is_empty() {
            // Can't be for a view that a match made; any arrangement is better than no play.
            worlds.push(known.any.clone());
            logs.push(0.0);
        }
        let top = logs.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let mut sum = 0.0;
        let sums = logs
            .iter()
            .map(|log| {
                sum += (log - top).exp();
                sum
            })
            .collect();
        Self { worlds, sums }
    }

    /// One of them, as often as it is likely.
    pub(crate) fn pick(&self, chance: &mut Chance) -> &Round {
        let total = self.sums.last().copied().unwrap_or(0.0);
        let at = chance.unit() * total;
        let place = self.sums.partition_point(|&sum| sum <= at);
        &self.worlds[place.min(self.worlds.len() - 1)]
    }
}

/// The logarithm of the probability that the other seats played as they did.
fn log_likelihood(known: &Knowledge, supposition: &Supposition) -> f32 {
    let mut played = TileSet::EMPTY;
    let mut log = 0.0;
    for (now, moment) in known.moments.iter().enumerate() {
        let Moment::Played {
            seat,
            tile,
            arm,
            ref before,
            score,
            drawn,
            free,
        } = *moment
        else {
            continue;
        };
        if seat != known.seat && free && !drawn {
            let hand = supposition.hand_before(seat, now, played);
            let scene = Scene {
                rules: &known.rules,
                layout: before,
                hand,
                unseen: TileSet::EMPTY,
                score,
                opponent: None,
            };
            log += log_choice(&scene, tile, arm);
        }
        played.insert(tile);
    }
    log
}

/// The logarithm of the probability that a seat chooses this of all that it may play.
fn log_choice(scene: &Scene<'_>, tile: Tile, arm: Option<ArmId>) -> f32 {
    let mut options = 0;
    let mut sum = 0.0;
    let chosen = scene.appeal(&Taste::CASUAL, tile, arm);
    for (tile, arm) in playable(scene.layout, scene.hand) {
        options += 1;
        // A larger difference than this tells nothing more, and would overflow.
        let ahead = (scene.appeal(&Taste::CASUAL, tile, arm) - chosen) / WARMTH;
        sum += ahead.min(30.0).exp();
    }
    if options < 2 {
        return 0.0;
    }
    ((1.0 - STRAY) / sum + STRAY / options as f32).ln()
}

/// Where each tile of a supposed hand could have gone.
fn playable(layout: &Layout, hand: TileSet) -> impl Iterator<Item = (Tile, Option<ArmId>)> + '_ {
    let lead = if layout.first().is_none() {
        hand
    } else {
        TileSet::EMPTY
    };
    let joins = layout.ends().flat_map(move |end| {
        let fitting = hand.intersection(TileSet::with(end.pips));
        fitting.iter().map(move |tile| (tile, Some(end.arm)))
    });
    lead.iter().map(|tile| (tile, None)).chain(joins)
}
