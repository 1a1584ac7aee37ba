//! Leaderboards: one for people who make their ratings public, and one for bots.

use boneyard_base::{PersonId, PlayerId, Timestamp};

use super::rating_rows::{Leaderboard, RatingRow};
use super::select::select;
use super::session::Value;
use super::{Leaderboards, StoreError};

/// Which ratings a leaderboard shows: those that are precise enough and recent enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The greatest deviation of a rating that is shown, in millionths.
    pub deviation_max: i64,
    /// A player's last rated match must have ended at or after this time.
    pub since: Timestamp,
}

/// A row of a leaderboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredRow {
    /// The player.
    pub player: PlayerId,
    /// The player's account. `None` for a bot.
    pub person: Option<PersonId>,
    /// The player's name.
    pub name: String,
    /// The player's rating row.
    pub rating_row: RatingRow,
}

/// The end of a statement about the rows of a leaderboard. `$joins` are additional joins, and `$which` is an
/// additional condition. Bots have no accounts, and they have their own boards.
macro_rules! from_board {
    ($joins:literal, $which:literal) => {
        concat!(
            "FROM ratings r ",
            $joins,
            " LEFT JOIN accounts a ON a.player_id = r.player_id \
             LEFT JOIN bots b ON b.bot_id = r.player_id AND b.token_hash IS NOT NULL \
             WHERE r.board = $1 AND r.deviation <= $2 AND r.rated_ms >= $3 \
             AND (b.bot_id IS NOT NULL OR (a.ratings_public = 1 AND a.closed_ms IS NULL)) AND ",
            $which
        )
    };
}

macro_rules! rows_of_leaderboard {
    ($which:literal) => {
        select!(
            StoredRow {
                player: "r.player_id",
                person: "a.person_id",
                name: "p.name",
                rating_row: "r.mean, r.deviation, r.matches, r.wins, r.rated_ms",
            },
            from_board!("JOIN players p ON p.player_id = r.player_id", $which)
        )
    };
}

impl Leaderboards<'_> {
    /// The first rows of a leaderboard, the strongest player first. Returns at most `most` rows.
    pub async fn rows(
        self,
        board: Leaderboard,
        entry: Entry,
        most: i64,
    ) -> Result<Vec<StoredRow>, StoreError> {
        let select = rows_of_leaderboard!("TRUE ORDER BY r.mean DESC, r.player_id DESC LIMIT $4");
        self.0
            .all(select, of_leaderboard(board, entry, most.into()))
            .await
    }

    /// The number of rows of a leaderboard whose strength is at least `mean`, in millionths.
    pub async fn count_from(
        self,
        board: Leaderboard,
        entry: Entry,
        mean: i64,
    ) -> Result<u32, StoreError> {
        let count = concat!("SELECT COUNT(*) ", from_board!("", "r.mean >= $4"));
        let counted = self
            .0
            .first(count, of_leaderboard(board, entry, mean.into()));
        counted.await?.ok_or(StoreError::Corrupt)
    }

    /// A player's row of a leaderboard, if the leaderboard shows the player.
    pub async fn row_of(
        self,
        player: PlayerId,
        board: Leaderboard,
        entry: Entry,
    ) -> Result<Option<StoredRow>, StoreError> {
        let select = rows_of_leaderboard!("r.player_id = $4");
        self.0
            .first(select, of_leaderboard(board, entry, player.into()))
            .await
    }
}

/// The parameters of a statement that [`from_board`] makes. `own` is the parameter of the statement's
/// additional condition.
fn of_leaderboard(board: Leaderboard, entry: Entry, own: Value) -> [Value; 4] {
    let Entry {
        deviation_max,
        since,
    } = entry;
    [board.into(), deviation_max.into(), since.into(), own]
}
