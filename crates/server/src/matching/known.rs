//! What quick match asks of what is known of people.

use std::collections::HashSet;

use boneyard_base::{PlayerId, Timestamp};
use boneyard_protocol::ErrorCode;
use boneyard_rules::Rules;
use boneyard_store::StoreError;
use futures_util::future::BoxFuture;

/// Why somebody may not look for a match now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct MayNotSeek {
    pub(crate) code: ErrorCode,
    /// The sentence that they read.
    pub(crate) text: String,
}

/// Who may play with whom, and how strong they are.
pub(crate) trait KnownPeople: Send + Sync {
    /// Whether somebody may look for a match now.
    fn may_seek(
        &self,
        player: PlayerId,
    ) -> BoxFuture<'_, Result<Result<(), MayNotSeek>, StoreError>>;

    /// Somebody was told of a table and has not come to it, or has given the seat up; the table was closed then.
    fn has_left(&self, player: PlayerId, at: Timestamp) -> BoxFuture<'_, ()>;

    /// How strong somebody is by these rules, as it is shown; none of somebody of whom nothing is known.
    fn rating(
        &self,
        player: PlayerId,
        rules: Rules,
    ) -> BoxFuture<'_, Result<Option<i32>, StoreError>>;

    /// Pairs of these whom a block keeps apart.
    fn blocked_among(
        &self,
        players: Vec<PlayerId>,
    ) -> BoxFuture<'_, Result<HashSet<(PlayerId, PlayerId)>, StoreError>>;

    /// Whether a match of these people, who all keep accounts, is rated.
    fn is_rated(
        &self,
        players: Vec<PlayerId>,
        rules: Rules,
    ) -> BoxFuture<'_, Result<bool, StoreError>>;
}
