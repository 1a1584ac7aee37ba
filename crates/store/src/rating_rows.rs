//! The rating rows of players. A player has one row on each board of ratings.

use boneyard_base::{PlayerId, Timestamp};
use boneyard_protocol::RatingBoard;
use boneyard_ratings::{PlayerOutcome, Rating};

use super::select::columns;
use super::session::{Session, Value, WrongType};
use super::{Ratings, StoreError};

/// The prefix of the names of bots' boards in the database.
const BOTS: &str = "bots_";

/// A board of ratings. Bots have their own boards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Leaderboard {
    /// The game, and whether single players or pairs are rated.
    pub game: RatingBoard,
    /// Whether this is a board for bots.
    pub bots: bool,
}

impl Leaderboard {
    /// The board's name in the database.
    #[must_use]
    pub fn name(self) -> String {
        let game = game_name(self.game);
        if self.bots {
            format!("{BOTS}{game}")
        } else {
            game
        }
    }
}

impl From<Leaderboard> for Value {
    fn from(board: Leaderboard) -> Self {
        Self::Text(board.name())
    }
}

impl TryFrom<Value> for Leaderboard {
    type Error = WrongType;

    fn try_from(value: Value) -> Result<Self, WrongType> {
        let name: String = value.try_into()?;
        let (game, bots) = match name.strip_prefix(BOTS) {
            Some(game) => (game, true),
            None => (name.as_str(), false),
        };
        let game = serde_json::from_value(game.into()).map_err(|_| WrongType)?;
        Ok(Self { game, bots })
    }
}

/// The board's name in the protocol.
fn game_name(game: RatingBoard) -> String {
    match serde_json::to_value(game) {
        Ok(serde_json::Value::String(name)) => name,
        _ => String::new(),
    }
}

/// A player's rating on a board, with the player's numbers of matches and wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RatingRow {
    /// The rating after the last rated match.
    pub rating: Rating,
    /// The number of rated matches.
    pub matches: u32,
    /// The number of these matches that the player won.
    pub wins: u32,
    /// When the last rated match ended.
    pub last: Timestamp,
}

columns!(Rating { mean, deviation });
columns!(RatingRow {
    rating,
    matches,
    wins,
    last
});

impl RatingRow {
    /// The rating row of a player before the first rated match. `last` is the time when that match ended.
    #[must_use]
    pub const fn new(last: Timestamp) -> Self {
        Self {
            rating: Rating::NEW,
            matches: 0,
            wins: 0,
            last,
        }
    }

    /// The rating row after one more match.
    #[must_use]
    pub fn after(self, outcome: PlayerOutcome, rating: Rating, ended: Timestamp) -> Self {
        Self {
            rating,
            matches: self.matches + 1,
            wins: self.wins + u32::from(outcome == PlayerOutcome::Won),
            last: self.last.max(ended),
        }
    }
}

impl Ratings<'_> {
    /// The rating rows that come after `after`, in the order of player ids and then of board names. Returns
    /// at most `most` rows.
    pub async fn rows(
        self,
        after: Option<(PlayerId, Leaderboard)>,
        most: i64,
    ) -> Result<Vec<(PlayerId, Leaderboard, RatingRow)>, StoreError> {
        let (player, board) = match after {
            Some((player, board)) => (player.into(), board.name()),
            None => (Value::Bytes(Vec::new()), String::new()),
        };
        let sql = "SELECT player_id, board, mean, deviation, matches, wins, rated_ms FROM ratings \
                   WHERE (player_id, board) > ($1, $2) ORDER BY player_id, board LIMIT $3";
        self.0.all(sql, [player, board.into(), most.into()]).await
    }

    /// Writes a rating row. Deletes it if `rating_row` is `None`.
    pub async fn put_row(
        self,
        player: PlayerId,
        board: Leaderboard,
        rating_row: Option<RatingRow>,
    ) -> Result<(), StoreError> {
        self.0
            .write(move |session| {
                if let Some(rating_row) = rating_row {
                    return write_rating_row(session, player, board, &rating_row);
                }
                let sql = "DELETE FROM ratings WHERE player_id = $1 AND board = $2";
                session.execute(sql, &[player.into(), board.into()])?;
                Ok(())
            })
            .await
    }

    /// A player's rating row on a board. `None` if the player has no rated match on this board.
    pub async fn row_on(
        self,
        player: PlayerId,
        board: Leaderboard,
    ) -> Result<Option<RatingRow>, StoreError> {
        self.0
            .read(move |reader| read_rating_row(reader.session(), player, board))
            .await
    }
}

pub(super) fn read_rating_row(
    session: &mut dyn Session,
    player: PlayerId,
    board: Leaderboard,
) -> Result<Option<RatingRow>, StoreError> {
    session.first(
        "SELECT mean, deviation, matches, wins, rated_ms FROM ratings \
         WHERE player_id = $1 AND board = $2",
        &[player.into(), board.into()],
    )
}

pub(super) fn write_rating_row(
    session: &mut dyn Session,
    player: PlayerId,
    board: Leaderboard,
    rating_row: &RatingRow,
) -> Result<(), StoreError> {
    session.execute(
        "INSERT INTO ratings (player_id, board, mean, deviation, matches, wins, rated_ms) \
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (player_id, board) DO UPDATE SET \
         mean = excluded.mean, deviation = excluded.deviation, matches = excluded.matches, \
         wins = excluded.wins, rated_ms = excluded.rated_ms",
        &[
            player.into(),
            board.into(),
            rating_row.rating.mean.into(),
            rating_row.rating.deviation.into(),
            rating_row.matches.into(),
            rating_row.wins.into(),
            rating_row.last.into(),
        ],
    )?;
    Ok(())
}
