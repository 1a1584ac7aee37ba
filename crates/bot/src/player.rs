//! A computer player: from what a seat may know, a choice and why.

use std::sync::OnceLock;

use boneyard_rules::rules::Calls;
use boneyard_rules::view::Own;
use boneyard_rules::{ArmId, Play, Round, Rules, Tile, View};

use crate::analysis::{Analysis, Valued};
use crate::belief::Belief;
use crate::chance::Chance;
use crate::error::NotOnTurn;
use crate::heuristic::{distinct, same_end};
use crate::knowledge::Knowledge;
use crate::level::{Budget, Level};
use crate::odds::Odds;
use crate::opponent_model::OpponentModel;
use crate::reason::Reason;
use crate::simple::{beginner, casual, gives_lead};
use crate::thinking::{Aim, search, try_out};

/// Of fewer suppositions the likeliest would be picked again and again.
const SUPPOSED_MIN: usize = 4_096;

/// What a player has decided to play.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// The play, with the announcement where the rules have calls.
    pub play: Play,
    /// What speaks for it.
    pub reason: Reason,
    /// What speaks against it: how many points more another play would score by the count.
    pub gives_up: u16,
}

/// Plays by certain rules, for any seat and on any level.
///
/// It never sees more than a [`View`], and [`OpponentModel`] of rounds that are over: what a seat may not
/// know can't sway it.
#[derive(Debug)]
pub struct Player {
    rules: Rules,
    /// Worked out when first needed: the simple levels don't need it.
    odds: OnceLock<Odds>,
}

impl Player {
    /// A player who knows these rules. Keep it for the whole match: the first decision of a
    /// level that thinks works out the [`Odds`].
    #[must_use]
    pub const fn new(rules: &Rules) -> Self {
        Self {
            rules: *rules,
            odds: OnceLock::new(),
        }
    }

    /// The chances to win that it plays by.
    pub fn odds(&self) -> &Odds {
        self.odds.get_or_init(|| Odds::new(&self.rules))
    }

    /// Chooses a play for the seat whose view it is, by what the rounds before told of the
    /// opponents. The same view, opponent model, level, budget without a time, and seed always give
    /// the same choice.
    ///
    /// # Errors
    ///
    /// If the view isn't that of a seat on turn.
    pub fn choose(
        &self,
        view: &View,
        opponents: OpponentModel,
        level: Level,
        budget: Budget,
        seed: u64,
    ) -> Result<Choice, NotOnTurn> {
        let known = Knowledge::new(&self.rules, view, opponents)?;
        let own = view.own.as_ref().ok_or(NotOnTurn)?;
        let mut chance = Chance::new(seed);
        let (tile, arm) = self
            .decide(&known, own, level, budget, &mut chance)
            .ok_or(NotOnTurn)?;
        let announced = (self.rules.calls == Calls::Muggins && !overlooks(level, &mut chance))
            .then(|| known.points(tile, arm));
        Ok(Choice {
            play: Play {
                tile,
                arm,
                announced,
            },
            reason: Reason::of(&known, own, tile, arm),
            gives_up: points_given_up(&known, own, tile, arm),
        })
    }

    fn decide(
        &self,
        known: &Knowledge,
        own: &Own,
        level: Level,
        budget: Budget,
        chance: &mut Chance,
    ) -> Option<(Tile, Option<ArmId>)> {
        let mut different = distinct(&known.any);
        if let (Some(only), None) = (different.next(), different.next()) {
            return Some((only.tile(), only.arm()));
        }
        let offers = own.placements.as_slice();
        let offer = match level {
            Level::Beginner => beginner(known, offers, chance),
            Level::Casual => casual(known, offers, chance),
            Level::Club | Level::Expert => {
                let analysis = if level == Level::Club {
                    try_out(known, self.odds(), budget, chance)
                } else {
                    search(known, self.odds(), budget, Aim::Choice, chance)
                };
                return analysis.best().map(|best| (best.tile, best.arm));
            }
        };
        offer.map(|offer| (offer.tile, offer.arm))
    }

    /// What each offered placement is worth, as the expert sees it.
    ///
    /// # Errors
    ///
    /// If the view isn't that of a seat on turn.
    pub fn analyse(
        &self,
        view: &View,
        opponents: OpponentModel,
        budget: Budget,
        seed: u64,
    ) -> Result<Analysis, NotOnTurn> {
        let known = Knowledge::new(&self.rules, view, opponents)?;
        let own = view.own.as_ref().ok_or(NotOnTurn)?;
        let mut analysis = search(
            &known,
            self.odds(),
            budget,
            Aim::Values,
            &mut Chance::new(seed),
        );
        // The search looks at one of several arms that end in the same way.
        let twins = own.placements.iter().filter_map(|offer| {
            let twin = analysis.plays.iter().find(|valued| {
                valued.tile == offer.tile && same_end(&known.layout, valued.arm, offer.arm)
            })?;
            (twin.arm != offer.arm).then_some(Valued {
                arm: offer.arm,
                ..*twin
            })
        });
        let twins: Vec<_> = twins.collect();
        analysis.plays.extend(twins);
        Ok(analysis)
    }

    /// So many rounds as they may be, as far as the seat whose view it is can know: each as often
    /// as it is likely.
    ///
    /// # Errors
    ///
    /// If the view isn't that of a seat on turn.
    pub fn suppose(
        &self,
        view: &View,
        opponents: OpponentModel,
        count: usize,
        seed: u64,
    ) -> Result<Vec<Round>, NotOnTurn> {
        let known = Knowledge::new(&self.rules, view, opponents)?;
        let mut chance = Chance::new(seed);
        let belief = Belief::new(&known, count.max(SUPPOSED_MIN), true, &mut chance);
        let rounds = (0..count).map(|_| belief.pick(&mut chance).round.clone());
        Ok(rounds.collect())
    }

    /// Why one would play this, in the words of [`Reason`].
    ///
    /// # Errors
    ///
    /// If the view isn't that of a seat on turn.
    pub fn reason(&self, view: &View, tile: Tile, arm: Option<ArmId>) -> Result<Reason, NotOnTurn> {
        let known = Knowledge::new(&self.rules, view, OpponentModel::default())?;
        let own = view.own.as_ref().ok_or(NotOnTurn)?;
        Ok(Reason::of(&known, own, tile, arm))
    }

    /// Whether to give the lead to the partner, where the view's seat may: only levels that think do.
    #[must_use]
    pub fn gives_lead(view: &View, level: Level) -> bool {
        let own = view.own.as_ref().filter(|own| own.may_give_lead);
        level >= Level::Club
            && own.is_some_and(|own| gives_lead(own.hand.iter().copied().collect()))
    }

    /// Whether to call "Muggins!" on the last play: if it made points that weren't announced
    /// rightly, and this level doesn't overlook them. Ask once a play.
    #[must_use]
    pub fn calls(&self, view: &View, level: Level, seed: u64) -> bool {
        let may_call = view.own.as_ref().is_some_and(|own| own.may_call);
        may_call
            && crate::muggins::points_to_take(&self.rules, view) > 0
            && !overlooks(level, &mut Chance::new(seed))
    }
}

/// How many points more another play would score by the count. Points that would pass an exact target
/// are none.
fn points_given_up(known: &Knowledge, own: &Own, tile: Tile, arm: Option<ArmId>) -> u16 {
    let made = |tile, arm| {
        let points = known.points(tile, arm);
        let score = known.rules.score_after(known.score(), points);
        score.map_or(0, |_| points)
    };
    let offers = own.placements.iter();
    let most = offers.map(|offer| made(offer.tile, offer.arm)).max();
    most.unwrap_or(0).saturating_sub(made(tile, arm))
}

/// Whether points go unseen this time.
fn overlooks(level: Level, chance: &mut Chance) -> bool {
    chance.happens(f32::from(level.overlooks_percent()) / 100.0)
}
