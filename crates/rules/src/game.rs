//! What the house asks of a game: tables, clocks, logs, lists, ratings and tournaments know a game only by this trait
//! and these types.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::order::{Chance, Order};
use crate::seat::{BySide, Seat, Seating, Side};

/// What a match waits for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Need {
    /// An order of things, for lots, the next round or a redeal: [`Game::deal`].
    Chance(Chance),
    /// A move of this seat: [`Game::take`].
    Move(Seat),
    /// Nothing: the match is over.
    Nothing,
}

/// The person for whom a view is made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Viewer {
    /// The player at this seat.
    Seat(Seat),
    /// The player at this seat, who no longer takes part in the match: what such a player sees offers no move.
    Absent(Seat),
    /// A person who watches and has no seat.
    Watcher,
}

impl Viewer {
    /// The seat of the viewer; `None` for a watcher.
    #[must_use]
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Self::Seat(seat) | Self::Absent(seat) => Some(seat),
            Self::Watcher => None,
        }
    }
}

/// The order can't be used now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DealError {
    /// The match waits for another input; see [`Game::needs`].
    #[error("the match doesn't need this now")]
    NotNow,
    /// The order has another number of things than the match needs.
    #[error("these are the tiles of another set")]
    Set,
}

/// Time can't be called.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TimeError {
    /// Time has been called before, or the match is over.
    #[error("time can't be called now")]
    NotNow,
}

/// What was given to a match: the cause of an event, from which the events after it follow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Given<M> {
    /// An order, for lots or a deal.
    Order(Order),
    /// A move of a seat.
    Move(Seat, M),
    /// The call of time.
    Time,
}

/// What an event adds to the statistics of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Noted {
    /// A seat played.
    Play(Seat),
    /// A side scored.
    Points {
        /// The side.
        side: Side,
        /// The points.
        points: u16,
        /// Whether the last play scored them.
        by_play: bool,
    },
    /// A seat went out, or won a round in the game's own way.
    Out(Seat),
}

/// How a match stands, in terms that all games share.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Standing {
    /// How many times so far an order was dealt or a move was made.
    pub ply: u32,
    /// The number of the round, from 1; 0 before the first deal.
    pub round: u16,
    /// The seat on turn; absent if no seat is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<Seat>,
    /// The points of each side.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<u16>"))]
    pub scores: BySide<u16>,
    /// The points of each side after each finished round of the match, oldest first; only the last 100 rounds.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Vec<u16>>"))]
    pub round_scores: Vec<BySide<u16>>,
    /// Whether the match is over; absent if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub over: bool,
    /// The side that won; absent while no side has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Side>,
    /// Whether time has been called: the match ends with the round, if one side then has the most points; absent if
    /// time has not been called.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub last_round: bool,
}

/// How a match stands, compared with an earlier moment. The fields have the meaning of those of [`Standing`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StandingChange {
    /// How many times so far an order was dealt or a move was made.
    pub ply: u32,
    /// The number of the round; absent if it is the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<u16>,
    /// The seat on turn; absent if no seat is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<Seat>,
    /// The points of each side; absent if they are the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<u16>>"))]
    pub scores: Option<BySide<u16>>,
    /// The points of each side after each finished round; absent if they are the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<Vec<u16>>>"))]
    pub round_scores: Option<Vec<BySide<u16>>>,
    /// Whether the match is over; absent if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub over: bool,
    /// The side that won; absent while no side has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Side>,
    /// Whether time has been called; absent if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub last_round: bool,
}

impl Standing {
    /// Applies a change.
    pub fn fold(&mut self, change: StandingChange) {
        self.ply = change.ply;
        self.round = change.round.unwrap_or(self.round);
        self.turn = change.turn;
        self.scores = change.scores.unwrap_or(self.scores);
        if let Some(round_scores) = change.round_scores {
            self.round_scores = round_scores;
        }
        self.over = change.over;
        self.winner = change.winner;
        self.last_round = change.last_round;
    }
}

/// The error for an impossible combination of options: the option that must change, and the reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{option}: {reason}")]
pub struct RulesError {
    pub(crate) option: &'static str,
    pub(crate) reason: &'static str,
}

impl RulesError {
    /// The option that must change, by its field name in the options.
    #[must_use]
    pub const fn option(self) -> &'static str {
        self.option
    }
}

/// The text isn't the short notation of possible rules.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseRulesError {
    /// The line doesn't begin with the name of a preset and a target.
    #[error("short notation begins with a preset's name and the target, such as Five-Up 150")]
    Head,
    /// A part of the line isn't the notation of an option.
    #[error("{0:?} is no option")]
    Option(String),
    /// An option appears twice, or with the value that the preset already has.
    #[error("{0:?} is as the preset has it, or is said twice")]
    Redundant(String),
    /// The options can't be combined.
    #[error(transparent)]
    Impossible(#[from] RulesError),
}

/// What separates the parts of rules on one line.
pub const SEPARATOR: &str = " · ";

/// The line isn't an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("this is no event of a match")]
pub struct ParseEventError;

/// The rules of a table, as a game has them. They print as one line and are read from it; the line begins with the name
/// of a preset.
pub trait GameRules: Copy + Eq + Hash + Debug + Display + FromStr<Err = ParseRulesError> {
    /// The same rules as single options, which need not be possible together.
    type Options: From<Self> + TryInto<Self, Error = RulesError>;

    /// The number of seats, and which of them score together.
    fn seating(&self) -> Seating;

    /// The same rules for a match of so many rounds that all tables play with the same deals: no points win it before,
    /// and each round begins alike. `None` if the game can't be played so.
    fn of_boards(&self, count: u8) -> Option<Self>;

    /// The same rules for another number of players, each alone: what depends on that number is as in the preset. `None`
    /// if the rules don't say what it would be.
    fn for_players(&self, players: usize) -> Option<Self> {
        let seating = self.seating();
        (!seating.has_partners() && seating.seat_count() == players).then_some(*self)
    }

    /// Whether fewer points are better.
    fn fewest_win(&self) -> bool {
        false
    }

    /// The name of the variant of the game, such as `draw`. Players look for their matches by it.
    fn variant(&self) -> &'static str;
}

/// A complete choice of options, under the name that players know. No two presets of all games have the same name.
pub trait GamePreset: Sized + 'static {
    /// The rules of the game.
    type Rules: GameRules;

    /// All presets of the game, in the order in which players choose from them.
    const ALL: &'static [Self];

    /// The name that players know.
    fn name(&self) -> &'static str;

    /// The rules with the preset's own seating.
    fn rules(&self) -> Self::Rules;

    /// The seatings that clients should offer.
    fn seatings(&self) -> &'static [Seating];

    /// The rules for a seating; for one that the preset doesn't offer, the nearest rules that are possible.
    fn for_seating(&self, seating: Seating) -> Self::Rules;
}

/// What a viewer may know of a match, and how changes are applied to it.
pub trait GameView {
    /// A decision of a player.
    type Move;
    /// What has changed in what everybody may know.
    type Change;
    /// What has changed in what only one seat may know.
    type OwnChange: Default;

    /// The moves that the viewer's seat is offered. They are all that the rules allow it, and may be more where the rest
    /// would tell what it may not know.
    fn offers(&self) -> Vec<Self::Move>;

    /// Applies a change of what everybody may know. What the viewer's seat could do before, it can no longer do.
    fn fold(&mut self, change: Self::Change);

    /// Applies a change for the viewer's seat. Without a change, what the seat may know stays as it is. `None` as a seat
    /// makes it the view of a watcher.
    fn fold_own(&mut self, seat: Option<Seat>, change: Option<Self::OwnChange>);
}

/// A match of a game: all that tables, logs, records and tournaments ask of it. A request that the rules don't allow is
/// refused and changes nothing.
pub trait Game: Clone + Eq + Debug + Sized {
    /// What is fixed before the match.
    type Rules: GameRules;
    /// A decision of a player.
    type Move: Copy + Eq + Debug;
    /// Why the rules don't allow a move. It prints as a sentence.
    type Illegal: Copy + Eq + std::error::Error;
    /// Something that happened. It prints as a line of a transcript and is read from it.
    type Event: Clone + Eq + Debug + Display + FromStr<Err = ParseEventError>;
    /// What a viewer may know, without the [`Standing`].
    type View: GameView<Move = Self::Move>;
    /// A position of a replay, with all that is hidden during the match, and the events that led to it.
    type Step;

    /// A new match, before its first deal.
    fn new(rules: &Self::Rules) -> Self;

    /// The rules of the match.
    fn rules(&self) -> &Self::Rules;

    /// What comes next.
    fn needs(&self) -> Need;

    /// Takes the order that the match needs.
    ///
    /// # Errors
    ///
    /// If the match needs no order, or one of another number of things.
    fn deal(&mut self, order: &Order) -> Result<Vec<Self::Event>, DealError>;

    /// Makes a move for a seat. Returns the event of the move and all events that follow from it.
    ///
    /// # Errors
    ///
    /// If the rules don't allow the move.
    fn take(&mut self, seat: Seat, chosen: Self::Move) -> Result<Vec<Self::Event>, Self::Illegal>;

    /// Calls time: the match ends with the round that is being played, or as soon as it can have a winner.
    ///
    /// # Errors
    ///
    /// If time has been called before, or the match is over.
    fn call_time(&mut self) -> Result<Vec<Self::Event>, TimeError>;

    /// The moves that the rules allow this seat now, on turn or not. A move that differs from these only by what a
    /// player may say with it is allowed too.
    fn moves(&self, seat: Seat) -> Vec<Self::Move>;

    /// Whether this seat is asked now whether it moves: because it is on turn, or because it may interrupt another. It
    /// reveals nothing that the seat may not know.
    fn may_move(&self, seat: Seat) -> bool;

    /// The move that is made for the seat on turn when its time is over.
    fn forced(&self) -> Option<Self::Move>;

    /// Whether the seat on turn has moved in this turn already. The whole turn has one clock, and when its time is over
    /// the rest of it is played at once.
    fn turn_goes_on(&self) -> bool {
        false
    }

    /// Whether the turn of the seat that makes the move ends with it. Other moves interrupt a turn.
    #[must_use]
    fn ends_turn(chosen: Self::Move) -> bool {
        let _ = chosen;
        true
    }

    /// How many times so far an order was dealt or a move was made. A client names by it the position in which it
    /// decided.
    fn ply(&self) -> u32;

    /// The number of the round that was dealt last, from 1; 0 before the first.
    fn round_number(&self) -> u16;

    /// The points of each side.
    fn scores(&self) -> &BySide<u16>;

    /// The points of each side after each finished round, oldest first; only the last [`ROUND_SCORES_MAX`] rounds.
    fn round_scores(&self) -> &[BySide<u16>];

    /// The place of each side by its points, from 1. Sides that are level have the same place.
    fn places(&self) -> BySide<u8> {
        let scores = self.scores();
        scores.map(|&own| 1 + scores.iter().filter(|&(_, &other)| other > own).count() as u8)
    }

    /// The side that won; `None` while no side has.
    fn winner(&self) -> Option<Side>;

    /// Whether time has been called, so that no round follows unless the match can't end yet.
    fn is_last_round(&self) -> bool;

    /// Whether the match ends with the round that is being played, whatever happens in it.
    fn ends_with_round(&self) -> bool {
        self.is_last_round()
    }

    /// The seat on turn.
    fn turn(&self) -> Option<Seat> {
        match self.needs() {
            Need::Move(seat) => Some(seat),
            Need::Chance(_) | Need::Nothing => None,
        }
    }

    /// How the match stands now.
    fn standing(&self) -> Standing {
        Standing {
            ply: self.ply(),
            round: self.round_number(),
            turn: self.turn(),
            scores: *self.scores(),
            round_scores: self.round_scores().to_vec(),
            over: self.needs() == Need::Nothing,
            winner: self.winner(),
            last_round: self.is_last_round(),
        }
    }

    /// How the match stands now, compared with an earlier moment. Without an earlier moment, everything is present.
    fn standing_since(&self, before: Option<&Self>) -> StandingChange {
        let round = self.round_number();
        let scores = before.is_some_and(|before| before.scores() == self.scores());
        let rounds = before.is_some_and(|before| before.round_scores() == self.round_scores());
        StandingChange {
            ply: self.ply(),
            round: (before.map(Self::round_number) != Some(round)).then_some(round),
            turn: self.turn(),
            scores: (!scores).then(|| *self.scores()),
            round_scores: (!rounds).then(|| self.round_scores().to_vec()),
            over: self.needs() == Need::Nothing,
            winner: self.winner(),
            last_round: self.is_last_round(),
        }
    }

    /// What has to be given to the match so that this event happens; `None` for an event that follows from others, and
    /// for one that no order can cause.
    fn given(&self, event: &Self::Event) -> Option<Given<Self::Move>>;

    /// What an event adds to the statistics of a seat; `None` for most events.
    fn noted(event: &Self::Event) -> Option<Noted>;

    /// What a viewer may know of the match now.
    fn view(&self, viewer: Viewer) -> Self::View;

    /// What has changed since an earlier moment of the match in what everybody may know. Without an earlier moment, the
    /// whole state.
    fn change_since(&self, before: Option<&Self>) -> <Self::View as GameView>::Change;

    /// What has changed since an earlier moment of the match in what only this seat may know. Without an earlier
    /// moment, all that the seat may know. A seat that is absent is offered no move.
    fn own_change_since(
        &self,
        before: Option<&Self>,
        seat: Seat,
        is_absent: bool,
    ) -> <Self::View as GameView>::OwnChange;

    /// The position now, and the events that led to it.
    fn step(&self, events: &[Self::Event]) -> Self::Step;
}

/// The number of finished rounds whose scores a match stores. Few matches have more rounds. A list of 100
/// rounds takes less than two kilobytes in a message.
pub const ROUND_SCORES_MAX: usize = 100;
