//! `GET /api/account/export`: all stored data of an account, as one JSON object.

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::IntoResponse;
use boneyard_store::StoreError;
use futures_util::{StreamExt as _, TryStreamExt as _, stream};

use crate::AppState;
use crate::http::extract::Keeper;
use crate::http::{ApiError, records};

/// Streams the account's own data first, and then the records of its matches, page by page.
pub(super) async fn export(
    State(state): State<AppState>,
    Keeper { visitor, .. }: Keeper,
    headers: HeaderMap,
) -> Result<impl IntoResponse, ApiError> {
    let account = state.people.own_account(visitor.player, &headers).await?;
    let mut all = state.store.accounts().export(visitor.player).await?;
    let account = serde_json::to_value(account);
    all.insert(
        "account".to_owned(),
        account.map_err(|_| StoreError::Corrupt)?,
    );
    let mut head = serde_json::to_string(&all).map_err(|_| StoreError::Corrupt)?;
    head.truncate(head.len() - "}".len());
    head.push_str(",\"records\":[");
    let mut separator = "\n";
    let records =
        records::pages(state.store, state.transparency, visitor.player).map_ok(move |lines| {
            let mut text = String::new();
            for line in lines {
                text.push_str(separator);
                text.push_str(&line);
                separator = ",\n";
            }
            Bytes::from(text)
        });
    let said = |text: String| stream::once(async { Ok(Bytes::from(text)) });
    let body = said(head).chain(records).chain(said("\n]}\n".to_owned()));
    let headers = [
        (CONTENT_TYPE, "application/json"),
        (
            CONTENT_DISPOSITION,
            "attachment; filename=\"boneyard-account.json\"",
        ),
    ];
    Ok((headers, Body::from_stream(body)))
}
