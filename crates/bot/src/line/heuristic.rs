//! The *appeal* of a play: an estimate of its value without thinking ahead. It depends on points, heavy
//! tiles, doubles, the suits that stay in the hand, and the next player's possible answers.
//!
//! The casual level plays by the appeal, playouts follow it, and the probability of an opponent's choice
//! is computed from it.

use boneyard_rules::line::counting::{Count, play_points};
use boneyard_rules::line::rules::{PointUnit, Variant};
use boneyard_rules::line::{ArmId, Layout, Placement, Round, Rules, Term};
use boneyard_rules::{Pips, Seat, Tile, TileSet};

/// The weight of each feature of a play, in pips.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Weights {
    /// The weight of each point, before it is multiplied by [`pips_per_point`].
    pub(crate) points: f32,
    /// The weight of going out, in addition to the points.
    pub(crate) out: f32,
    /// The weight of each pip of the played tile.
    pub(crate) weight: f32,
    /// The weight of playing a double, because doubles fit fewer ends than other tiles.
    pub(crate) double: f32,
    /// The weight of each tile in the rest of the hand that fits an open end after the play.
    pub(crate) follow: f32,
    /// The weight of each number of pips that still occurs in the rest of the hand.
    pub(crate) variety: f32,
    /// The weight of shutting out the next opponent: the opponent is known to have no tile for any open
    /// end.
    pub(crate) shut_out: f32,
    /// The weight of each point that the other seats are expected to score next. It is subtracted from the
    /// appeal.
    pub(crate) deny: f32,
    /// The weight of each point that the best next play of the rest of the hand would score.
    pub(crate) reach: f32,
}

impl Weights {
    /// The weights of a greedy player, which ignores what the other seats can do.
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

    /// The weights for playouts in games in which plays score. With these weights a player considers the
    /// other seats. The numbers were chosen by hill climbing, for the highest share of matches won against
    /// [`Self::CASUAL`]. This share is 66 % in All Fives.
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

    /// The weights for playouts in games in which only the end of a round scores. The numbers were found
    /// by playing single rounds against [`Self::COUNTING`] in several such games. Compared with
    /// [`Self::COUNTING`], heavy tiles, doubles and tiles that can still be played weigh three to five
    /// times as much. So the random part of a playout matters less.
    const BLOCKING: Self = Self {
        weight: 0.9,
        double: 12.0,
        follow: 2.4,
        variety: 2.1,
        ..Self::COUNTING
    };

    /// The weights that playouts follow under these rules.
    pub(crate) fn for_playouts(rules: &Rules) -> &'static Self {
        if rules.variant.counts() {
            &Self::COUNTING
        } else {
            &Self::BLOCKING
        }
    }
}

/// The facts from which a player computes the appeal of a play.
#[derive(Clone, Copy)]
pub(crate) struct PlayContext<'a> {
    pub(crate) rules: &'a Rules,
    pub(crate) layout: &'a Layout,
    /// The player's hand.
    pub(crate) hand: TileSet,
    /// The tiles in the other hands and in the boneyard.
    pub(crate) unseen: TileSet,
    /// The points of the player's side.
    pub(crate) score: u16,
    /// The round, and the next seat, which is an opponent. The round lists the pips that this seat is
    /// known not to have.
    pub(crate) opponent: Option<(&'a Round, Seat)>,
}

/// The appeal of winning the match at once, in pips; larger than all other terms together.
const VICTORY: f32 = 1_000.0;

/// The expected points of an opponent are the mean points of one unseen tile, multiplied by this number of
/// tiles.
const OPPONENT_TILES: f32 = 7.0;

impl<'a> PlayContext<'a> {
    /// The facts that the seat on turn considers, in a round in which all tiles are known.
    pub(crate) fn of(rules: &'a Rules, round: &'a Round, score: u16) -> Self {
        let turn = round.turn();
        Self {
            rules,
            layout: round.layout(),
            hand: round.hand(turn),
            unseen: round.unplayed().difference(round.hand(turn)),
            score,
            // In every seating the next seat is an opponent.
            opponent: Some((round, rules.seating.next(turn))),
        }
    }

    /// The appeal of a play, in pips.
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
            appeal += (weights.reach * own - weights.deny * theirs) * pips_per_point(self.rules);
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
            Some(_) => weights.points * f32::from(points) * pips_per_point(self.rules),
        }
    }

    /// The points that the other seats are expected to score next, and the highest number of points that
    /// the rest of the hand could then score.
    fn prospects(&self, layout: &Layout, count: &Count, rest: TileSet) -> (f32, f32) {
        let total = count.total();
        let alone = count.terms().nth(1).is_none();
        let mut theirs = [0_u16; Tile::DOUBLE_NINE];
        let mut own = 0;
        for end in layout.ends() {
            // If the lead is a double without neighbours, a tile that is joined to it doesn't remove the
            // double from the count.
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
        (a_tile * OPPONENT_TILES, f32::from(own))
    }

    fn is_lacked(&self, pips: Pips) -> bool {
        self.opponent
            .is_some_and(|(round, seat)| round.is_known_to_lack(seat, pips))
    }

    /// Whether this layout shuts out the next opponent: the opponent is known to have no tile for any open
    /// end, and this is bad for the opponent. It isn't bad if the opponent may draw and tiles left in the
    /// hand cost no points, because drawn tiles then only give the opponent more choices.
    fn shuts_out(&self, layout: &Layout) -> bool {
        let draws = self.rules.variant != Variant::Block
            && self
                .opponent
                .is_some_and(|(round, _)| round.boneyard().len() > usize::from(self.rules.reserve));
        let draws_for_nothing = draws && self.rules.going_out_point;
        !draws_for_nothing && layout.ends().all(|end| self.is_lacked(end.pips))
    }
}

/// The layout after a tile is played on it. If the tile doesn't fit, the layout is unchanged.
pub(crate) fn layout_after(mut layout: Layout, tile: Tile, arm: Option<ArmId>) -> Layout {
    match arm {
        None => layout.lead(tile),
        Some(arm) => {
            let _ = layout.join(tile, arm);
        }
    }
    layout
}

/// The number of different pips in a hand.
fn variety(hand: TileSet) -> usize {
    Pips::ALL
        .into_iter()
        .filter(|&pips| !hand.intersection(TileSet::with(pips)).is_empty())
        .count()
}

/// How many pips of appeal a point is worth.
fn pips_per_point(rules: &Rules) -> f32 {
    match (rules.variant, rules.point_unit) {
        (Variant::FivesAndThrees, _) | (_, PointUnit::Fives) => 5.0,
        _ => 1.0,
    }
}

/// Fills `into` with the plays of the seat on turn, each with its appeal. If several plays are
/// equivalent, only the first of them is included.
pub(crate) fn rate_plays(
    rules: &Rules,
    round: &Round,
    score: u16,
    weights: &Weights,
    into: &mut Vec<(Placement, f32)>,
) {
    into.clear();
    let context = PlayContext::of(rules, round, score);
    for placement in distinct_plays(round) {
        into.push((
            placement,
            context.appeal(weights, placement.tile(), placement.arm()),
        ));
    }
}

/// The plays of the seat on turn. If several arms have equivalent ends, only plays on the first of these
/// arms are included.
pub(crate) fn distinct_plays(round: &Round) -> impl Iterator<Item = Placement> + '_ {
    let equivalent = equivalent_arms(round.layout());
    round
        .placements()
        .filter(move |placement| placement.arm().is_none_or(|arm| !equivalent[arm as usize]))
}

/// For each arm, whether an earlier arm has an equivalent end. Equivalent ends have the same pips and the
/// same term in the count.
fn equivalent_arms(layout: &Layout) -> [bool; 4] {
    let mut equivalent = [false; 4];
    let mut seen = [(None, None); 4];
    let count = layout.count();
    for (place, end) in layout.ends().enumerate() {
        let term = count.terms().find(|term| term.arm == end.arm);
        let this = (Some(end.pips), term.map(|term| (term.pips, term.double)));
        equivalent[end.arm as usize] = seen[..place].contains(&this);
        seen[place] = this;
    }
    equivalent
}

/// Whether two arms have equivalent ends, so that playing a tile on either arm leads to the same game.
pub(crate) fn equivalent_ends(layout: &Layout, one: Option<ArmId>, other: Option<ArmId>) -> bool {
    let ending = |arm: Option<ArmId>| {
        let term = layout.count().terms().find(|term| Some(term.arm) == arm);
        let pips = arm.and_then(|arm| layout.end(arm));
        (pips, term.map(|term| (term.pips, term.double)))
    };
    one == other || ending(one) == ending(other)
}

#[cfg(test)]
mod tests {
    use boneyard_rules::Need;
    use boneyard_rules::line::{Match, Preset};

    use super::*;
    use crate::chance::Chance;

    /// Returns two numbers: the number of plays for which `shuts_out` is true, and the number of plays after
    /// which the next seat is known to lack the pips of every open end. If `to_draw` is true, only positions
    /// with tiles in the boneyard are counted, otherwise only positions with an empty boneyard.
    fn shut_out(rules: &Rules, to_draw: bool) -> (usize, usize) {
        let (mut shut, mut lacking) = (0, 0);
        for seed in 0..200 {
            let mut chance = Chance::new(seed);
            let mut game = Match::new(rules);
            while let Need::Chance(_) = game.needs() {
                game.deal(&chance.order(game.rules().tile_set.len()))
                    .expect("a deal");
            }
            while let (Need::Move(seat), Some(round)) = (game.needs(), game.round()) {
                let context = PlayContext::of(rules, round, 0);
                let mut plays: Vec<_> = distinct_plays(round).collect();
                let counted = round.boneyard().is_empty() != to_draw;
                for play in plays.iter().filter(|_| counted) {
                    let layout = layout_after(*round.layout(), play.tile(), play.arm());
                    lacking += usize::from(layout.ends().all(|end| context.is_lacked(end.pips)));
                    shut += usize::from(context.shuts_out(&layout));
                }
                let play = plays.swap_remove(chance.below(plays.len()));
                game.take(seat, play.into()).expect("it is offered");
            }
        }
        (shut, lacking)
    }

    #[test]
    fn a_seat_that_draws_and_loses_nothing_by_it_is_not_shut_out() {
        let (shut, lacking) = shut_out(Preset::DRAW.rules(), true);
        assert!(lacking > 0 && shut == lacking, "{shut} of {lacking}");
        let (shut, lacking) = shut_out(Preset::FIVES_AND_THREES.rules(), true);
        assert!(lacking > 0 && shut == 0, "{shut} of {lacking}");
        let (shut, lacking) = shut_out(Preset::FIVES_AND_THREES.rules(), false);
        assert!(lacking > 0 && shut == lacking, "{shut} of {lacking}");
    }
}
