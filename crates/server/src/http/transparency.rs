//! `/api/transparency…`: the key and the public log by which everyone can check the server.

use axum::Extension;
use axum::extract::State;
use boneyard_base::Address;
use boneyard_fair::Commitment;
use boneyard_protocol::transparency::{Consistency, ProvedEntries, PublicLog, TreePage};
use serde::Deserialize;

use super::{ApiError, Json, Path, Query};
use crate::AppState;

/// `GET /api/transparency`: the server's public key, and the latest signed head of its log.
pub(super) async fn head(
    State(state): State<AppState>,
    Extension(address): Extension<Address>,
) -> Result<Json<PublicLog>, ApiError> {
    let _turn = state.turns.take(address).await?;
    Ok(Json(state.transparency.public_log().await?))
}

/// The query: which entries of the log are wanted. They belong to the chain with this commitment and, if a
/// number is given, only to the match with this number.
#[derive(Deserialize)]
pub(super) struct Wanted {
    commitment: Commitment,
    #[serde(rename = "match")]
    match_number: Option<u32>,
}

/// `GET /api/transparency/entries?commitment=…`: the log's entries for a chain, with proofs.
pub(super) async fn entries(
    State(state): State<AppState>,
    Extension(address): Extension<Address>,
    Query(wanted): Query<Wanted>,
) -> Result<Json<ProvedEntries>, ApiError> {
    let _turn = state.turns.take(address).await?;
    let found = state
        .transparency
        .entries(&wanted.commitment, wanted.match_number);
    Ok(Json(found.await?))
}

/// The query: the number of the first entry to return.
#[derive(Deserialize)]
pub(super) struct From {
    #[serde(default)]
    from: u32,
}

/// `GET /api/transparency/trees/{tree}?from=…`: a page of the entries of a tree.
pub(super) async fn page(
    State(state): State<AppState>,
    Extension(address): Extension<Address>,
    Path(tree): Path<u32>,
    Query(From { from }): Query<From>,
) -> Result<Json<TreePage>, ApiError> {
    let _turn = state.turns.take(address).await?;
    let found = state.transparency.page(tree, from).await?;
    Ok(Json(found.ok_or(ApiError::NoTree)?))
}

/// The query: an earlier size of the tree.
#[derive(Deserialize)]
pub(super) struct Size {
    size: u32,
}

/// `GET /api/transparency/trees/{tree}/consistency?size=…`: a proof that entries were only appended to the
/// tree since the time when it had this size.
pub(super) async fn consistency(
    State(state): State<AppState>,
    Extension(address): Extension<Address>,
    Path(tree): Path<u32>,
    Query(Size { size }): Query<Size>,
) -> Result<Json<Consistency>, ApiError> {
    let _turn = state.turns.take(address).await?;
    let found = state.transparency.consistency(tree, size).await?;
    Ok(Json(found.ok_or(ApiError::NoTree)?))
}
