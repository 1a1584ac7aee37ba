//! How strong people and programs are. `rater` rates matches that have ended, `method` says what a match is
//! for ratings, `recompute` works them all out again; `person`, `leaderboard` and `changes` show them.

mod changes;
mod leaderboard;
mod method;
mod person;
mod rater;
mod recompute;

use std::collections::HashSet;

use boneyard_base::PlayerId;
use boneyard_protocol::RatingBoard;
use boneyard_protocol::people::ShownRating;
use boneyard_ratings::Rating;
use boneyard_store::{Board, Standing, StoreError};

pub(crate) use self::leaderboard::Leaderboards;
pub use self::rater::rate_waiting;
pub use self::recompute::{Recomputed, recompute_ratings};
use super::People;

impl People {
    /// The rating of a player on a board as it is believed now; none before the first rated match.
    ///
    /// # Errors
    ///
    /// When the store fails.
    pub async fn rating(
        &self,
        player: PlayerId,
        board: RatingBoard,
    ) -> Result<Option<Rating>, StoreError> {
        let standing = self.standing_on(player, board).await?;
        let now = self.clock.now();
        Ok(standing.map(|known| known.rating.aged(now.ms_since(known.last))))
    }

    /// The rating of a player on a board as others are shown it; none before the first rated match, and of
    /// those who keep theirs to themselves.
    ///
    /// # Errors
    ///
    /// When the store fails.
    pub async fn public_rating(
        &self,
        player: PlayerId,
        board: RatingBoard,
    ) -> Result<Option<ShownRating>, StoreError> {
        if !self.preferences(player).await?.ratings_public {
            return Ok(None);
        }
        let standing = self.standing_on(player, board).await?;
        Ok(standing.as_ref().map(shown))
    }

    /// Which of these players have had as many rated matches against each other in the last 24 hours as are
    /// rated: each two of them in both orders.
    ///
    /// # Errors
    ///
    /// When the store fails.
    pub async fn met_today(
        &self,
        players: &[PlayerId],
    ) -> Result<HashSet<(PlayerId, PlayerId)>, StoreError> {
        self.store.met_often(players, self.clock.now()).await
    }

    async fn standing_on(
        &self,
        player: PlayerId,
        game: RatingBoard,
    ) -> Result<Option<Standing>, StoreError> {
        let bots = player.is_bot();
        self.store.standing_on(player, Board { game, bots }).await
    }
}

/// A standing as it is shown.
fn shown(standing: &Standing) -> ShownRating {
    ShownRating {
        rating: standing.rating.shown(),
        margin: standing.rating.margin(),
        provisional: standing.rating.is_provisional(),
        matches: standing.matches,
    }
}
