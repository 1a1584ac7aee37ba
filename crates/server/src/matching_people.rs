//! Gives quick match the information about players that it needs.

use std::collections::HashSet;

use boneyard_base::{Door, PlayerId, Timestamp};
use boneyard_matching::{KnownPeople, MayNotSeek};
use boneyard_people::{People, PeopleRefusal};
use boneyard_ratings::leaderboard_of;
use boneyard_rules::Rules;
use boneyard_store::StoreError;
use futures_util::future::BoxFuture;
use futures_util::{FutureExt as _, TryFutureExt as _};

/// Implements [`KnownPeople`], so that quick match can ask for information about players.
pub(crate) struct MatchingPeople(pub(crate) People);

impl KnownPeople for MatchingPeople {
    fn may_seek(&self, player: PlayerId) -> BoxFuture<'_, Result<(), MayNotSeek>> {
        let refused = |refusal: PeopleRefusal| MayNotSeek {
            code: refusal.code(),
            text: refusal.to_string(),
        };
        let may_seek = async move { self.0.must_pass(player, Door::QuickMatch).await };
        may_seek.map_err(refused).boxed()
    }

    fn has_left(&self, player: PlayerId, at: Timestamp) -> BoxFuture<'_, ()> {
        self.0.has_left(player, at).boxed()
    }

    fn rating(
        &self,
        player: PlayerId,
        rules: Rules,
    ) -> BoxFuture<'_, Result<Option<i32>, StoreError>> {
        let rating = async move {
            let Some((board, _)) = leaderboard_of(&rules) else {
                return Ok(None);
            };
            Ok(self
                .0
                .rating(player, board)
                .await?
                .map(|rating| rating.shown()))
        };
        rating.boxed()
    }

    fn blocked_among(
        &self,
        players: Vec<PlayerId>,
    ) -> BoxFuture<'_, Result<HashSet<(PlayerId, PlayerId)>, StoreError>> {
        async move { self.0.blocked_among(&players).await }.boxed()
    }

    fn is_kept(&self, player: PlayerId) -> BoxFuture<'_, Result<bool, StoreError>> {
        self.0.is_kept(player).boxed()
    }

    fn is_rated(
        &self,
        players: Vec<PlayerId>,
        rules: Rules,
    ) -> BoxFuture<'_, Result<bool, StoreError>> {
        let is_rated = async move {
            let has_board = leaderboard_of(&rules).is_some();
            Ok(has_board && self.0.met_today(&players).await?.is_empty())
        };
        is_rated.boxed()
    }
}
