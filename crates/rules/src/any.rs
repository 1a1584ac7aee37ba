//! The closed list of games, and the types that hold a value of any of them. In JSON such a value is an object with
//! one key, the game: `{"line":"call"}`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::game::{
    DealError, Game, GamePreset, GameRules, GameView, Given, Need, Noted, ParseEventError,
    ParseRulesError, RulesError, Standing, StandingChange, TimeError, Viewer,
};
use crate::order::Order;
use crate::seat::{BySide, Seat, Seating, Side};

/// Makes an enum that holds a value of each game. One that messages hold begins with `message`. A game that only some
/// builds have isn't in the schema of the messages.
macro_rules! any {
    (message $(#[$attribute:meta])* $name:ident {
        $($(#[doc = $doc:literal])+ $(#[cfg($when:meta)])? $game:ident($value:ty),)+
    }) => {
        $(#[$attribute])*
        #[derive(Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(rename_all = "snake_case")]
        #[allow(clippy::large_enum_variant, reason = "most values are of the largest game")]
        pub enum $name {
            $(
                $(#[doc = $doc])+
                $(#[cfg($when)] #[cfg_attr(feature = "schema", schemars(skip))])?
                $game($value),
            )+
        }

        any! { convert $name { $($(#[cfg($when)])? $game($value),)+ } }
    };
    (convert $name:ident { $($(#[cfg($when:meta)])? $game:ident($value:ty),)+ }) => {
        $(
            $(#[cfg($when)])?
            impl From<$value> for $name {
                fn from(value: $value) -> Self {
                    Self::$game(value)
                }
            }

            $(#[cfg($when)])?
            impl TryFrom<$name> for $value {
                type Error = OtherGame;

                fn try_from(any: $name) -> Result<Self, OtherGame> {
                    match any {
                        $name::$game(value) => Ok(value),
                        #[allow(unreachable_patterns, reason = "the list may have one game")]
                        _ => Err(OtherGame),
                    }
                }
            }

            $(#[cfg($when)])?
            impl<'a> TryFrom<&'a $name> for &'a $value {
                type Error = OtherGame;

                fn try_from(any: &'a $name) -> Result<Self, OtherGame> {
                    match any {
                        $name::$game(value) => Ok(value),
                        #[allow(unreachable_patterns, reason = "the list may have one game")]
                        _ => Err(OtherGame),
                    }
                }
            }
        )+
    };
    ($(#[$attribute:meta])* $name:ident {
        $($(#[doc = $doc:literal])+ $(#[cfg($when:meta)])? $game:ident($value:ty),)+
    }) => {
        $(#[$attribute])*
        #[allow(clippy::large_enum_variant, reason = "most values are of the largest game")]
        pub enum $name {
            $($(#[doc = $doc])+ $(#[cfg($when)])? $game($value),)+
        }

        any! { convert $name { $($(#[cfg($when)])? $game($value),)+ } }
    };
}

/// The value is one of another game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("this is of another game")]
pub struct OtherGame;

macro_rules! games {
    ($($(#[doc = $doc:literal])+ $(#[cfg($when:meta)])? $game:ident = $module:ident,)+) => {
        $($(#[cfg($when)])? use crate::$module;)+

        any! {
            /// A complete choice of options, under the name that players know.
            #[derive(Clone, Copy, PartialEq, Eq, Debug)]
            Preset { $($(#[doc = $doc])+ $(#[cfg($when)])? $game(&'static $module::Preset),)+ }
        }

        impl Preset {
            /// The presets of all games, in the order of the list of games.
            pub fn all() -> impl Iterator<Item = Self> + Clone {
                let all = std::iter::empty();
                $($(#[cfg($when)])? let all = all.chain($module::Preset::ALL.iter().map(Self::$game));)+
                all
            }

            /// The preset with this name.
            #[must_use]
            pub fn by_name(name: &str) -> Option<Self> {
                Self::all().find(|preset| preset.name() == name)
            }

            /// The preset's name as a part of a URL: `draw-winner-leads`.
            #[must_use]
            pub fn slug(self) -> String {
                let words = self.name().split(|letter: char| !letter.is_alphanumeric());
                let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
                words.join("-").to_lowercase()
            }

            /// The name that players know.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $($(#[cfg($when)])? Self::$game(preset) => GamePreset::name(preset),)+
                }
            }

            /// The rules with the preset's own seating.
            #[must_use]
            pub fn rules(self) -> Rules {
                match self {
                    $($(#[cfg($when)])? Self::$game(preset) => Rules::$game(GamePreset::rules(preset)),)+
                }
            }

            /// The seatings that clients should offer.
            #[must_use]
            pub fn seatings(self) -> &'static [Seating] {
                match self {
                    $($(#[cfg($when)])? Self::$game(preset) => GamePreset::seatings(preset),)+
                }
            }

            /// The rules for a seating; for one that the preset doesn't offer, the nearest rules that are possible.
            #[must_use]
            pub fn for_seating(self, seating: Seating) -> Rules {
                match self {
                    $($(#[cfg($when)])? Self::$game(preset) => Rules::$game(GamePreset::for_seating(preset, seating)),)+
                }
            }
        }

        any! {
            message
            /// The options of a game, which need not be possible together.
            #[derive(Clone, Copy, PartialEq, Eq, Debug)]
            Options { $($(#[doc = $doc])+ $(#[cfg($when)])? $game($module::Options),)+ }
        }

        any! {
            /// The rules of a table. They print as one line and are read from it.
            #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
            #[serde(rename_all = "snake_case")]
            Rules { $($(#[doc = $doc])+ $(#[cfg($when)])? $game($module::Rules),)+ }
        }

        $(
            $(#[cfg($when)])?
            impl From<&$module::Rules> for Rules {
                fn from(rules: &$module::Rules) -> Self {
                    Self::$game(*rules)
                }
            }

            $(#[cfg($when)])?
            impl From<$module::Rules> for Options {
                fn from(rules: $module::Rules) -> Self {
                    Self::$game(rules.into())
                }
            }
        )+

        impl Rules {
            /// The preset whose name begins the line of these rules.
            #[must_use]
            pub fn preset(&self) -> Preset {
                match self {
                    $($(#[cfg($when)])? Self::$game(rules) => Preset::$game(rules.preset()),)+
                }
            }

            /// The same rules for a match of so many rounds that all tables play with the same deals; `None` if the
            /// game can't be played so.
            #[must_use]
            pub fn of_boards(&self, count: u8) -> Option<Self> {
                match self {
                    $($(#[cfg($when)])? Self::$game(rules) => rules.of_boards(count).map(Self::$game),)+
                }
            }

            /// The same rules for another number of players, each alone; `None` if the rules don't say what they would be.
            #[must_use]
            pub fn for_players(&self, players: usize) -> Option<Self> {
                match self {
                    $($(#[cfg($when)])? Self::$game(rules) => rules.for_players(players).map(Self::$game),)+
                }
            }

            /// Whether fewer points are better.
            #[must_use]
            pub fn fewest_win(&self) -> bool {
                match self {
                    $($(#[cfg($when)])? Self::$game(rules) => rules.fewest_win(),)+
                }
            }

            /// The name of the variant of the game, such as `draw`.
            #[must_use]
            pub fn variant(&self) -> &'static str {
                match self {
                    $($(#[cfg($when)])? Self::$game(rules) => rules.variant(),)+
                }
            }

            /// The number of seats, and which of them score together.
            #[must_use]
            pub fn seating(&self) -> Seating {
                match self {
                    $($(#[cfg($when)])? Self::$game(rules) => rules.seating(),)+
                }
            }
        }

        impl From<Rules> for Options {
            fn from(rules: Rules) -> Self {
                match rules {
                    $($(#[cfg($when)])? Rules::$game(rules) => Self::$game(rules.into()),)+
                }
            }
        }

        impl TryFrom<Options> for Rules {
            type Error = RulesError;

            fn try_from(options: Options) -> Result<Self, RulesError> {
                Ok(match options {
                    $($(#[cfg($when)])? Options::$game(options) => Self::$game(options.try_into()?),)+
                })
            }
        }

        $(
            $(#[cfg($when)])?
            impl TryFrom<$module::Options> for Rules {
                type Error = RulesError;

                fn try_from(options: $module::Options) -> Result<Self, RulesError> {
                    options.try_into().map(Self::$game)
                }
            }
        )+

        impl fmt::Display for Rules {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $($(#[cfg($when)])? Self::$game(rules) => rules.fmt(f),)+
                }
            }
        }

        impl FromStr for Rules {
            type Err = ParseRulesError;

            fn from_str(line: &str) -> Result<Self, ParseRulesError> {
                $(
                    $(#[cfg($when)])?
                    match line.parse() {
                        // The line begins with the name of another game's preset, or of none.
                        Err(ParseRulesError::Head) => {}
                        read => return read.map(Self::$game),
                    }
                )+
                Err(ParseRulesError::Head)
            }
        }

        any! {
            message
            /// A decision of a player in a game.
            #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
            Move { $($(#[doc = $doc])+ $(#[cfg($when)])? $game($module::Move),)+ }
        }

        impl Move {
            /// Whether the turn of the seat that makes the move ends with it. Other moves interrupt a turn.
            #[must_use]
            pub fn ends_turn(self) -> bool {
                match self {
                    $($(#[cfg($when)])? Self::$game(chosen) => $module::Match::ends_turn(chosen),)+
                }
            }
        }

        /// Why the rules of a game don't allow a move. It prints as a sentence.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(rename_all = "snake_case")]
        pub enum Illegal {
            /// The move is one of another game than the table's.
            OtherGame,
            $(
                $(#[doc = $doc])+
                $(#[cfg($when)] #[cfg_attr(feature = "schema", schemars(skip))])?
                $game($module::Illegal),
            )+
        }

        $(
            $(#[cfg($when)])?
            impl From<$module::Illegal> for Illegal {
                fn from(reason: $module::Illegal) -> Self {
                    Self::$game(reason)
                }
            }
        )+

        impl fmt::Display for Illegal {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    Self::OtherGame => f.write_str("That is a move of another game."),
                    $($(#[cfg($when)])? Self::$game(reason) => reason.fmt(f),)+
                }
            }
        }

        impl std::error::Error for Illegal {}

        any! {
            /// Something that happened in a match. It prints as a line of a transcript.
            #[derive(Clone, PartialEq, Eq, Debug)]
            Event { $($(#[doc = $doc])+ $(#[cfg($when)])? $game($module::Event),)+ }
        }

        impl Event {
            /// What the event adds to the statistics of a seat; `None` for most events.
            #[must_use]
            pub fn noted(&self) -> Option<Noted> {
                match self {
                    $($(#[cfg($when)])? Self::$game(event) => $module::Match::noted(event),)+
                }
            }
        }

        impl fmt::Display for Event {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $($(#[cfg($when)])? Self::$game(event) => event.fmt(f),)+
                }
            }
        }

        any! {
            message
            /// What a viewer may know of a match, without the [`Standing`].
            #[derive(Clone, PartialEq, Eq, Debug)]
            View { $($(#[doc = $doc])+ $(#[cfg($when)])? $game($module::View),)+ }
        }

        any! {
            message
            /// What has changed in what everybody may know of a match.
            #[derive(Clone, PartialEq, Eq, Debug)]
            Change { $($(#[doc = $doc])+ $(#[cfg($when)])? $game($module::Change),)+ }
        }

        any! {
            message
            /// What has changed in what only one seat may know.
            #[derive(Clone, PartialEq, Eq, Debug)]
            OwnChange { $($(#[doc = $doc])+ $(#[cfg($when)])? $game($module::OwnChange),)+ }
        }

        impl OwnChange {
            /// Whether it says nothing but that the seat can make no move.
            #[must_use]
            pub fn is_empty(&self) -> bool {
                match self {
                    $($(#[cfg($when)])? Self::$game(change) => *change == Default::default(),)+
                }
            }
        }

        impl View {
            /// The moves that the viewer's seat is offered. They are all that the rules allow it, and may be more where
            /// the rest would tell what it may not know.
            #[must_use]
            pub fn offers(&self) -> Vec<Move> {
                match self {
                    $($(#[cfg($when)])? Self::$game(view) => view.offers().into_iter().map(Move::$game).collect(),)+
                }
            }

            /// Applies a change of what everybody may know. A change of another game has no effect.
            pub fn fold(&mut self, change: Change) {
                match (self, change) {
                    $($(#[cfg($when)])? (Self::$game(view), Change::$game(change)) => view.fold(change),)+
                    #[allow(unreachable_patterns, reason = "the list may have one game")]
                    _ => {}
                }
            }

            /// Applies a change for the viewer's seat; `None` as a seat makes it the view of a watcher.
            pub fn fold_own(&mut self, seat: Option<Seat>, change: Option<OwnChange>) {
                match (self, change) {
                    $(
                        $(#[cfg($when)])?
                        (Self::$game(view), None) => view.fold_own(seat, None),
                        $(#[cfg($when)])?
                        (Self::$game(view), Some(OwnChange::$game(change))) => view.fold_own(seat, Some(change)),
                    )+
                    #[allow(unreachable_patterns, reason = "the list may have one game")]
                    _ => {}
                }
            }
        }

        any! {
            message
            /// A position of a replay, with all that is hidden during the match, and the events that led to it.
            #[derive(Clone, PartialEq, Eq, Debug)]
            Step { $($(#[doc = $doc])+ $(#[cfg($when)])? $game($module::Step),)+ }
        }

        any! {
            /// A match of any game: see [`Game`], whose methods it has.
            #[derive(Clone, PartialEq, Eq, Debug)]
            Match { $($(#[doc = $doc])+ $(#[cfg($when)])? $game($module::Match),)+ }
        }

        impl Match {
            /// A new match, before its first deal.
            #[must_use]
            pub fn new(rules: &Rules) -> Self {
                match rules {
                    $($(#[cfg($when)])? Rules::$game(rules) => Self::$game(Game::new(rules)),)+
                }
            }

            /// The rules of the match.
            #[must_use]
            pub fn rules(&self) -> Rules {
                match self {
                    $($(#[cfg($when)])? Self::$game(game) => Rules::$game(*game.rules()),)+
                }
            }

            /// What comes next.
            #[must_use]
            pub fn needs(&self) -> Need {
                match self {
                    $($(#[cfg($when)])? Self::$game(game) => game.needs(),)+
                }
            }

            /// How many times so far an order was dealt or a move was made.
            #[must_use]
            pub fn ply(&self) -> u32 {
                match self {
                    $($(#[cfg($when)])? Self::$game(game) => game.ply(),)+
                }
            }

            /// The number of the round that was dealt last, from 1; 0 before the first.
            #[must_use]
            pub fn round_number(&self) -> u16 {
                match self {
                    $($(#[cfg($when)])? Self::$game(game) => game.round_number(),)+
                }
            }

            /// The points of each side.
            #[must_use]
            pub fn scores(&self) -> &BySide<u16> {
                match self {
                    $($(#[cfg($when)])? Self::$game(game) => game.scores(),)+
                }
            }

            /// The points of each side after each finished round, oldest first.
            #[must_use]
            pub fn round_scores(&self) -> &[BySide<u16>] {
                match self {
                    $($(#[cfg($when)])? Self::$game(game) => game.round_scores(),)+
                }
            }

            /// The place of each side by its points, from 1. Sides that are level have the same place.
            #[must_use]
            pub fn places(&self) -> BySide<u8> {
                match self {
                    $($(#[cfg($when)])? Self::$game(game) => game.places(),)+
                }
            }

            /// The side that won; `None` while no side has.
            #[must_use]
            pub fn winner(&self) -> Option<Side> {
                match self {
                    $($(#[cfg($when)])? Self::$game(game) => game.winner(),)+
                }
            }

            /// Whether time has been called.
            #[must_use]
            pub fn is_last_round(&self) -> bool {
                match self {
                    $($(#[cfg($when)])? Self::$game(game) => game.is_last_round(),)+
                }
            }

            /// Whether the match ends with the round that is being played, whatever happens in it.
            #[must_use]
            pub fn ends_with_round(&self) -> bool {
                match self {
                    $($(#[cfg($when)])? Self::$game(game) => game.ends_with_round(),)+
                }
            }

            /// How the match stands now.
            #[must_use]
            pub fn standing(&self) -> Standing {
                match self {
                    $($(#[cfg($when)])? Self::$game(game) => game.standing(),)+
                }
            }

            /// How the match stands now, compared with an earlier moment. Without an earlier moment, everything is
            /// present.
            #[must_use]
            pub fn standing_since(&self, before: Option<&Self>) -> StandingChange {
                match self {
                    $($(#[cfg($when)])? Self::$game(game) => game.standing_since(match before {
                        Some(Self::$game(before)) => Some(before),
                        _ => None,
                    }),)+
                }
            }

            /// Whether this seat is asked now whether it moves.
            #[must_use]
            pub fn may_move(&self, seat: Seat) -> bool {
                match self {
                    $($(#[cfg($when)])? Self::$game(game) => game.may_move(seat),)+
                }
            }

            /// Takes the order that the match needs.
            ///
            /// # Errors
            ///
            /// If the match needs no order, or one of another number of things.
            pub fn deal(&mut self, order: &Order) -> Result<Vec<Event>, DealError> {
                Ok(match self {
                    $($(#[cfg($when)])? Self::$game(game) => events(game.deal(order)?),)+
                })
            }

            /// Makes a move for a seat. Returns the event of the move and all events that follow from it.
            ///
            /// # Errors
            ///
            /// If the rules don't allow the move.
            pub fn take(&mut self, seat: Seat, chosen: Move) -> Result<Vec<Event>, Illegal> {
                match (self, chosen) {
                    $($(#[cfg($when)])? (Self::$game(game), Move::$game(chosen)) => Ok(events(game.take(seat, chosen)?)),)+
                    #[allow(unreachable_patterns, reason = "the list may have one game")]
                    _ => Err(Illegal::OtherGame),
                }
            }

            /// Calls time: the match ends with the round that is being played, or as soon as it can have a winner.
            ///
            /// # Errors
            ///
            /// If time has been called before, or the match is over.
            pub fn call_time(&mut self) -> Result<Vec<Event>, TimeError> {
                Ok(match self {
                    $($(#[cfg($when)])? Self::$game(game) => events(game.call_time()?),)+
                })
            }

            /// The moves that the rules allow this seat now, on turn or not.
            #[must_use]
            pub fn moves(&self, seat: Seat) -> Vec<Move> {
                match self {
                    $($(#[cfg($when)])? Self::$game(game) => game.moves(seat).into_iter().map(Move::$game).collect(),)+
                }
            }

            /// The move that is made for the seat on turn when its time is over.
            #[must_use]
            pub fn forced(&self) -> Option<Move> {
                match self {
                    $($(#[cfg($when)])? Self::$game(game) => game.forced().map(Move::$game),)+
                }
            }

            /// Whether the seat on turn has moved in this turn already, which has one clock.
            #[must_use]
            pub fn turn_goes_on(&self) -> bool {
                match self {
                    $($(#[cfg($when)])? Self::$game(game) => game.turn_goes_on(),)+
                }
            }

            /// What has to be given to the match so that this event happens; `None` for an event that follows from
            /// others, and for one that no order can cause.
            #[must_use]
            pub fn given(&self, event: &Event) -> Option<Given<Move>> {
                match (self, event) {
                    $($(#[cfg($when)])? (Self::$game(game), Event::$game(event)) => Some(match game.given(event)? {
                        Given::Order(order) => Given::Order(order),
                        Given::Move(seat, chosen) => Given::Move(seat, Move::$game(chosen)),
                        Given::Time => Given::Time,
                    }),)+
                    #[allow(unreachable_patterns, reason = "the list may have one game")]
                    _ => None,
                }
            }

            /// Reads a line of the match's transcript.
            ///
            /// # Errors
            ///
            /// If the line is no event of this game.
            pub fn parse_event(&self, line: &str) -> Result<Event, ParseEventError> {
                match self {
                    $($(#[cfg($when)])? Self::$game(_) => line.parse().map(Event::$game),)+
                }
            }

            /// What a viewer may know of the match now.
            #[must_use]
            pub fn view(&self, viewer: Viewer) -> View {
                match self {
                    $($(#[cfg($when)])? Self::$game(game) => View::$game(game.view(viewer)),)+
                }
            }

            /// What has changed since an earlier moment of the match in what everybody may know. Without an earlier
            /// moment, the whole state.
            #[must_use]
            pub fn change_since(&self, before: Option<&Self>) -> Change {
                match self {
                    $($(#[cfg($when)])? Self::$game(game) => Change::$game(game.change_since(match before {
                        Some(Self::$game(before)) => Some(before),
                        _ => None,
                    })),)+
                }
            }

            /// What has changed since an earlier moment of the match in what only this seat may know.
            #[must_use]
            pub fn own_change_since(&self, before: Option<&Self>, seat: Seat, is_absent: bool) -> OwnChange {
                match self {
                    $($(#[cfg($when)])? Self::$game(game) => {
                        let before = match before {
                            Some(Self::$game(before)) => Some(before),
                            _ => None,
                        };
                        OwnChange::$game(game.own_change_since(before, seat, is_absent))
                    })+
                }
            }

            /// The position now, and the events that led to it.
            #[must_use]
            pub fn step(&self, events: &[Event]) -> Step {
                match self {
                    $($(#[cfg($when)])? Self::$game(game) => {
                        let own = events.iter().filter_map(|event| match event {
                            Event::$game(event) => Some(event.clone()),
                            #[allow(unreachable_patterns, reason = "the list may have one game")]
                            _ => None,
                        });
                        Step::$game(game.step(&own.collect::<Vec<_>>()))
                    })+
                }
            }
        }
    };
}

fn events<E: Into<Event>>(events: Vec<E>) -> Vec<Event> {
    events.into_iter().map(Into::into).collect()
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

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn no_two_presets_have_the_same_name_or_address() {
        let all = Preset::all().count();
        assert_eq!(
            Preset::all()
                .map(Preset::name)
                .collect::<HashSet<_>>()
                .len(),
            all
        );
        assert_eq!(
            Preset::all()
                .map(Preset::slug)
                .collect::<HashSet<_>>()
                .len(),
            all
        );
        let preset = Preset::by_name("Draw, winner leads").map(Preset::slug);
        assert_eq!(preset.as_deref(), Some("draw-winner-leads"));
    }
}
