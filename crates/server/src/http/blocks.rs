//! `/api/blocks`: the players whom a visitor has blocked.

use axum::extract::State;
use axum::http::StatusCode;
use boneyard_base::Visitor;
use boneyard_people::PeopleRefusal;
use boneyard_protocol::people::BlocksBody;

use super::{ApiError, Budgeted, Json, Path};
use crate::AppState;
use crate::http::extract::AnyVisitor;

/// Lists the players whom the visitor has blocked.
pub(super) async fn list(
    State(state): State<AppState>,
    AnyVisitor(Visitor { player, .. }): AnyVisitor,
) -> Result<Json<BlocksBody>, ApiError> {
    Ok(Json(state.people.blocks(player).await?))
}

/// Blocks an account.
pub(super) async fn block(
    State(state): State<AppState>,
    Path(person): Path<String>,
    Budgeted(AnyVisitor(Visitor { player, .. })): Budgeted<AnyVisitor, 1>,
) -> Result<StatusCode, ApiError> {
    let person = person.parse().map_err(|_| PeopleRefusal::NoPerson)?;
    state.people.block_person(player, person).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Ends a block. The path contains the id of the block or of the blocked account.
pub(super) async fn unblock(
    State(state): State<AppState>,
    Path(block): Path<String>,
    Budgeted(AnyVisitor(Visitor { player, .. })): Budgeted<AnyVisitor, 1>,
) -> Result<StatusCode, ApiError> {
    state.people.unblock(player, &block).await?;
    Ok(StatusCode::NO_CONTENT)
}
