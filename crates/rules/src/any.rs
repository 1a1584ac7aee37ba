//! The closed list of games, and the types that hold a value of any of them. In JSON such a value is an object with
//! one key, the game: `{"line":"call"}`.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::line;

macro_rules! games {
    ($($(#[doc = $doc:literal])+ $game:ident = $module:ident,)+) => {
        /// A decision of a player in a game.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(rename_all = "snake_case")]
        pub enum Move {
            $($(#[doc = $doc])+ $game($module::Move),)+
        }

        impl Move {
            /// Whether the turn of the seat that makes the move ends with it. Other moves interrupt a turn.
            #[must_use]
            pub const fn ends_turn(self) -> bool {
                match self {
                    $(Self::$game(chosen) => chosen.ends_turn(),)+
                }
            }
        }

        /// Why the rules of a game don't allow a move. It prints as a sentence.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(rename_all = "snake_case")]
        pub enum Illegal {
            $($(#[doc = $doc])+ $game($module::Illegal),)+
        }

        impl fmt::Display for Illegal {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Self::$game(reason) => reason.fmt(f),)+
                }
            }
        }

        impl std::error::Error for Illegal {}

        $(
            impl From<$module::Move> for Move {
                fn from(chosen: $module::Move) -> Self {
                    Self::$game(chosen)
                }
            }

            impl From<$module::Illegal> for Illegal {
                fn from(reason: $module::Illegal) -> Self {
                    Self::$game(reason)
                }
            }
        )+
    };
}

games! {
    /// A game of the line.
    Line = line,
}
