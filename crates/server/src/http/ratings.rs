//! Ratings: the pages of players, leaderboards, and the changes of ratings by a match.

use axum::extract::State;
use boneyard_base::RecordId;
use boneyard_protocol::people::{LeaderboardBody, PersonBody, RatingBoard, RatingChanges};
use serde::Deserialize;

use super::{ApiError, Json, Path, Query};
use crate::AppState;
use crate::http::extract::MaybeVisitor;

/// `GET /api/people/{person}`: the public page of a player.
pub(super) async fn person(
    State(state): State<AppState>,
    Path(person): Path<String>,
    MaybeVisitor(visitor): MaybeVisitor,
) -> Result<Json<PersonBody>, ApiError> {
    let person = person.parse().map_err(|_| ApiError::NoPerson)?;
    let asker = visitor.map(|visitor| visitor.player);
    let page = state.people.page(person, asker).await?;
    page.map(Json).ok_or(ApiError::NoPerson)
}

/// The query: whether the leaderboard lists bots instead of people.
#[derive(Deserialize)]
pub(super) struct Whose {
    bots: Option<u8>,
}

/// `GET /api/leaderboards/{board}`: the strongest players of a game; with `?bots=1`, the strongest bots.
pub(super) async fn leaderboard(
    State(state): State<AppState>,
    Path(board): Path<RatingBoard>,
    Query(Whose { bots }): Query<Whose>,
    MaybeVisitor(visitor): MaybeVisitor,
) -> Result<Json<LeaderboardBody>, ApiError> {
    let asker = visitor.map(|visitor| visitor.player);
    Ok(Json(
        state
            .people
            .leaderboard(board, bots == Some(1), asker)
            .await?,
    ))
}

/// `GET /api/m/{record}/ratings`: how a match changed its players' ratings.
pub(super) async fn changes(
    State(state): State<AppState>,
    Path(record): Path<String>,
    MaybeVisitor(visitor): MaybeVisitor,
) -> Result<Json<RatingChanges>, ApiError> {
    let record: RecordId = record.parse().map_err(|_| ApiError::NoRecord)?;
    let asker = visitor.map(|visitor| visitor.player);
    let changes = state.people.rating_changes(record, asker).await?;
    changes.map(Json).ok_or(ApiError::NotRated)
}
