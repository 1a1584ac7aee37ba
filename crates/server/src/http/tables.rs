//! `POST /api/tables`: opens a table.

use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use boneyard_base::Address;
use boneyard_protocol::http::{CreateTable, TableCreated};

use super::{ApiError, Body, Json};
use crate::AppState;
use crate::http::extract::MaybeVisitor;

/// Rows of a new table: its listing, its first step, and an entry of the public log.
const ROWS: u32 = 3;

/// Opens a table for a visitor, who sits down as its host.
pub(super) async fn create(
    State(state): State<AppState>,
    Extension(from): Extension<Address>,
    MaybeVisitor(visitor): MaybeVisitor,
    wanted: Result<Body<CreateTable>, ApiError>,
) -> Result<(StatusCode, Json<TableCreated>), ApiError> {
    let host = visitor.ok_or(ApiError::NoIdentity)?;
    let Body(wanted) = wanted?;
    if !state.gate.may_make_one_more(from) {
        return Err(ApiError::TooManyFromAddress);
    }
    state.gate.spend(host.player, from, ROWS)?;
    state.people.must_be_let_in(host.player).await?;
    let created = state.tables.create(&host, wanted).await?;
    Ok((StatusCode::CREATED, Json(created)))
}
