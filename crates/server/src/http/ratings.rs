//! How strong people are: their pages, leaderboards, and what a match did.

use axum::extract::State;
use boneyard_base::RecordId;
use boneyard_protocol::people::{LeaderboardBody, PersonBody, RatingBoard, RatingChanges};
use serde::Deserialize;

use super::{ApiError, Json, Path, Query};
use crate::AppState;
use crate::http::extract::MaybeVisitor;

/// `GET /api/people/{person}`: somebody's page.
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

/// Whose leaderboard is asked for.
#[derive(Deserialize)]
pub(super) struct Whose {
    bots: Option<u8>,
}

/// `GET /api/leaderboards/{board}`: the strongest in a game, of people or with `?bots=1` of programs.
pub(super) async fn leaderboard(
    State(state): State<AppState>,
    Path(board): Path<RatingBoard>,
    whose: Result<Query<Whose>, ApiError>,
    MaybeVisitor(visitor): MaybeVisitor,
) -> Result<Json<LeaderboardBody>, ApiError> {
    let bots = whose?.0.bots == Some(1);
    let asker = visitor.map(|visitor| visitor.player);
    Ok(Json(state.people.leaderboard(board, bots, asker).await?))
}

/// `GET /api/m/{record}/ratings`: what a match did.
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
