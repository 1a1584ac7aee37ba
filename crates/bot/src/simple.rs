//! What is decided without thinking ahead.

use boneyard_rules::TileSet;
use boneyard_rules::view::Offer;

use crate::chance::Chance;
use crate::heuristic::{Scene, Weights};
use crate::knowledge::Knowledge;

/// How often a beginner sees which play is good, in tenths.
const BEGINNER_SEES: f32 = 0.3;

/// With so many doubles it is better to have the partner lead. In play-outs of 8,000 hands of seven
/// the leader's side wins 3 rounds of 100 less with three doubles than if it gives the lead, and 5
/// less with four; with two it makes no difference, and with one or none it wins 1 or 2 more.
const DOUBLES_TO_GIVE_LEAD: usize = 3;

/// Whether to have the partner lead.
pub(crate) fn gives_lead(hand: TileSet) -> bool {
    hand.intersection(TileSet::DOUBLES).len() >= DOUBLES_TO_GIVE_LEAD
}

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
        let appeal = scene.appeal(&Weights::CASUAL, offer.tile, offer.arm) + whim;
        if appeal > most {
            (best, most) = (Some(*offer), appeal);
        }
    }
    best
}
