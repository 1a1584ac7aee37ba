//! `/api/transparency…`: the key and the public log by which everyone can check the server.

use axum::Extension;
use axum::extract::State;
use boneyard_base::Address;
use boneyard_protocol::Hash;
use boneyard_protocol::transparency::{Consistency, LogPage, ProvedEntries, PublicLog};
use serde::Deserialize;

use super::{ApiError, Json, Query};
use crate::AppState;

/// `GET /api/transparency`: the server's public key, and the signed head of its log.
pub(super) async fn head(
    State(state): State<AppState>,
    Extension(address): Extension<Address>,
) -> Result<Json<PublicLog>, ApiError> {
    let _turn = state.turns.take(address).await?;
    Ok(Json(state.transparency.public_log().await?))
}

/// The query: which entries of the log are wanted. They are about the table with this name in the log and, if
/// a number is given, only about the match with this number.
#[derive(Deserialize)]
pub(super) struct Wanted {
    table: Hash,
    #[serde(rename = "match")]
    match_number: Option<u32>,
}

/// `GET /api/transparency/entries?table=…`: the log's entries about a table, with proofs.
pub(super) async fn entries(
    State(state): State<AppState>,
    Extension(address): Extension<Address>,
    Query(wanted): Query<Wanted>,
) -> Result<Json<ProvedEntries>, ApiError> {
    let _turn = state.turns.take(address).await?;
    let found = state
        .transparency
        .entries(wanted.table, wanted.match_number);
    Ok(Json(found.await?))
}

/// The query: an earlier size of the log.
#[derive(Deserialize)]
pub(super) struct Size {
    from: u32,
}

/// `GET /api/transparency/consistency?from=…`: a proof that entries were only appended to the log since the
/// time when it had this size.
pub(super) async fn consistency(
    State(state): State<AppState>,
    Extension(address): Extension<Address>,
    Query(Size { from }): Query<Size>,
) -> Result<Json<Consistency>, ApiError> {
    let _turn = state.turns.take(address).await?;
    let found = state.transparency.consistency(from).await?;
    Ok(Json(found.ok_or(ApiError::ShortLog)?))
}

/// The query: the place of the first entry to return.
#[derive(Deserialize)]
pub(super) struct From {
    #[serde(default)]
    from: u32,
}

/// `GET /api/transparency/log?from=…`: a page of the log's entries.
pub(super) async fn page(
    State(state): State<AppState>,
    Extension(address): Extension<Address>,
    Query(From { from }): Query<From>,
) -> Result<Json<LogPage>, ApiError> {
    let _turn = state.turns.take(address).await?;
    Ok(Json(state.transparency.page(from).await?))
}
