//! `POST /api/tables`: creates a table.

use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use boneyard_base::limits::Bound;
use boneyard_base::{Address, Requester};
use boneyard_protocol::http::{CreateTable, TableCreated};

use super::{ApiError, Body, Budgeted, Json};
use crate::AppState;
use crate::http::extract::AnyVisitor;

/// The cost of a new table in the budgets, as a number of small rows: its listing, its first event, and an
/// entry of the public log.
const ROWS: u32 = 3;

/// Creates a table. The visitor becomes its host, and takes a seat.
pub(super) async fn create(
    State(state): State<AppState>,
    Extension(from): Extension<Address>,
    Budgeted(AnyVisitor(host)): Budgeted<AnyVisitor, ROWS>,
    Body(wanted): Body<CreateTable>,
) -> Result<(StatusCode, Json<TableCreated>), ApiError> {
    let requester = Requester {
        player: host.player,
        from,
    };
    if !state.gate.allow(Bound::Tables, requester) {
        return Err(ApiError::TooManyFromAddress);
    }
    let created = state.tables.create(&host, wanted).await?;
    Ok((StatusCode::CREATED, Json(created)))
}
