//! The players of the arena.

use std::time::Instant;

use boneyard_bot::line::{self, MatchState, OpenHands, Position};
use boneyard_bot::{Budget, Chance, Level, Memory, Player, Seen};
use boneyard_rules::line::{Match as LineMatch, Play, Rules as LineRules};
use boneyard_rules::{Match, Move, Need, Rules, Seat, Viewer};

use crate::Failure;
use crate::args::{Limit, PlayerSpec};
use crate::external::External;

/// The number of nodes that the exact search of the all-seeing player may visit. If the search needs
/// more, the player uses a tree search instead.
const EXACT_NODES_MAX: u64 = 3_000_000;

/// The number of passes of the all-seeing player's tree search.
const TREE_PASSES: u32 = 20_000;

/// The call of "Muggins!", which the all-seeing player makes whenever there are points to take.
const CALL: Move = Move::Line(boneyard_rules::line::Move::Call);

/// A player of a game in the arena.
pub(crate) enum Contestant {
    /// A computer player of a level. It knows only its view, and what finished rounds have shown.
    Level {
        player: Player,
        memory: Memory,
        level: Level,
        limit: Limit,
    },
    AllSeeing(AllSeeing),
    External(External),
}

impl Contestant {
    pub(crate) fn new(spec: &PlayerSpec, rules: &Rules) -> Result<Self, Failure> {
        Ok(match spec {
            &PlayerSpec::Level { level, limit } => Self::Level {
                player: Player::new(rules),
                memory: Memory::new(rules),
                level,
                limit,
            },
            PlayerSpec::AllSeeing => Self::AllSeeing(AllSeeing::new(&of_the_line(*rules)?)),
            PlayerSpec::External { command } => Self::External(External::start(command)?),
        })
    }

    /// Begins a match: forgets what earlier matches have shown about the other players.
    pub(crate) fn start_match(&mut self, rules: &Rules) {
        if let Self::Level { memory, .. } = self {
            *memory = Memory::new(rules);
        }
    }

    /// Learns from the last finished round, if there was one.
    pub(crate) fn learn(&mut self, game: &Match) {
        if let Self::Level { memory, .. } = self {
            memory.learn(game);
        }
    }

    /// Chooses a move for a seat, on turn or not; `None` if it makes none now.
    pub(crate) fn choose(
        &mut self,
        game: &Match,
        seat: Seat,
        seed: u64,
    ) -> Result<Option<Move>, Failure> {
        let is_on_turn = game.needs() == Need::Move(seat);
        let play = |play: Play| Some(Move::Line(play.into()));
        match self {
            Self::Level {
                player,
                memory,
                level,
                limit,
            } => {
                let budget = match *limit {
                    Limit::Usual => level.budget(),
                    Limit::Passes(passes) => Budget::passes(passes),
                    Limit::Time(time) => Budget::passes(u32::MAX).until(Instant::now() + time),
                };
                let view = game.view(Viewer::Seat(seat));
                let standing = game.standing();
                let known = Seen::new(&standing, &view, *memory);
                Ok(player.choose_move(known, *level, budget, seed))
            }
            Self::AllSeeing(_) if game.moves(seat).contains(&CALL) => Ok(Some(CALL)),
            Self::AllSeeing(_) | Self::External(_) if !is_on_turn => Ok(None),
            Self::AllSeeing(player) => Ok(play(
                player
                    .choose(of_the_line(game)?, seed)
                    .ok_or("no round is being played")?,
            )),
            Self::External(program) => Ok(play(program.choose(of_the_line(game)?, seat)?)),
        }
    }
}

/// The form that only the games of the line have.
pub(crate) fn of_the_line<T, L: TryFrom<T>>(any: T) -> Result<L, Failure> {
    L::try_from(any).map_err(|_| "this is only for games of the line".into())
}

/// A reference player that cheats: it sees all hands and the order of the boneyard. It searches exactly
/// if the position isn't too large.
pub(crate) struct AllSeeing {
    /// The computer player from which the odds of the match are taken.
    player: line::Player,
}

impl AllSeeing {
    fn new(rules: &LineRules) -> Self {
        Self {
            player: line::Player::new(rules),
        }
    }

    fn choose(&mut self, game: &LineMatch, seed: u64) -> Option<Play> {
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
