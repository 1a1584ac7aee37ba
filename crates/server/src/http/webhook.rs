//! `/api/tables/{table}/webhook`: the chat or the program that is told what happens at a table.

use axum::Extension;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use boneyard_base::{Address, Requester, TableId};
use boneyard_notices::NoticeError;
use boneyard_protocol::push::{PutWebhook, TableWebhook};

use super::push::push;
use super::site::public_url;
use super::{ApiError, Body, Budgeted, Json, Path};
use crate::AppState;
use crate::http::extract::{Keeper, Person};

/// Says whether a webhook is set, and at which host.
pub(super) async fn show(
    State(state): State<AppState>,
    Path(table): Path<String>,
    Person(visitor): Person,
) -> Result<Json<TableWebhook>, ApiError> {
    let shown = push(&state)?.webhook(visitor.player, parsed(&table)?);
    Ok(Json(shown.await?))
}

/// Sets the webhook.
pub(super) async fn put(
    State(state): State<AppState>,
    Extension(from): Extension<Address>,
    Path(table): Path<String>,
    Budgeted(Keeper { visitor, .. }): Budgeted<Keeper, 1>,
    headers: HeaderMap,
    Body(wanted): Body<PutWebhook>,
) -> Result<Json<TableWebhook>, ApiError> {
    let requester = Requester {
        player: visitor.player,
        from,
    };
    let site = public_url(&state.config, &headers).ok_or(ApiError::NoRoute)?;
    let set = push(&state)?.put_webhook(requester, parsed(&table)?, site.origin(), &wanted);
    Ok(Json(set.await?))
}

/// Removes the webhook.
pub(super) async fn remove(
    State(state): State<AppState>,
    Path(table): Path<String>,
    Budgeted(Keeper { visitor, .. }): Budgeted<Keeper, 1>,
) -> Result<StatusCode, ApiError> {
    let removed = push(&state)?.remove_webhook(visitor.player, parsed(&table)?);
    removed.await?;
    Ok(StatusCode::NO_CONTENT)
}

fn parsed(table: &str) -> Result<TableId, NoticeError> {
    table.parse().map_err(|_| NoticeError::NotHost)
}
