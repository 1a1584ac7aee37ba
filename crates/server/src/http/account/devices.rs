//! The devices on which an account is signed in.

use axum::extract::State;
use axum::http::StatusCode;
use boneyard_people::AccountError;
use boneyard_protocol::people::{DeviceBody, DevicesBody};

use crate::AppState;
use crate::http::extract::Keeper;
use crate::http::{ApiError, Budgeted, Json, Path};

/// Lists the account's devices.
pub(super) async fn list(
    State(state): State<AppState>,
    keeper: Keeper,
) -> Result<Json<DevicesBody>, ApiError> {
    let devices = state.store.devices().of(keeper.visitor.player).await?;
    let body = |stored: boneyard_store::StoredDevice| DeviceBody {
        id: stored.device,
        name: stored.name,
        created_ms: stored.created.0,
        seen_ms: stored.seen.0,
        own: stored.device == keeper.device,
    };
    let devices = devices.into_iter().map(body).collect();
    Ok(Json(DevicesBody { devices }))
}

/// Signs out one device of the account.
pub(super) async fn sign_one_out(
    State(state): State<AppState>,
    Budgeted(Keeper { visitor, .. }): Budgeted<Keeper, 1>,
    Path(device): Path<String>,
) -> Result<StatusCode, ApiError> {
    let device = device.parse().map_err(|_| AccountError::NoDevice)?;
    let removed = state.people.sign_out(visitor.player, device).await?;
    removed.then_some(()).ok_or(AccountError::NoDevice)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Signs out the device that sends the request.
pub(super) async fn sign_out(
    State(state): State<AppState>,
    Budgeted(Keeper { visitor, device }): Budgeted<Keeper, 1>,
) -> Result<StatusCode, ApiError> {
    state.people.sign_out(visitor.player, device).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Signs out all devices of the account except the one that sends the request.
pub(super) async fn sign_others_out(
    State(state): State<AppState>,
    Budgeted(Keeper { visitor, device }): Budgeted<Keeper, 1>,
) -> Result<StatusCode, ApiError> {
    state.people.sign_others_out(visitor.player, device).await?;
    Ok(StatusCode::NO_CONTENT)
}
