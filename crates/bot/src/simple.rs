//! The levels that don't think ahead.

use boneyard_rules::view::Offer;

use crate::chance::Chance;
use crate::knowledge::Knowledge;
use crate::taste::{Scene, Taste};

/// How often a beginner sees which play is good, in tenths.
const BEGINNER_SEES: f32 = 0.3;

/// Of the offers, what a beginner plays: anything, but now and then a double, points or the
/// heaviest tile, because they please.
pub(crate) fn beginner(known: &Knowledge, offers: &[Offer], chance: &mut Chance) -> Option<Offer> {
    if !chance.happens(BEGINNER_SEES) {
        return offers.get(chance.below(offers.len())).copied();
    }
    let pleasure = |offer: &&Offer| {
        let points = known.points(offer.tile, offer.arm);
        (points, offer.tile.is_double(), offer.tile.weight())
    };
    offers.iter().max_by_key(pleasure).copied()
}

/// Of the offers, the one that looks best; of equal ones any.
pub(crate) fn casual(known: &Knowledge, offers: &[Offer], chance: &mut Chance) -> Option<Offer> {
    let scene = Scene {
        rules: &known.rules,
        layout: &known.layout,
        hand: known.hand,
        unseen: known.unseen,
        score: known.score(),
        opponent: None,
    };
    let mut best = None;
    let mut most = f32::NEG_INFINITY;
    for offer in offers {
        let whim = chance.unit() * 0.01;
        let appeal = scene.appeal(&Taste::CASUAL, offer.tile, offer.arm) + whim;
        if appeal > most {
            (best, most) = (Some(*offer), appeal);
        }
    }
    best
}
