//! `/api/blocks`: whom a visitor doesn't want to meet.

use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use boneyard_base::Address;
use boneyard_people::PeopleRefusal;
use boneyard_protocol::people::BlocksBody;

use super::{ApiError, Json, Path};
use crate::AppState;
use crate::http::extract::MaybeVisitor;

/// Whom the visitor has blocked.
pub(super) async fn list(
    State(state): State<AppState>,
    MaybeVisitor(visitor): MaybeVisitor,
) -> Result<Json<BlocksBody>, ApiError> {
    let player = visitor.ok_or(ApiError::NoIdentity)?.player;
    Ok(Json(state.people.blocks(player).await?))
}

/// Blocks the person of an account.
pub(super) async fn block(
    State(state): State<AppState>,
    Path(person): Path<String>,
    Extension(from): Extension<Address>,
    MaybeVisitor(visitor): MaybeVisitor,
) -> Result<StatusCode, ApiError> {
    let player = visitor.ok_or(ApiError::NoIdentity)?.player;
    state.gate.spend(player, from, 1)?;
    let person = person.parse().map_err(|_| PeopleRefusal::NoPerson)?;
    state.people.block_person(player, person).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Ends a block, by its id or by the account of the blocked person.
pub(super) async fn unblock(
    State(state): State<AppState>,
    Path(block): Path<String>,
    Extension(from): Extension<Address>,
    MaybeVisitor(visitor): MaybeVisitor,
) -> Result<StatusCode, ApiError> {
    let player = visitor.ok_or(ApiError::NoIdentity)?.player;
    state.gate.spend(player, from, 1)?;
    state.people.unblock(player, &block).await?;
    Ok(StatusCode::NO_CONTENT)
}
