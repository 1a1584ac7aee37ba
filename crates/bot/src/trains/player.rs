//! The levels of the computer player, its hints, and its judgement of moves.

use boneyard_rules::game::GameView as _;
use boneyard_rules::trains::{Match, Move, Place, Rules, Variant, View};
use boneyard_rules::{LargeTileSet, Tile};
use serde::{Deserialize, Serialize};

use crate::chance::Chance;
use crate::computer::{Computer, Judgement, Seen};
use crate::level::{Budget, Level};
use crate::trains::appraisal::{TILES_MAX, own_chain};
use crate::trains::knowledge::Knowledge;
use crate::trains::search::{Value, is_same, ranked, search, tried_max};

/// How often the casual level plays the heaviest tile without a plan.
const CASUAL_HEAVIEST: f32 = 0.6;

/// How often the club level does.
const CLUB_HEAVIEST: f32 = 0.2;

/// A computer player for a match with certain rules. It can play at any seat and any level.
#[derive(Debug)]
pub struct Player {
    rules: Rules,
}

/// A hint: the move that an expert would make, and what it does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "TrainsHint"))]
pub struct Hint {
    /// The move.
    pub chosen: Move,
    /// What the move does.
    pub reason: HintReason,
}

/// What a move does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "TrainsHintReason"))]
pub struct HintReason {
    /// The points of the tile, of which the hand is rid; 0 for a stop.
    pub points: u16,
    /// Whether the tile is the last of the hand.
    pub out: bool,
    /// Mexican Train: whether the tile covers an open double.
    pub covers: bool,
    /// Mexican Train: whether the marker comes off the own train.
    pub closes: bool,
    /// For a double: the heaviest tile of the hand that can follow it; `null` if there is none.
    pub follower: Option<Tile>,
    /// Mexican Train: the number of tiles that the hand can lay on the own train, one after the other, before the move.
    pub chain: u8,
    /// Mexican Train: that number after the move.
    pub chain_after: u8,
    /// The number of tiles of the other seat that holds fewest.
    pub fewest: u8,
}

impl HintReason {
    fn of(knowledge: &Knowledge, chosen: Move) -> Option<Self> {
        let (round, seat) = (&knowledge.round, knowledge.seat);
        let mut after = round.clone();
        after.play(chosen, &mut Vec::new()).ok()?;
        let own = round.rules().game == Variant::MexicanTrain;
        let own = own.then(|| Place::train(seat));
        let others = round.hands().iter().filter(|&(other, _)| other != seat);
        let chain = |round| own_chain(round, seat, TILES_MAX).len() as u8;
        let before = round.hands()[seat];
        let (mut left, mut points, mut follower) = (before, 0, None);
        let (mut covers, mut closes) = (false, false);
        if let Move::Play { tile, on } = chosen {
            left.remove(tile);
            points = round.rules().points(tile).into();
            let with = LargeTileSet::with(tile.high());
            follower = left
                .intersection(with)
                .heaviest()
                .filter(|_| tile.is_double());
            covers = round.doubles().contains(&on);
            closes = own == Some(on) && round.markers().contains(&seat);
        }
        Some(Self {
            points,
            out: left.is_empty(),
            covers,
            closes,
            follower,
            chain: chain(round),
            chain_after: chain(&after),
            fewest: others.map(|(_, hand)| hand.len()).min()? as u8,
        })
    }
}

impl Computer for Player {
    type Game = Match;
    type Memory = ();
    type Hint = Hint;

    fn new(rules: &Rules) -> Self {
        Self { rules: *rules }
    }

    fn choose_move(
        &self,
        known: Seen<'_, View, ()>,
        level: Level,
        budget: Budget,
        seed: u64,
    ) -> Option<Move> {
        let offers = known.view.offers();
        let mut chance = Chance::new(seed);
        // To stop comes first, then the heaviest tile.
        let heaviest = || offers.iter().copied().find(|&offer| offer != Move::Stop);
        match level {
            _ if offers.len() < 2 => offers.first().copied(),
            Level::Beginner => offers.get(chance.below(offers.len())).copied(),
            Level::Casual if chance.happens(CASUAL_HEAVIEST) => heaviest(),
            Level::Club if chance.happens(CLUB_HEAVIEST) => heaviest(),
            Level::Casual | Level::Club => {
                let knowledge = Knowledge::new(&self.rules, &known).ok()?;
                let ranked = ranked(&knowledge.round, knowledge.seat, &offers);
                ranked.first().copied()
            }
            Level::Expert => {
                let knowledge = Knowledge::new(&self.rules, &known).ok()?;
                let (standing, tried) = (known.standing, tried_max(&self.rules, budget));
                let values = search(&knowledge, standing, &offers, tried, budget, &mut chance);
                values.first().map(|best| best.chosen)
            }
        }
    }

    fn hint(&self, known: Seen<'_, View, ()>, budget: Budget, seed: u64) -> Option<Hint> {
        let chosen = self.choose_move(known, Level::Expert, budget, seed)?;
        let knowledge = Knowledge::new(&self.rules, &known).ok()?;
        let reason = HintReason::of(&knowledge, chosen)?;
        Some(Hint { chosen, reason })
    }

    fn is_judged(_: Move) -> bool {
        true
    }

    fn choices(view: &View) -> usize {
        view.offers().len()
    }

    fn judge(
        &self,
        known: Seen<'_, View, ()>,
        made: Move,
        budget: Budget,
        seed: u64,
    ) -> Option<Judgement<Move>> {
        let offers = known.view.offers();
        let knowledge = Knowledge::new(&self.rules, &known).ok()?;
        let mut chance = Chance::new(seed);
        let standing = known.standing;
        let values = search(
            &knowledge,
            standing,
            &offers,
            usize::MAX,
            budget,
            &mut chance,
        );
        let best = values.first()?;
        let made = values
            .iter()
            .find(|value| is_same(&knowledge.round, value.chosen, made))?;
        let lower = |value: &Value| best.results.mean() - value.results.mean();
        let is_certain = lower(made) > best.results.error().hypot(made.results.error());
        Some(Judgement {
            best: best.chosen,
            chance: best.results.mean(),
            cost: if is_certain { lower(made) } else { 0.0 },
            stake: values.iter().map(lower).fold(0.0, f32::max),
        })
    }
}
