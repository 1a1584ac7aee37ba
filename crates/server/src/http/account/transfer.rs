//! `/api/account/transfer`: a code that lets another device in, and the answer to it.

use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use boneyard_base::Address;
use boneyard_protocol::people::{AnswerTransfer, TransferBody};

use crate::AppState;
use crate::http::extract::Keeper;
use crate::http::{ApiError, Body, Json};

/// Makes a code.
pub(super) async fn offer(
    State(state): State<AppState>,
    Extension(from): Extension<Address>,
    Keeper { visitor, .. }: Keeper,
) -> Result<Json<TransferBody>, ApiError> {
    state.gate.spend(visitor.player, from, 2)?;
    Ok(Json(state.people.offer_transfer(visitor.player).await?))
}

/// Tells whether somebody has given it.
pub(super) async fn show(
    State(state): State<AppState>,
    Keeper { visitor, .. }: Keeper,
) -> Result<Json<TransferBody>, ApiError> {
    Ok(Json(state.people.transfer(visitor.player).await?))
}

/// Takes it back.
pub(super) async fn withdraw(
    State(state): State<AppState>,
    Extension(from): Extension<Address>,
    Keeper { visitor, .. }: Keeper,
) -> Result<StatusCode, ApiError> {
    state.gate.spend(visitor.player, from, 1)?;
    state.people.withdraw_transfer(visitor.player).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Lets the other device in, or doesn't.
pub(super) async fn answer(
    State(state): State<AppState>,
    Extension(from): Extension<Address>,
    Keeper { visitor, .. }: Keeper,
    answer: Result<Body<AnswerTransfer>, ApiError>,
) -> Result<StatusCode, ApiError> {
    let Body(AnswerTransfer { device, agree }) = answer?;
    state.gate.spend(visitor.player, from, 1)?;
    let people = &state.people;
    people
        .answer_transfer(visitor.player, &device, agree)
        .await?;
    Ok(StatusCode::NO_CONTENT)
}
