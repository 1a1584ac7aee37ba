//! Leaderboards: of people who make their ratings public, and of programs.

use super::session::{Row, Value, only};
use super::standings::{Board, Standing, count, standing};
use super::{Store, StoreError};
use crate::clock::Timestamp;
use crate::id::{PersonId, PlayerId};

/// Which ratings are on a leaderboard: those that are exact enough, and recent enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The greatest deviation, in millionths.
    pub deviation_max: i64,
    /// When the last match ended at the earliest.
    pub since: Timestamp,
}

/// A row of a leaderboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredRow {
    /// The player.
    pub player: PlayerId,
    /// The account; none for a program.
    pub person: Option<PersonId>,
    /// The name.
    pub name: String,
    /// The standing.
    pub standing: Standing,
}

/// Selects from the rows of a leaderboard. Programs have boards of their own, and no accounts.
macro_rules! on_board {
    ($columns:literal, $joins:literal, $which:literal) => {
        concat!(
            "SELECT ",
            $columns,
            " FROM ratings r ",
            $joins,
            " LEFT JOIN accounts a ON a.player_id = r.player_id \
             LEFT JOIN bots b ON b.bot_id = r.player_id \
             WHERE r.board = $1 AND r.deviation <= $2 AND r.rated_ms >= $3 \
             AND (b.bot_id IS NOT NULL OR (a.ratings_public = 1 AND a.closed_ms IS NULL)) AND ",
            $which
        )
    };
}

macro_rules! rows_of_board {
    ($which:literal) => {
        on_board!(
            "r.mean, r.deviation, r.matches, r.wins, r.rated_ms, r.player_id, a.person_id, p.name",
            "JOIN players p ON p.player_id = r.player_id",
            $which
        )
    };
}

const FIRST: &str = rows_of_board!("TRUE ORDER BY r.mean DESC, r.player_id DESC LIMIT $4");
const OWN: &str = rows_of_board!("r.player_id = $4");
const COUNT_FROM: &str = on_board!("COUNT(*)", "", "r.mean >= $4");

impl Store {
    /// The first rows of a leaderboard, the strongest first.
    pub async fn leaderboard(
        &self,
        board: Board,
        entry: Entry,
        most: i64,
    ) -> Result<Vec<StoredRow>, StoreError> {
        let rows = self.on_board(FIRST, board, entry, most.into()).await?;
        rows.into_iter().map(stored_row).collect()
    }

    /// How many rows of a leaderboard have a strength of so many millionths or more.
    pub async fn count_from(
        &self,
        board: Board,
        entry: Entry,
        mean: i64,
    ) -> Result<u32, StoreError> {
        let rows = self.on_board(COUNT_FROM, board, entry, mean.into()).await?;
        count(&mut only(rows).ok_or(StoreError::Corrupt)?, 0)
    }

    /// A player's row of a leaderboard, if they are on it.
    pub async fn entry(
        &self,
        player: PlayerId,
        board: Board,
        entry: Entry,
    ) -> Result<Option<StoredRow>, StoreError> {
        let rows = self.on_board(OWN, board, entry, player.into()).await?;
        only(rows).map(stored_row).transpose()
    }

    async fn on_board(
        &self,
        sql: &'static str,
        board: Board,
        entry: Entry,
        which: Value,
    ) -> Result<Vec<Row>, StoreError> {
        let values = [
            board.name().into(),
            entry.deviation_max.into(),
            entry.since.into(),
            which,
        ];
        self.read(move |reader| reader.session().query(sql, &values))
            .await
    }
}

fn stored_row(mut row: Row) -> Result<StoredRow, StoreError> {
    Ok(StoredRow {
        player: row.take(5)?,
        person: row.take(6)?,
        name: row.take(7)?,
        standing: standing(&mut row)?,
    })
}
