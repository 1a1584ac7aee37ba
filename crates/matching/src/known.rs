//! The questions of quick match about players, which another part of the server answers.

use std::collections::HashSet;

use boneyard_base::{PlayerId, Timestamp};
use boneyard_protocol::ErrorCode;
use boneyard_rules::Rules;
use boneyard_store::StoreError;
use futures_util::future::BoxFuture;

/// The reason why a player may not search for a match now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MayNotSeek {
    /// The error code that is sent to the client.
    pub code: ErrorCode,
    /// The sentence that the player reads.
    pub text: String,
}

/// Knows which players may search and play together, and how strong they are.
pub trait KnownPeople: Send + Sync {
    /// Checks whether a player may search for a match now.
    fn may_seek(&self, player: PlayerId) -> BoxFuture<'_, Result<(), MayNotSeek>>;

    /// Records that a player left a quick match before it began: the player was told of the table, and did
    /// not come or gave up the seat. The table was closed at `at` for this reason.
    fn has_left(&self, player: PlayerId, at: Timestamp) -> BoxFuture<'_, ()>;

    /// A player's rating by these rules, as clients show it; `None` if the player has none.
    fn rating(
        &self,
        player: PlayerId,
        rules: Rules,
    ) -> BoxFuture<'_, Result<Option<i32>, StoreError>>;

    /// The pairs among these players in which one has blocked the other.
    fn blocked_among(
        &self,
        players: Vec<PlayerId>,
    ) -> BoxFuture<'_, Result<HashSet<(PlayerId, PlayerId)>, StoreError>>;

    /// Whether a player has an account.
    fn is_kept(&self, player: PlayerId) -> BoxFuture<'_, Result<bool, StoreError>>;

    /// Whether a match between these players is rated. All of them must have accounts.
    fn is_rated(
        &self,
        players: Vec<PlayerId>,
        rules: Rules,
    ) -> BoxFuture<'_, Result<bool, StoreError>>;
}
