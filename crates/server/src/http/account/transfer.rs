//! `/api/account/transfer`: a code that signs another device in, and the answer to its request.

use axum::extract::State;
use axum::http::StatusCode;
use boneyard_protocol::people::{AnswerTransfer, TransferBody};

use crate::AppState;
use crate::http::extract::Keeper;
use crate::http::{ApiError, Body, Budgeted, Json};

/// Makes a code.
pub(super) async fn offer(
    State(state): State<AppState>,
    Budgeted(Keeper { visitor, .. }): Budgeted<Keeper, 2>,
) -> Result<Json<TransferBody>, ApiError> {
    Ok(Json(state.people.offer_transfer(visitor.player).await?))
}

/// Tells whether another device has entered the code.
pub(super) async fn show(
    State(state): State<AppState>,
    Keeper { visitor, .. }: Keeper,
) -> Result<Json<TransferBody>, ApiError> {
    Ok(Json(state.people.transfer(visitor.player).await?))
}

/// Withdraws the code.
pub(super) async fn withdraw(
    State(state): State<AppState>,
    Budgeted(Keeper { visitor, .. }): Budgeted<Keeper, 1>,
) -> Result<StatusCode, ApiError> {
    state.people.withdraw_transfer(visitor.player).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Lets the other device in, or refuses.
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
