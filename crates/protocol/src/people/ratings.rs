//! Ratings: a person's page, leaderboards, and what a match did.

use boneyard_rules::BySeat;
use serde::{Deserialize, Serialize};

use super::friends::Friendship;
use crate::id::{PersonId, RecordId};

/// A board of ratings: a game, played by single people or by pairs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum RatingBoard {
    /// Block, two to four single people.
    Block,
    /// Block for pairs.
    BlockPairs,
    /// Draw, two to four single people.
    Draw,
    /// Draw for pairs.
    DrawPairs,
    /// All Fives, two to four single people.
    AllFives,
    /// All Fives for pairs.
    AllFivesPairs,
    /// Fives and Threes, two to four single people.
    FivesAndThrees,
    /// Fives and Threes for pairs.
    FivesAndThreesPairs,
}

/// A rating as it is shown.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ShownRating {
    /// 1500 for somebody of whom nothing is known.
    pub rating: i32,
    /// How far the true strength may lie from it, to either side, in the same points: two standard
    /// deviations.
    pub margin: i32,
    /// Whether too little is known yet.
    pub provisional: bool,
    /// Rated matches.
    pub matches: u32,
}

/// The answer of `GET /api/people/{person}`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PersonBody {
    /// The account.
    pub person: PersonId,
    /// The name.
    pub name: String,
    /// Since when it is kept, in milliseconds since 1970.
    pub created_ms: i64,
    /// How it stands between the asker and them.
    pub friendship: Friendship,
    /// Whether the asker has blocked them.
    pub blocked: bool,
    /// The ratings, by board; absent if they aren't public.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ratings: Option<Vec<PersonRating>>,
    /// Matches at public tables and of quick match, the last first, at most 20; absent if they aren't
    /// public.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub matches: Option<Vec<PersonMatch>>,
    /// Wins against the strongest, at most 5; absent as the ratings are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best: Option<Vec<PersonMatch>>,
    /// Against whom they play most, at most 10: guests, and people who make their matches public too.
    /// Absent as the matches are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opponents: Option<Vec<Opponent>>,
}

/// One rating of a person.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PersonRating {
    /// The board.
    pub board: RatingBoard,
    /// The rating now.
    pub now: ShownRating,
    /// Matches won.
    pub wins: u32,
    /// How it came about: after each rated match, the oldest first, at most 200.
    pub curve: Vec<CurvePoint>,
}

/// A rating after a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CurvePoint {
    /// When the match ended, in milliseconds since 1970.
    pub at_ms: i64,
    /// The rating after it.
    pub rating: i32,
}

/// A match in the list of a person's page.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PersonMatch {
    /// Its record; absent if it names a person whom the page doesn't name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<RecordId>,
    /// When it ended, in milliseconds since 1970.
    pub ended_ms: i64,
    /// Its rules on one line.
    pub notation: String,
    /// The others, by name; `null` for a person who hides this match or keeps all matches private.
    pub others: Vec<Option<String>>,
    /// Whether the person won.
    pub won: bool,
    /// What it did to the rating; absent if it wasn't rated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<i32>,
}

/// Somebody against whom a person plays.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Opponent {
    /// The account; absent for a guest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person: Option<PersonId>,
    /// The name.
    pub name: String,
    /// Matches against each other.
    pub matches: u32,
    /// Those that the person of the page won.
    pub wins: u32,
}

/// The answer of `GET /api/leaderboards/{board}`, and with `?bots=1` of the programs'.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LeaderboardBody {
    /// The board.
    pub board: RatingBoard,
    /// The best, at most 100.
    pub rows: Vec<LeaderboardRow>,
    /// The asker's own row, if they are on the board and not among the rows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own: Option<LeaderboardRow>,
}

/// A row of a leaderboard.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LeaderboardRow {
    /// The place, from 1; equal ratings share it.
    pub place: u32,
    /// The account; absent for a program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person: Option<PersonId>,
    /// The name.
    pub name: String,
    /// The rating.
    pub rating: ShownRating,
    /// Whether it is the asker.
    pub own: bool,
}

/// The answer of `GET /api/m/{record}/ratings`: what a rated match did, or for its players why it did nothing.
/// Until the match has been rated, a moment after its end, `not_found` is the answer, as for one that never was
/// to be rated.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RatingChanges {
    /// The board.
    pub board: RatingBoard,
    /// Why the match wasn't rated, if it wasn't. Only its players are told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unrated: Option<UnratedReason>,
    /// By seat; `null` where nothing was rated.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Option<RatingChange>>"))]
    pub seats: BySeat<Option<RatingChange>>,
}

/// Why a match isn't rated that was to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum UnratedReason {
    /// Two opponents have had three rated matches against each other in the 24 hours before.
    MetOften,
    /// A player has had three rated matches at tables, not by quick match, against people with provisional
    /// ratings in the 24 hours before.
    NewOpponents,
}

/// What a rated match did to one rating.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RatingChange {
    /// The rating before.
    pub before: i32,
    /// The rating after.
    pub after: i32,
    /// Why.
    pub reason: ChangeReason,
    /// Whether the rating is provisional, so that it changes by more than others'.
    pub provisional: bool,
    /// What the side was expected to win, from 0 to 1.
    pub expected: f64,
}

/// Why a rating has changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ChangeReason {
    /// The side won.
    Won,
    /// The side lost.
    Lost,
    /// The player left, which counts as lost.
    Left,
    /// The partner left, and so nothing was lost.
    Spared,
    /// The partner left, and the player had been spared for that within 24 hours: it counts as lost.
    PartnerLeft,
    /// Nobody won.
    Undecided,
}
