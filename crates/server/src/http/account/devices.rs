//! The devices that an account is signed in at.

use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use boneyard_base::Address;
use boneyard_people::AccountError;
use boneyard_protocol::people::{DeviceBody, DevicesBody};

use crate::AppState;
use crate::http::extract::Keeper;
use crate::http::{ApiError, Json, Path};

/// Lists them.
pub(super) async fn list(
    State(state): State<AppState>,
    keeper: Keeper,
) -> Result<Json<DevicesBody>, ApiError> {
    let devices = state.store.devices_of(keeper.visitor.player).await?;
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

/// Signs one out.
pub(super) async fn sign_one_out(
    State(state): State<AppState>,
    Extension(from): Extension<Address>,
    Keeper { visitor, .. }: Keeper,
    Path(device): Path<String>,
) -> Result<StatusCode, ApiError> {
    state.gate.spend(visitor.player, from, 1)?;
    let device = device.parse().map_err(|_| AccountError::NoDevice)?;
    let removed = state.people.sign_out(visitor.player, device).await?;
    removed.then_some(()).ok_or(AccountError::NoDevice)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Signs the one out that asks.
pub(super) async fn sign_out(
    State(state): State<AppState>,
    Extension(from): Extension<Address>,
    Keeper { visitor, device }: Keeper,
) -> Result<StatusCode, ApiError> {
    state.gate.spend(visitor.player, from, 1)?;
    state.people.sign_out(visitor.player, device).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Signs all others out.
pub(super) async fn sign_others_out(
    State(state): State<AppState>,
    Extension(from): Extension<Address>,
    Keeper { visitor, device }: Keeper,
) -> Result<StatusCode, ApiError> {
    state.gate.spend(visitor.player, from, 1)?;
    state.people.sign_others_out(visitor.player, device).await?;
    Ok(StatusCode::NO_CONTENT)
}
