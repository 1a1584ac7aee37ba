//! The players of the arena.

use std::time::Instant;

use boneyard_bot::line::{MatchState, OpenHands, OpponentModel, Player, Position, Seen};
use boneyard_bot::{Budget, Chance, Level};
use boneyard_rules::Game as _;
use boneyard_rules::line::{Match, Play, Rules};
use boneyard_rules::{Seat, Viewer};

use crate::Failure;
use crate::args::{Limit, PlayerSpec};
use crate::external::External;

/// The number of nodes that the exact search of the all-seeing player may visit. If the search needs
/// more, the player uses a tree search instead.
const EXACT_NODES_MAX: u64 = 3_000_000;

/// The number of passes of the all-seeing player's tree search.
const TREE_PASSES: u32 = 20_000;

/// A player of a game in the arena.
pub(crate) enum Contestant {
    /// A computer player of a level. It knows only its view, and what finished rounds have shown.
    Level {
        player: Player,
        opponents: OpponentModel,
        level: Level,
        limit: Limit,
    },
    AllSeeing(AllSeeing),
    External(External),
}

impl Contestant {
    pub(crate) fn new(spec: &PlayerSpec, rules: &Rules) -> std::io::Result<Self> {
        Ok(match spec {
            &PlayerSpec::Level { level, limit } => Self::Level {
                player: Player::new(rules),
                opponents: OpponentModel::default(),
                level,
                limit,
            },
            PlayerSpec::AllSeeing => Self::AllSeeing(AllSeeing::new(rules)),
            PlayerSpec::External { command } => Self::External(External::start(command)?),
        })
    }

    /// Begins a match: forgets what earlier matches have shown about the other players.
    pub(crate) fn start_match(&mut self) {
        if let Self::Level { opponents, .. } = self {
            *opponents = OpponentModel::default();
        }
    }

    /// Learns from the last finished round, if there was one.
    pub(crate) fn learn(&mut self, game: &Match) {
        if let Self::Level { opponents, .. } = self {
            opponents.learn(game);
        }
    }

    /// Chooses a play for the seat on turn.
    pub(crate) fn choose(&mut self, game: &Match, seat: Seat, seed: u64) -> Result<Play, Failure> {
        match self {
            Self::Level {
                player,
                opponents,
                level,
                limit,
            } => {
                let budget = match *limit {
                    Limit::Usual => level.budget(),
                    Limit::Passes(passes) => Budget::passes(passes),
                    Limit::Time(time) => Budget::passes(u32::MAX).until(Instant::now() + time),
                };
                let view = game.view(Viewer::Seat(seat));
                Ok(player
                    .choose(
                        Seen::new(&game.standing(), &view, *opponents),
                        *level,
                        budget,
                        seed,
                    )?
                    .play)
            }
            Self::AllSeeing(player) => Ok(player
                .choose(game, seed)
                .ok_or("no round is being played")?),
            Self::External(program) => program.choose(game, seat),
        }
    }

    /// Whether the player gives the lead to its partner if the rules allow it.
    pub(crate) fn gives_lead(&self, game: &Match, seat: Seat) -> bool {
        matches!(self, Self::Level { level, .. }
            if game.may_give_lead(seat)
                && Player::gives_lead(&game.view(Viewer::Seat(seat)), *level))
    }

    /// Whether the player calls "Muggins!" on the last play.
    pub(crate) fn calls(&self, game: &Match, seat: Seat, seed: u64) -> bool {
        match self {
            Self::Level { player, level, .. } => {
                player.calls(&game.view(Viewer::Seat(seat)), *level, seed)
            }
            Self::AllSeeing(_) => true,
            Self::External(_) => false,
        }
    }
}

/// A reference player that cheats: it sees all hands and the order of the boneyard. It searches exactly
/// if the position isn't too large.
pub(crate) struct AllSeeing {
    /// The computer player from which the odds of the match are taken.
    player: Player,
}

impl AllSeeing {
    fn new(rules: &Rules) -> Self {
        Self {
            player: Player::new(rules),
        }
    }

    fn choose(&mut self, game: &Match, seed: u64) -> Option<Play> {
        let round = game.round()?;
        let position = Position::new(game.rules(), round.clone(), MatchState::of(game));
        let odds = self.player.odds();
        let best = OpenHands::new(odds, EXACT_NODES_MAX).best(&position);
        let placement = best.map(|(placement, _)| placement).or_else(|| {
            let open = OpenHands::new(odds, EXACT_NODES_MAX);
            open.best_by_tree_search(&position, TREE_PASSES, &mut Chance::new(seed))
        })?;
        let announced = Some(round.points(placement));
        Some(Play {
            announced,
            ..placement.into()
        })
    }
}
