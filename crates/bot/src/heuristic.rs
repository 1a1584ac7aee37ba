//! What makes a placement look good at first sight: points, heavy tiles, doubles, open suits, and
//! what the next player could make of it.
//!
//! The casual player plays by it, playouts follow it, and it says how likely an opponent was to
//! choose what it chose.

use boneyard_rules::counting::{Count, play_points};
use boneyard_rules::rules::{PointUnit, Variant};
use boneyard_rules::{ArmId, Layout, Pips, Placement, Round, Rules, Seat, Term, Tile, TileSet};

/// How much each feature of a placement counts, in pips.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Weights {
    /// For a point that is worth a pip.
    pub(crate) points: f32,
    /// For going out, beside the points.
    pub(crate) out: f32,
    /// For each pip of the tile's weight.
    pub(crate) weight: f32,
    /// For a double, which fits fewer ends than other tiles.
    pub(crate) double: f32,
    /// For each tile left in the hand that fits the new layout.
    pub(crate) follow: f32,
    /// For each number of pips that the rest of the hand still has.
    pub(crate) variety: f32,
    /// If the next opponent is known to lack every new end.
    pub(crate) shut_out: f32,
    /// For each point that the others can be expected to make next, to be denied.
    pub(crate) deny: f32,
    /// For each point of the best play that the rest of the hand would have.
    pub(crate) reach: f32,
}

impl Weights {
    /// Greedy, with no thought for the others.
    pub(crate) const CASUAL: Self = Self {
        points: 1.0,
        out: 20.0,
        weight: 0.4,
        double: 2.0,
        follow: 0.7,
        variety: 0.5,
        shut_out: 0.0,
        deny: 0.0,
        reach: 0.0,
    };

    /// With an eye on the others: what playouts follow where plays score. The numbers come from
    /// climbing in the share of matches won against [`Self::CASUAL`]: it wins 66 % in All Fives.
    const COUNTING: Self = Self {
        points: 1.0,
        out: 20.0,
        weight: 0.2,
        double: 4.0,
        follow: 0.8,
        variety: 0.7,
        shut_out: 8.0,
        deny: 0.4,
        reach: 0.14,
    };

    /// What playouts follow where only the end of a round scores. The numbers come from single
    /// rounds against [`Self::COUNTING`], in games of pips and in games of wins: in all of them a
    /// heavy tile, a double and what keeps the rest of the hand alive are worth two to four times
    /// as much beside chance.
    const BLOCKING: Self = Self {
        weight: 0.9,
        double: 12.0,
        follow: 2.4,
        variety: 2.1,
        ..Self::COUNTING
    };

    /// What playouts follow by these rules.
    pub(crate) fn keen(rules: &Rules) -> &'static Self {
        if rules.variant.counts() {
            &Self::COUNTING
        } else {
            &Self::BLOCKING
        }
    }
}

/// What a player sees when it weighs a placement.
#[derive(Clone, Copy)]
pub(crate) struct Scene<'a> {
    pub(crate) rules: &'a Rules,
    pub(crate) layout: &'a Layout,
    /// Its tiles.
    pub(crate) hand: TileSet,
    /// The tiles in the other hands and in the boneyard.
    pub(crate) unseen: TileSet,
    /// Points that its side has.
    pub(crate) score: u16,
    /// The next seat of another side, and where its lacks are known.
    pub(crate) opponent: Option<(&'a Round, Seat)>,
}

/// What winning the match on the spot is worth, in pips: more than anything else.
const VICTORY: f32 = 1_000.0;

/// How many tiles an opponent holds that may score, for what it can be expected to make.
const TILES_TO_FEAR: f32 = 7.0;

impl<'a> Scene<'a> {
    /// The seat on turn, as it sees a round.
    pub(crate) fn of(rules: &'a Rules, round: &'a Round, score: u16) -> Self {
        let turn = round.turn();
        Self {
            rules,
            layout: round.layout(),
            hand: round.hand(turn),
            unseen: round.unplayed().difference(round.hand(turn)),
            score,
            // The next seat is an opponent's in every seating.
            opponent: Some((round, rules.seating.next(turn))),
        }
    }

    /// How good a placement looks, in pips.
    pub(crate) fn appeal(&self, weights: &Weights, tile: Tile, arm: Option<ArmId>) -> f32 {
        let layout = layout_after(*self.layout, tile, arm);
        let mut rest = self.hand;
        rest.remove(tile);
        let count = layout.count();
        let mut appeal = self.points_appeal(weights, &count);
        if rest.is_empty() {
            return appeal + weights.out;
        }
        if !self.rules.going_out_point {
            appeal += weights.weight * f32::from(tile.weight());
        }
        if tile.is_double() {
            appeal += weights.double;
        }
        let fitting = layout.fitting();
        appeal += weights.follow * rest.intersection(fitting).len() as f32;
        appeal += weights.variety * variety(rest) as f32;
        if weights.deny > 0.0 && self.rules.variant.counts() {
            let (theirs, own) = self.prospects(&layout, &count, rest);
            appeal += (weights.reach * own - weights.deny * theirs) * pips_a_point(self.rules);
        }
        if weights.shut_out > 0.0 && self.shuts_out(&layout) {
            appeal += weights.shut_out;
        }
        appeal
    }

    fn points_appeal(&self, weights: &Weights, count: &Count) -> f32 {
        if !self.rules.variant.counts() {
            return 0.0;
        }
        let points = play_points(self.rules, count.total());
        match self.rules.score_after(self.score, points) {
            _ if points == 0 => 0.0,
            None => 0.0,
            Some(score) if score >= self.rules.target => VICTORY,
            Some(_) => weights.points * f32::from(points) * pips_a_point(self.rules),
        }
    }

    /// The points that the others can be expected to make next, and the most that the rest of the
    /// hand could.
    fn prospects(&self, layout: &Layout, count: &Count, rest: TileSet) -> (f32, f32) {
        let total = count.total();
        let alone = count.terms().nth(1).is_none();
        let mut theirs = [0_u16; Tile::COUNT];
        let mut own = 0;
        for end in layout.ends() {
            // What covers a lone double leaves it in the count.
            let covered = count.terms().find(|term| term.arm == end.arm && !alone);
            let total = total - covered.map_or(0, Term::value);
            let others = if self.is_lacked(end.pips) {
                TileSet::EMPTY
            } else {
                self.unseen
            };
            for tile in rest.union(others).intersection(TileSet::with(end.pips)) {
                let halves = if tile.is_double() { 2 } else { 1 };
                let free = tile.opposite(end.pips).map_or(0, Pips::get);
                let points = play_points(self.rules, total + u16::from(free) * halves);
                if rest.contains(tile) {
                    own = points.max(own);
                } else {
                    let best = &mut theirs[tile.index()];
                    *best = points.max(*best);
                }
            }
        }
        let sum: u16 = theirs.iter().sum();
        let a_tile = f32::from(sum) / self.unseen.len().max(1) as f32;
        (a_tile * TILES_TO_FEAR, f32::from(own))
    }

    fn is_lacked(&self, pips: Pips) -> bool {
        self.opponent
            .is_some_and(|(round, seat)| round.is_known_to_lack(seat, pips))
    }

    /// Whether the next opponent is known to have nothing for any end, and is the worse for it.
    /// While it draws until it can play, and tiles left over cost nothing, it only gets more to
    /// choose from.
    fn shuts_out(&self, layout: &Layout) -> bool {
        let draws = self.rules.variant != Variant::Block
            && self
                .opponent
                .is_some_and(|(round, _)| round.boneyard().len() > usize::from(self.rules.reserve));
        let draws_for_nothing = draws && self.rules.going_out_point;
        !draws_for_nothing && layout.ends().all(|end| self.is_lacked(end.pips))
    }
}

/// The layout after a tile is laid; the same layout where it doesn't fit.
pub(crate) fn layout_after(mut layout: Layout, tile: Tile, arm: Option<ArmId>) -> Layout {
    match arm {
        None => layout.lead(tile),
        Some(arm) => {
            let _ = layout.join(tile, arm);
        }
    }
    layout
}

/// How many numbers of pips a hand has.
fn variety(hand: TileSet) -> usize {
    Pips::ALL
        .into_iter()
        .filter(|&pips| !hand.intersection(TileSet::with(pips)).is_empty())
        .count()
}

/// What a point is worth beside the pips of a tile.
fn pips_a_point(rules: &Rules) -> f32 {
    match (rules.variant, rules.point_unit) {
        (Variant::FivesAndThrees, _) | (_, PointUnit::Fives) => 5.0,
        _ => 1.0,
    }
}

/// The placements of the seat on turn with their appeal; of two that come to the same thing
/// only the first.
pub(crate) fn weighed(
    rules: &Rules,
    round: &Round,
    score: u16,
    weights: &Weights,
    into: &mut Vec<(Placement, f32)>,
) {
    into.clear();
    let scene = Scene::of(rules, round, score);
    for placement in distinct(round) {
        into.push((
            placement,
            scene.appeal(weights, placement.tile(), placement.arm()),
        ));
    }
}

/// The placements of the seat on turn, but for those on an arm whose end is the same as another
/// arm's, so that they lead to the same game.
pub(crate) fn distinct(round: &Round) -> impl Iterator<Item = Placement> + '_ {
    let twins = twin_arms(round.layout());
    round
        .placements()
        .filter(move |placement| placement.arm().is_none_or(|arm| !twins[arm as usize]))
}

/// For each arm, whether an earlier one ends in the same way: with the same pips, and the same
/// part in the count.
fn twin_arms(layout: &Layout) -> [bool; 4] {
    let mut twins = [false; 4];
    let mut seen = [(None, None); 4];
    let count = layout.count();
    for (place, end) in layout.ends().enumerate() {
        let term = count.terms().find(|term| term.arm == end.arm);
        let this = (Some(end.pips), term.map(|term| (term.pips, term.double)));
        twins[end.arm as usize] = seen[..place].contains(&this);
        seen[place] = this;
    }
    twins
}

/// Whether two arms end in the same way, so that a tile on either leads to the same game.
pub(crate) fn same_end(layout: &Layout, one: Option<ArmId>, other: Option<ArmId>) -> bool {
    let ending = |arm: Option<ArmId>| {
        let term = layout.count().terms().find(|term| Some(term.arm) == arm);
        let pips = arm.and_then(|arm| layout.end(arm));
        (pips, term.map(|term| (term.pips, term.double)))
    };
    one == other || ending(one) == ending(other)
}

#[cfg(test)]
mod tests {
    use boneyard_rules::{Match, Need, Preset};

    use super::*;
    use crate::chance::Chance;

    /// How often the next seat is shut out, of plays that leave it nothing for any end, while there
    /// is a tile to draw or while there is none.
    fn shut_out(rules: &Rules, to_draw: bool) -> (usize, usize) {
        let (mut shut, mut lacking) = (0, 0);
        for seed in 0..200 {
            let mut chance = Chance::new(seed);
            let mut game = Match::new(rules);
            while let Need::Deal = game.needs() {
                game.deal(&chance.order(game.rules().tile_set))
                    .expect("a deal");
            }
            while let (Need::Play(seat), Some(round)) = (game.needs(), game.round()) {
                let scene = Scene::of(rules, round, 0);
                let mut plays: Vec<_> = distinct(round).collect();
                let counted = round.boneyard().is_empty() != to_draw;
                for play in plays.iter().filter(|_| counted) {
                    let layout = layout_after(*round.layout(), play.tile(), play.arm());
                    lacking += usize::from(layout.ends().all(|end| scene.is_lacked(end.pips)));
                    shut += usize::from(scene.shuts_out(&layout));
                }
                let play = plays.swap_remove(chance.below(plays.len()));
                game.play(seat, play.into()).expect("it is offered");
            }
        }
        (shut, lacking)
    }

    #[test]
    fn who_draws_and_loses_nothing_by_it_is_not_shut_out() {
        let (shut, lacking) = shut_out(Preset::DRAW.rules(), true);
        assert!(lacking > 0 && shut == lacking, "{shut} of {lacking}");
        let (shut, lacking) = shut_out(Preset::FIVES_AND_THREES.rules(), true);
        assert!(lacking > 0 && shut == 0, "{shut} of {lacking}");
        let (shut, lacking) = shut_out(Preset::FIVES_AND_THREES.rules(), false);
        assert!(lacking > 0 && shut == lacking, "{shut} of {lacking}");
    }
}
