//! `/api/account/transfer`: a code with which another device signs in, and the account's answer to that
//! device.

use axum::extract::State;
use axum::http::StatusCode;
use boneyard_protocol::people::{AnswerTransfer, TransferBody};

use crate::AppState;
use crate::http::extract::Keeper;
use crate::http::{ApiError, Body, Budgeted, Json};

/// Makes a transfer code.
pub(super) async fn offer(
    State(state): State<AppState>,
    Budgeted(Keeper { visitor, .. }): Budgeted<Keeper, 2>,
) -> Result<Json<TransferBody>, ApiError> {
    Ok(Json(state.people.offer_transfer(visitor.player).await?))
}

/// Shows whether another device has entered the transfer code.
pub(super) async fn show(
    State(state): State<AppState>,
    Keeper { visitor, .. }: Keeper,
) -> Result<Json<TransferBody>, ApiError> {
    Ok(Json(state.people.transfer(visitor.player).await?))
}

/// Withdraws the transfer code.
pub(super) async fn withdraw(
    State(state): State<AppState>,
    Budgeted(Keeper { visitor, .. }): Budgeted<Keeper, 1>,
) -> Result<StatusCode, ApiError> {
    state.people.withdraw_transfer(visitor.player).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Allows or refuses the sign-in of the other device.
pub(super) async fn answer(
    State(state): State<AppState>,
    Budgeted(Keeper { visitor, .. }): Budgeted<Keeper, 1>,
    Body(AnswerTransfer { device, agree }): Body<AnswerTransfer>,
) -> Result<StatusCode, ApiError> {
    let people = &state.people;
    people
        .answer_transfer(visitor.player, &device, agree)
        .await?;
    Ok(StatusCode::NO_CONTENT)
}
