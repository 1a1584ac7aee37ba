//! What quick match needs to know about players.

use std::collections::HashSet;

use boneyard_base::{PlayerId, Timestamp};
use boneyard_protocol::ErrorCode;
use boneyard_rules::Rules;
use boneyard_store::StoreError;
use futures_util::future::BoxFuture;

/// The reason why a player may not search for a match now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MayNotSeek {
    /// The code that the client gets.
    pub code: ErrorCode,
    /// The sentence that the player reads.
    pub text: String,
}

/// Answers which players may play together, and how strong they are.
pub trait KnownPeople: Send + Sync {
    /// Whether a player may search for a match now.
    fn may_seek(
        &self,
        player: PlayerId,
    ) -> BoxFuture<'_, Result<Result<(), MayNotSeek>, StoreError>>;

    /// Records that a player was told of a table and did not come to it, or gave the seat up, so that the
    /// table was closed at `at`.
    fn has_left(&self, player: PlayerId, at: Timestamp) -> BoxFuture<'_, ()>;

    /// A player's rating by these rules, as clients show it; `None` if the player has none.
    fn rating(
        &self,
        player: PlayerId,
        rules: Rules,
    ) -> BoxFuture<'_, Result<Option<i32>, StoreError>>;

    /// The pairs of these players whom a block keeps apart.
    fn blocked_among(
        &self,
        players: Vec<PlayerId>,
    ) -> BoxFuture<'_, Result<HashSet<(PlayerId, PlayerId)>, StoreError>>;

    /// Whether a match of these players, who all have accounts, is rated.
    fn is_rated(
        &self,
        players: Vec<PlayerId>,
        rules: Rules,
    ) -> BoxFuture<'_, Result<bool, StoreError>>;
}
