//! The ratings of people and bots. The module `rater` rates finished matches, `method` contains the
//! calculation, and `recompute` calculates all ratings again. `person`, `leaderboard` and `changes` display
//! ratings.

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
use boneyard_store::{Leaderboard, RatingRow, StoreError};

pub(crate) use self::leaderboard::Leaderboards;
pub use self::rater::rate_waiting;
pub use self::recompute::{Recomputed, recompute_ratings};
use super::People;

impl People {
    /// A player's present rating on a board. It becomes less certain with the time since the last rated
    /// match. `None` if the player has no rated match on the board.
    pub async fn rating(
        &self,
        player: PlayerId,
        board: RatingBoard,
    ) -> Result<Option<Rating>, StoreError> {
        let rating_row = self.rating_row_on(player, board).await?;
        let now = self.clock.now();
        Ok(rating_row.map(|known| known.rating.aged(now.ms_since(known.last))))
    }

    /// A player's rating on a board, as other visitors see it. `None` if the player has no rated match on the
    /// board, or if the player's ratings aren't public.
    pub async fn public_rating(
        &self,
        player: PlayerId,
        board: RatingBoard,
    ) -> Result<Option<ShownRating>, StoreError> {
        if !self.preferences(player).await?.ratings_public {
            return Ok(None);
        }
        let rating_row = self.rating_row_on(player, board).await?;
        Ok(rating_row.as_ref().map(shown))
    }

    /// Whether a player has an account.
    pub async fn is_kept(&self, player: PlayerId) -> Result<bool, StoreError> {
        Ok(!player.is_bot() && self.store.ratings().may_be_rated(player).await?)
    }

    /// The pairs of these players who have reached the limit of rated matches against each other in the last
    /// 24 hours. The set has each pair in both orders.
    pub async fn met_today(
        &self,
        players: &[PlayerId],
    ) -> Result<HashSet<(PlayerId, PlayerId)>, StoreError> {
        self.store
            .ratings()
            .met_often(players, self.clock.now())
            .await
    }

    async fn rating_row_on(
        &self,
        player: PlayerId,
        game: RatingBoard,
    ) -> Result<Option<RatingRow>, StoreError> {
        let bots = player.is_bot();
        self.store
            .ratings()
            .row_on(player, Leaderboard { game, bots })
            .await
    }
}

/// Converts a rating row to the form in which it is displayed.
fn shown(rating_row: &RatingRow) -> ShownRating {
    ShownRating {
        rating: rating_row.rating.shown(),
        margin: rating_row.rating.margin(),
        provisional: rating_row.rating.is_provisional(),
        matches: rating_row.matches,
    }
}
