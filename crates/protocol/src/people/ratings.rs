//! Ratings: a person's page, leaderboards, and how a match changes ratings.

use boneyard_rules::BySeat;
use serde::{Deserialize, Serialize};

use super::friends::Friendship;
use crate::id::{PersonId, RecordId};

/// A board of ratings: one game, played by single people or by pairs. Each board has its own ratings.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum RatingBoard {
    /// Block, for two to four single people.
    Block,
    /// Block for pairs.
    BlockPairs,
    /// Draw, for two to four single people.
    Draw,
    /// Draw for pairs.
    DrawPairs,
    /// All Fives, for two to four single people.
    AllFives,
    /// All Fives for pairs.
    AllFivesPairs,
    /// Fives and Threes, for two to four single people.
    FivesAndThrees,
    /// Fives and Threes for pairs.
    FivesAndThreesPairs,
    /// Ringway, for two to four single people.
    Ringway,
    /// Mexican Train, for two to eight single people.
    MexicanTrain,
    /// Chickenfoot, for two to eight single people.
    Chickenfoot,
}

/// A rating as visitors see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ShownRating {
    /// The rating in points; 1500 at first.
    pub rating: i32,
    /// The largest likely difference between the rating and the true strength, in points: two standard
    /// deviations.
    pub margin: i32,
    /// Whether the rating is provisional, because it is based on too few matches.
    pub provisional: bool,
    /// The number of rated matches.
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
    /// When the account was created, in milliseconds since 1970.
    pub created_ms: i64,
    /// The friendship between the asker and the person.
    pub friendship: Friendship,
    /// Whether the asker has blocked the person.
    pub blocked: bool,
    /// The ratings, by board; absent if they aren't public.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ratings: Option<Vec<PersonRating>>,
    /// The last matches at public tables and the last matches of quick match in one list, the latest first,
    /// at most 20; absent if they aren't public.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub matches: Option<Vec<PersonMatch>>,
    /// The wins against the strongest opponents, at most 5; absent if the ratings or the matches aren't
    /// public.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best: Option<Vec<PersonMatch>>,
    /// The most frequent opponents, at most 10: guests, and people whose matches are public too. Absent
    /// if the matches aren't public.
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
    /// The number of matches won.
    pub wins: u32,
    /// The ratings after each rated match, the oldest first, at most 200.
    pub curve: Vec<CurvePoint>,
}

/// A rating after a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CurvePoint {
    /// When the match ended, in milliseconds since 1970.
    pub at_ms: i64,
    /// The rating after the match.
    pub rating: i32,
}

/// A match in the list of a person's page.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PersonMatch {
    /// The match's record; absent if the record names a person whom the page doesn't name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<RecordId>,
    /// When the match ended, in milliseconds since 1970.
    pub ended_ms: i64,
    /// The rules on one line.
    pub notation: String,
    /// The other players' names; `null` for a player who hides this match or keeps all matches private.
    pub others: Vec<Option<String>>,
    /// Whether the person won.
    pub won: bool,
    /// The number of sides.
    pub sides: u8,
    /// The person's place, from 1; absent with two sides, for a person who has left, and if the match hasn't ended by its
    /// rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<u8>,
    /// The change of the person's rating; absent if the match wasn't rated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<i32>,
}

/// An opponent of a person.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Opponent {
    /// The account; absent for a guest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person: Option<PersonId>,
    /// The name.
    pub name: String,
    /// The number of matches against each other.
    pub matches: u32,
    /// The number of these matches that the page's person won.
    pub wins: u32,
}

/// The answer of `GET /api/leaderboards/{board}`; with `?bots=1` the leaderboard of programs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LeaderboardBody {
    /// The board.
    pub board: RatingBoard,
    /// The rows, the best first, at most 100.
    pub rows: Vec<LeaderboardRow>,
    /// The asker's own row, if the asker is on the board and not among the rows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own: Option<LeaderboardRow>,
}

/// A row of a leaderboard.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LeaderboardRow {
    /// The place, from 1; rows with equal ratings share a place.
    pub place: u32,
    /// The account; absent for a program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person: Option<PersonId>,
    /// The name.
    pub name: String,
    /// The rating.
    pub rating: ShownRating,
    /// Whether the row is the asker's.
    pub own: bool,
}

/// The answer of `GET /api/m/{record}/ratings`: how a match changed the ratings. If it changed none, the
/// match's players see the reason. The server rates a match shortly after its end. Until then the answer
/// is `not_found`, as for a match at a table without ratings.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RatingChanges {
    /// The board.
    pub board: RatingBoard,
    /// The reason why the match wasn't rated; absent if it was. The server sends it only to the match's
    /// players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unrated: Option<UnratedReason>,
    /// The changes, by seat; `null` for a seat whose rating did not change or isn't public.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Option<RatingChange>>"))]
    pub seats: BySeat<Option<RatingChange>>,
}

/// The reason why a match at a rated table wasn't rated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum UnratedReason {
    /// Two opponents had already played three rated matches against each other in the 24 hours before this
    /// match.
    MetOften,
    /// Matches against players with provisional ratings had already changed the rating of each player three times:
    /// in the 24 hours before this match, or in the seven days before if the player's rating isn't provisional.
    NewOpponents,
    /// The match was given up before each side had played a tile.
    GivenUp,
}

/// How a match changed one rating.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RatingChange {
    /// The rating before the match.
    pub before: i32,
    /// The rating after the match.
    pub after: i32,
    /// The reason for the change.
    pub reason: ChangeReason,
    /// Whether the rating was provisional before the match. A provisional rating changes more than other
    /// ratings.
    pub provisional: bool,
    /// The result that was expected for the player's side, from 0 for a sure loss to 1 for a sure win. Absent if
    /// a player's rating isn't public, since it would follow from this number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<f64>,
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
    /// The player didn't win, on a board that compares the places of all.
    Placed,
    /// The player left the match, which counts as a loss.
    Left,
    /// The partner left the match, so the player's rating did not change.
    Spared,
    /// The partner left the match. This counts as a loss, because the player's rating already stayed
    /// unchanged for this reason once in the last 24 hours.
    PartnerLeft,
    /// No side won.
    Undecided,
    /// The rating did not change, because matches against players with provisional ratings had already changed it
    /// three times: in the last 24 hours, or in the last seven days if the rating isn't provisional.
    NewOpponents,
}
