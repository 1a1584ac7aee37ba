//! Decisions without thinking ahead.

use boneyard_rules::TileSet;
use boneyard_rules::line::view::Offer;

use crate::chance::Chance;
use crate::line::heuristic::{PlayContext, Weights};
use crate::line::knowledge::Knowledge;

/// The share of decisions in which a beginner compares the plays. Otherwise a beginner plays at random.
const BEGINNER_COMPARES: f32 = 0.3;

/// A seat with at least this number of doubles gives the lead to its partner. Playouts of 8,000 hands of
/// seven tiles compared keeping the lead with giving it. If the seat kept the lead with three doubles, its
/// side won 3 rounds of 100 fewer; with four doubles, 5 fewer; with two doubles, as many; with one or none, 1
/// or 2 more.
const DOUBLES_TO_GIVE_LEAD: usize = 3;

/// Whether a seat with this hand gives the lead to its partner.
pub(crate) fn gives_lead(hand: TileSet) -> bool {
    hand.intersection(TileSet::DOUBLES).len() >= DOUBLES_TO_GIVE_LEAD
}

/// A beginner's choice: usually a random play, otherwise the play with the most points. Of plays with
/// equal points, a double is chosen first, and then the heaviest tile.
pub(crate) fn beginner(known: &Knowledge, offers: &[Offer], chance: &mut Chance) -> Option<Offer> {
    if !chance.happens(BEGINNER_COMPARES) {
        return offers.get(chance.below(offers.len())).copied();
    }
    let priority = |offer: &&Offer| {
        let points = known.points(offer.tile, offer.arm);
        (points, offer.tile.is_double(), offer.tile.weight())
    };
    offers.iter().max_by_key(priority).copied()
}

/// The play with the highest appeal. Among plays with the same appeal, chance decides.
pub(crate) fn casual(known: &Knowledge, offers: &[Offer], chance: &mut Chance) -> Option<Offer> {
    let context = PlayContext {
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
        let tie_break = chance.unit() * 0.01;
        let appeal = context.appeal(&Weights::CASUAL, offer.tile, offer.arm) + tie_break;
        if appeal > most {
            (best, most) = (Some(*offer), appeal);
        }
    }
    best
}
