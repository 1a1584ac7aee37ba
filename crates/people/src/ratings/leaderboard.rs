//! Leaderboards. A leaderboard that was read from the database is used for a fixed time, and is read again
//! only after that. So the number of reads doesn't depend on the number of clients.

use std::collections::HashMap;
use std::sync::Arc;

use boneyard_base::{PlayerId, limits};
use boneyard_protocol::RatingBoard;
use boneyard_protocol::people::{LeaderboardBody, LeaderboardRow};
use boneyard_ratings::Rating;
use boneyard_store::{Entry, Leaderboard, StoreError, StoredRow};
use tokio::sync::Mutex;
use tokio::time::Instant;

use super::shown;
use crate::People;

/// The leaderboards that were read recently. Clones share the same data.
#[derive(Clone, Debug, Default)]
pub(crate) struct Leaderboards(Arc<Mutex<HashMap<Leaderboard, Arc<CachedLeaderboard>>>>);

/// A leaderboard as it was read from the database.
#[derive(Debug)]
struct CachedLeaderboard {
    read: Instant,
    entry: Entry,
    rows: Vec<StoredRow>,
}

impl People {
    /// A leaderboard of people or of bots, as the asking visitor sees it. `asker` is `None` for a visitor
    /// without a cookie.
    pub async fn leaderboard(
        &self,
        game: RatingBoard,
        bots: bool,
        asker: Option<PlayerId>,
    ) -> Result<LeaderboardBody, StoreError> {
        let board = Leaderboard { game, bots };
        let known = self.read_leaderboard(board).await?;
        let rows = known.rows.iter().map(|row| {
            let rating = row.rating_row.rating.shown();
            let is_better = |other: &StoredRow| other.rating_row.rating.shown() > rating;
            let better = known.rows.partition_point(is_better);
            shown_row(row, better + 1, asker == Some(row.player))
        });
        let rows: Vec<_> = rows.collect();
        let is_listed = rows.iter().any(|row| row.own);
        let own = match asker.filter(|_| !is_listed) {
            Some(player) => self.own_row(known.entry, board, player).await?,
            None => None,
        };
        Ok(LeaderboardBody {
            board: game,
            rows,
            own,
        })
    }

    /// The row of a player who is below the listed rows. Only public ratings count for the player's place.
    async fn own_row(
        &self,
        entry: Entry,
        board: Leaderboard,
        player: PlayerId,
    ) -> Result<Option<LeaderboardRow>, StoreError> {
        let Some(row) = self
            .store
            .leaderboards()
            .row_of(player, board, entry)
            .await?
        else {
            return Ok(None);
        };
        let better = least_shown_above(row.rating_row.rating.shown());
        let better = self
            .store
            .leaderboards()
            .count_from(board, entry, better)
            .await?;
        Ok(Some(shown_row(&row, better as usize + 1, true)))
    }

    async fn read_leaderboard(
        &self,
        board: Leaderboard,
    ) -> Result<Arc<CachedLeaderboard>, StoreError> {
        // Requests that arrive during a read wait here, and use the same result.
        let mut boards = self.leaderboards.0.lock().await;
        if let Some(known) = boards.get(&board)
            && known.read.elapsed() < limits::LEADERBOARD_LIFE
        {
            return Ok(Arc::clone(known));
        }
        let entry = Entry {
            deviation_max: boneyard_ratings::LEADERBOARD_TO,
            since: self.clock.now().plus_ms(-boneyard_ratings::LEADERBOARD_MS),
        };
        let most = limits::LEADERBOARD_ROWS;
        let read = Arc::new(CachedLeaderboard {
            read: Instant::now(),
            entry,
            rows: self.store.leaderboards().rows(board, entry, most).await?,
        });
        boards.insert(board, Arc::clone(&read));
        Ok(read)
    }
}

fn shown_row(row: &StoredRow, place: usize, own: bool) -> LeaderboardRow {
    LeaderboardRow {
        place: u32::try_from(place).unwrap_or(u32::MAX),
        person: row.person,
        name: row.name.clone(),
        rating: shown(&row.rating_row),
        own,
    }
}

/// The smallest mean, in millionths, for which a greater rating than `rating` is displayed. `rating` is a
/// displayed rating.
fn least_shown_above(rating: i32) -> i64 {
    let shown = |mean| {
        let rating = Rating {
            mean,
            ..Rating::NEW
        };
        rating.shown()
    };
    // These bounds are far outside of all displayed ratings.
    let (mut below, mut above) = (-1_000_000_000, 1_000_000_000);
    while above - below > 1 {
        let between = i64::midpoint(below, above);
        if shown(between) > rating {
            above = between;
        } else {
            below = between;
        }
    }
    above
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_begins_where_a_rating_is_shown_as_higher() {
        let shown = |mean| {
            let rating = Rating {
                mean,
                ..Rating::NEW
            };
            rating.shown()
        };
        for rating in [700, 1499, 1500, 1501, 2300] {
            let above = least_shown_above(rating);
            assert_eq!((shown(above - 1), shown(above)), (rating, rating + 1));
        }
    }
}
