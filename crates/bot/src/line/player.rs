//! A computer player: chooses a play from what a seat may know, and gives the reason for it.

use std::sync::OnceLock;

use boneyard_rules::line::Move;
use boneyard_rules::line::rules::Calls;
use boneyard_rules::line::view::Own;
use boneyard_rules::line::{ArmId, Match, Play, Round, Rules, View};
use boneyard_rules::{Seat, Tile};
use serde::{Deserialize, Serialize};

use crate::chance::Chance;
use crate::computer::{Computer, Judgement, NotOnTurn};
use crate::level::{Budget, Level};
use crate::line::Seen;
use crate::line::analysis::{Analysis, PlayValue};
use crate::line::belief::Belief;
use crate::line::heuristic::{distinct_plays, equivalent_ends};
use crate::line::knowledge::Knowledge;
use crate::line::odds::Odds;
use crate::line::opponent_model::OpponentModel;
use crate::line::reason::HintReason;
use crate::line::simple::{beginner, casual, gives_lead};
use crate::line::thinking::{Goal, search, try_out};

/// The smallest number of suppositions that are drawn. With fewer, the most likely suppositions would be
/// picked again and again.
const SUPPOSITIONS_MIN: usize = 4_096;

/// The play that a player has chosen.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// The play, with an announcement if the rules have muggins calls.
    pub play: Play,
    /// The reason for the play.
    pub reason: HintReason,
    /// The points by the count that the player gives up: the most points that any play would score, minus
    /// the points of the chosen play.
    pub gives_up: u16,
}

/// A computer player for a game with certain rules. It can play at any seat and any level.
///
/// It gets only what is [`Seen`], so its choices can't depend on what the seat may not know.
#[derive(Debug)]
pub struct Player {
    rules: Rules,
    /// The odds of the match. They are computed when a level first needs them; the levels beginner and
    /// casual never do.
    odds: OnceLock<Odds>,
}

impl Player {
    /// A player for these rules. Use it for the whole match, because the first decision of the levels
    /// club and expert computes the [`Odds`].
    #[must_use]
    pub const fn new(rules: &Rules) -> Self {
        Self {
            rules: *rules,
            odds: OnceLock::new(),
        }
    }

    /// The odds of the match, which the player uses to value the end of a round.
    pub fn odds(&self) -> &Odds {
        self.odds.get_or_init(|| Odds::new(&self.rules))
    }

    /// Chooses a play for the seat of the view. The same view, opponent model, level, seed and
    /// budget (without a time limit) always give the same choice.
    pub fn choose(
        &self,
        known: Seen<'_>,
        level: Level,
        budget: Budget,
        seed: u64,
    ) -> Result<Choice, NotOnTurn> {
        let own = known.view.own.as_ref().ok_or(NotOnTurn)?;
        let known = Knowledge::new(&self.rules, known)?;
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
            reason: HintReason::of(&known, own, tile, arm),
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
        let mut different = distinct_plays(&known.sample);
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
                    search(known, self.odds(), budget, Goal::Choice, chance)
                };
                return analysis.best().map(|best| (best.tile, best.arm));
            }
        };
        offer.map(|offer| (offer.tile, offer.arm))
    }

    /// Values every play that the rules allow, at the expert's level.
    pub fn analyse(
        &self,
        known: Seen<'_>,
        budget: Budget,
        seed: u64,
    ) -> Result<Analysis, NotOnTurn> {
        let own = known.view.own.as_ref().ok_or(NotOnTurn)?;
        let known = Knowledge::new(&self.rules, known)?;
        let mut analysis = search(
            &known,
            self.odds(),
            budget,
            Goal::Values,
            &mut Chance::new(seed),
        );
        // Of several arms with equivalent ends, the search considers only the first. The plays on the
        // others get the same value.
        let equivalent = own.placements.iter().filter_map(|offer| {
            let valued = analysis.plays.iter().find(|valued| {
                valued.tile == offer.tile && equivalent_ends(&known.layout, valued.arm, offer.arm)
            })?;
            (valued.arm != offer.arm).then_some(PlayValue {
                arm: offer.arm,
                ..*valued
            })
        });
        let equivalent: Vec<_> = equivalent.collect();
        analysis.plays.extend(equivalent);
        Ok(analysis)
    }

    /// Draws `count` rounds that agree with the view. A more likely round is drawn more often.
    pub fn suppose(
        &self,
        known: Seen<'_>,
        count: usize,
        seed: u64,
    ) -> Result<Vec<Round>, NotOnTurn> {
        let known = Knowledge::new(&self.rules, known)?;
        let mut chance = Chance::new(seed);
        let belief = Belief::new(&known, count.max(SUPPOSITIONS_MIN), true, &mut chance);
        let rounds = (0..count).map(|_| belief.pick(&mut chance).round.clone());
        Ok(rounds.collect())
    }

    /// The reason for a play. The play needn't be the player's own choice.
    pub fn reason(
        &self,
        known: Seen<'_>,
        tile: Tile,
        arm: Option<ArmId>,
    ) -> Result<HintReason, NotOnTurn> {
        let own = known.view.own.as_ref().ok_or(NotOnTurn)?;
        let known = Knowledge::new(&self.rules, known)?;
        Ok(HintReason::of(&known, own, tile, arm))
    }

    /// Whether the seat of the view should give the lead to its partner. `false` if it may not. Only the
    /// levels club and expert give the lead.
    #[must_use]
    pub fn gives_lead(view: &View, level: Level) -> bool {
        let own = view.own.as_ref().filter(|own| own.may_give_lead);
        level >= Level::Club
            && own.is_some_and(|own| gives_lead(own.hand.iter().copied().collect()))
    }

    /// Whether the player calls "Muggins!" on the last play: if the last play was worth points that its
    /// player didn't announce correctly, and the level doesn't overlook these points. Call this only once for
    /// each play.
    #[must_use]
    pub fn calls(&self, view: &View, level: Level, seed: u64) -> bool {
        let may_call = view.own.as_ref().is_some_and(|own| own.may_call);
        may_call
            && crate::line::muggins::points_to_take(&self.rules, view) > 0
            && !overlooks(level, &mut Chance::new(seed))
    }
}

/// The play that an expert would make.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "LineHint"))]
pub struct Hint {
    /// The tile.
    pub tile: Tile,
    /// The arm to lengthen; `null` for the lead.
    pub arm: Option<ArmId>,
    /// The reason for the play.
    pub reason: HintReason,
    /// How many more points another play would score by the count than the hint's play; absent if no play would
    /// score more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gives_up: Option<u16>,
}

impl Computer for Player {
    type Game = Match;
    type Memory = OpponentModel;
    type Hint = Hint;

    fn new(rules: &Rules) -> Self {
        Self::new(rules)
    }

    /// The levels beginner and casual never give the lead to the partner.
    fn choose_move(
        &self,
        known: Seen<'_>,
        level: Level,
        budget: Budget,
        seed: u64,
    ) -> Option<Move> {
        if self.calls(known.view, level, seed) {
            return Some(Move::Call);
        }
        if Self::gives_lead(known.view, level) {
            return Some(Move::GiveLead);
        }
        let choice = self.choose(known, level, budget, seed).ok()?;
        Some(Move::Play(choice.play))
    }

    fn learn(memory: &mut OpponentModel, game: &Match) {
        memory.learn(game);
    }

    fn forget(memory: &mut OpponentModel, seat: Seat) {
        memory.forget(seat);
    }

    fn hint(&self, known: Seen<'_>, budget: Budget, seed: u64) -> Option<Hint> {
        let choice = self.choose(known, Level::Expert, budget, seed).ok()?;
        Some(Hint {
            tile: choice.play.tile,
            arm: choice.play.arm,
            reason: choice.reason,
            gives_up: (choice.gives_up > 0).then_some(choice.gives_up),
        })
    }

    fn is_judged(made: Move) -> bool {
        matches!(made, Move::Play(_))
    }

    fn choices(view: &View) -> usize {
        view.own.as_ref().map_or(0, |own| own.placements.len())
    }

    fn judge(
        &self,
        known: Seen<'_>,
        made: Move,
        budget: Budget,
        seed: u64,
    ) -> Option<Judgement<Move>> {
        let Move::Play(play) = made else {
            return None;
        };
        let analysis = self.analyse(known, budget, seed).ok()?;
        let best = analysis.best()?;
        Some(Judgement {
            best: Move::Play(Play {
                tile: best.tile,
                arm: best.arm,
                announced: None,
            }),
            chance: best.chance,
            cost: analysis.cost(play.tile, play.arm),
            stake: analysis.stake(),
        })
    }
}

/// The points by the count that this play gives up: the most points that any play would score, minus the
/// points of this play. Points that exceed an exact target are counted as 0.
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

/// Decides at random whether the level overlooks points this time.
fn overlooks(level: Level, chance: &mut Chance) -> bool {
    chance.happens(f32::from(level.overlooks_percent()) / 100.0)
}
