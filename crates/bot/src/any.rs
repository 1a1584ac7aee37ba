//! The closed list of games, and the types that hold a computer player of any of them.

use boneyard_rules::{Match, Move, Rules, Seat, View};
use serde::{Deserialize, Serialize};

use crate::computer::{Computer, Judgement, Seen};
use crate::level::{Budget, Level};

macro_rules! games {
    ($($(#[doc = $doc:literal])+ $(#[cfg($when:meta)])? $game:ident = $module:ident,)+) => {
        $($(#[cfg($when)])? use crate::$module;)+

        /// A computer player for a match with certain rules. It can play at any seat and any level. Use it for the whole
        /// match: it prepares itself at the first decision that needs it.
        #[derive(Debug)]
        #[allow(clippy::large_enum_variant, reason = "most players are of the largest game")]
        pub enum Player {
            $($(#[doc = $doc])+ $(#[cfg($when)])? $game($module::Player),)+
        }

        /// What finished rounds have shown of each seat.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Memory {
            $($(#[doc = $doc])+ $(#[cfg($when)])? $game(<$module::Player as Computer>::Memory),)+
        }

        /// A hint for a person: the move that an expert would make, and why.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(rename_all = "snake_case")]
        pub enum Hint {
            $(
                $(#[doc = $doc])+
                $(#[cfg($when)] #[cfg_attr(feature = "schema", schemars(skip))])?
                $game(<$module::Player as Computer>::Hint),
            )+
        }

        impl Memory {
            /// A memory that knows nothing about any seat.
            #[must_use]
            pub fn new(rules: &Rules) -> Self {
                match rules {
                    $($(#[cfg($when)])? Rules::$game(_) => Self::$game(Default::default()),)+
                }
            }

            /// Learns from a round that has ended.
            pub fn learn(&mut self, game: &Match) {
                match (self, game) {
                    $($(#[cfg($when)])? (Self::$game(memory), Match::$game(game)) => $module::Player::learn(memory, game),)+
                    #[allow(unreachable_patterns, reason = "the list may have one game")]
                    _ => {}
                }
            }

            /// Forgets what was learned about a seat, because another player takes it.
            pub fn forget(&mut self, seat: Seat) {
                match self {
                    $($(#[cfg($when)])? Self::$game(memory) => $module::Player::forget(memory, seat),)+
                }
            }
        }

        impl Player {
            /// A player for these rules.
            #[must_use]
            pub fn new(rules: &Rules) -> Self {
                match rules {
                    $($(#[cfg($when)])? Rules::$game(rules) => Self::$game(Computer::new(rules)),)+
                }
            }

            /// Chooses a move for the seat of the view, on turn or not; `None` if it makes none now.
            #[must_use]
            pub fn choose_move(
                &self,
                known: Seen<'_, View, Memory>,
                level: Level,
                budget: Budget,
                seed: u64,
            ) -> Option<Move> {
                match (self, known.view, known.memory) {
                    $($(#[cfg($when)])? (Self::$game(player), View::$game(view), Memory::$game(memory)) => {
                        let known = Seen { standing: known.standing, view, memory };
                        player.choose_move(known, level, budget, seed).map(Move::$game)
                    })+
                    #[allow(unreachable_patterns, reason = "the list may have one game")]
                    _ => None,
                }
            }

            /// A hint for the seat on turn; `None` if the game has no hints.
            #[must_use]
            pub fn hint(&self, known: Seen<'_, View, Memory>, budget: Budget, seed: u64) -> Option<Hint> {
                match (self, known.view, known.memory) {
                    $($(#[cfg($when)])? (Self::$game(player), View::$game(view), Memory::$game(memory)) => {
                        let known = Seen { standing: known.standing, view, memory };
                        player.hint(known, budget, seed).map(Hint::$game)
                    })+
                    #[allow(unreachable_patterns, reason = "the list may have one game")]
                    _ => None,
                }
            }

            /// Whether an expert can judge such a move.
            #[must_use]
            pub fn is_judged(made: Move) -> bool {
                match made {
                    $($(#[cfg($when)])? Move::$game(made) => $module::Player::is_judged(made),)+
                }
            }

            /// The number of moves of the kind that an expert judges, from which the seat on turn can choose.
            #[must_use]
            pub fn choices(view: &View) -> usize {
                match view {
                    $($(#[cfg($when)])? View::$game(view) => $module::Player::choices(view),)+
                }
            }

            /// Judges the move that the seat on turn made; `None` if it can't.
            #[must_use]
            pub fn judge(
                &self,
                known: Seen<'_, View, Memory>,
                made: Move,
                budget: Budget,
                seed: u64,
            ) -> Option<Judgement<Move>> {
                match (self, known.view, known.memory, made) {
                    $($(#[cfg($when)])? (Self::$game(player), View::$game(view), Memory::$game(memory), Move::$game(made)) => {
                        let known = Seen { standing: known.standing, view, memory };
                        let judgement = player.judge(known, made, budget, seed)?;
                        Some(Judgement {
                            best: judgement.best.into(),
                            chance: judgement.chance,
                            cost: judgement.cost,
                            stake: judgement.stake,
                        })
                    })+
                    #[allow(unreachable_patterns, reason = "the list may have one game")]
                    _ => None,
                }
            }
        }
    };
}

games! {
    /// A game of the line.
    Line = line,
    /// Ringway, the race board.
    Race = race,
    /// Mexican Train and Chickenfoot.
    Trains = trains,
    /// High Tile, the game of the tests.
    #[cfg(debug_assertions)]
    High = high,
}
