//! `/api/m/…`, `/api/replay` and `/api/me/…`: finished matches as data.

use std::sync::Arc;

use axum::Extension;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use boneyard_base::{Address, PlayerId, Timestamp, Turns, Visitor, limits};
use boneyard_protocol::record::{HideMatch, Matches, NamesDeleted, ReplayRequest};
use boneyard_protocol::{RecordAnalysis, RecordId};
use boneyard_records::{Summary, Transparency, replay};
use boneyard_rules::Transcript;
use boneyard_store::{Cursor, MatchResult, OwnRecords, Store, StoreError, StoredRecord};
use futures_util::{Stream, TryStreamExt as _, stream};
use serde::Deserialize;

use super::{ApiError, Body, Budgeted, Json, Path, Query, packed};
use crate::AppState;
use crate::http::extract::AnyVisitor;

/// `GET /api/m/{id}` returns a record, and `GET /api/m/{id}.txt` its transcript.
pub(super) async fn record(
    State(state): State<AppState>,
    Path(name): Path<String>,
) -> Result<Response, ApiError> {
    let (id, as_text) = match name.strip_suffix(".txt") {
        Some(id) => (id, true),
        None => (name.as_str(), false),
    };
    let stored = find(&state.store, id).await?;
    if as_text {
        let kind = [(CONTENT_TYPE, "text/plain; charset=utf-8")];
        return Ok((kind, stored.transcript).into_response());
    }
    let mut record = Summary::of(&stored)?.into_record(stored)?;
    let log = state.transparency.head().await?;
    state.transparency.sign(&mut record, log);
    Ok(Json(record).into_response())
}

/// Finds the record with this id. Returns the same error for an invalid id as for an id without a record.
pub(super) async fn find(store: &Store, id: &str) -> Result<StoredRecord, ApiError> {
    let id: RecordId = id.parse().map_err(|_| ApiError::NoRecord)?;
    store.records().get(id).await?.ok_or(ApiError::NoRecord)
}

/// The query: the number of the first round or move to return.
#[derive(Deserialize)]
pub(super) struct From {
    from: Option<u16>,
}

/// `GET /api/m/{id}/steps`: all positions of a record, from a given round on.
pub(super) async fn steps(
    State(state): State<AppState>,
    Extension(address): Extension<Address>,
    Path(id): Path<String>,
    Query(From { from }): Query<From>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let stored = find(&state.store, &id).await?;
    replayed(&state.turns, address, (stored.transcript, from, headers)).await
}

/// `GET /api/m/{id}/analysis`: the expert's judgement of some moves of a record, from a given move on.
pub(super) async fn analysis(
    State(state): State<AppState>,
    Extension(address): Extension<Address>,
    Path(id): Path<String>,
    Query(From { from }): Query<From>,
) -> Result<Json<RecordAnalysis>, ApiError> {
    let stored = find(&state.store, &id).await?;
    let analyst = state.analyst.clone();
    at_leisure(&state.turns, address, move || {
        let transcript: Transcript = stored.transcript.parse().map_err(ApiError::transcript)?;
        let judged = analyst.analyse(&transcript, from.unwrap_or(0).into());
        judged.map(Json).map_err(ApiError::transcript)
    })
    .await
}

/// `POST /api/replay`: all positions of a transcript that the visitor sends.
pub(super) async fn import(
    State(state): State<AppState>,
    Extension(address): Extension<Address>,
    headers: HeaderMap,
    Body(ReplayRequest { transcript, from }): Body<ReplayRequest>,
) -> Result<Response, ApiError> {
    replayed(&state.turns, address, (transcript, from, headers)).await
}

/// Replays a transcript, on a thread that serves no visitors.
async fn replayed(
    turns: &Turns,
    address: Address,
    (text, from, headers): (String, Option<u16>, HeaderMap),
) -> Result<Response, ApiError> {
    at_leisure(turns, address, move || {
        let transcript: Transcript = text.trim().parse().map_err(ApiError::transcript)?;
        let first = from.unwrap_or(1);
        let film = replay::replay(&transcript, first).map_err(ApiError::transcript)?;
        Ok(packed::json(&headers, &film))
    })
    .await
}

/// Runs long work on another thread, as soon as it is the turn of the client's address.
pub(super) async fn at_leisure<T: Send + 'static>(
    turns: &Turns,
    address: Address,
    work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    let done = turns.run(address, work).await?;
    done.unwrap_or(Err(ApiError::Unavailable))
}

/// The query: filters for the list of a visitor's own matches, and the page to return.
#[derive(Deserialize)]
pub(super) struct Wanted {
    variant: Option<String>,
    opponent: Option<String>,
    result: Option<MatchResult>,
    before: Option<PageCursor>,
}

/// The cursor of the next page of a list, in the form that the URL contains.
#[derive(Deserialize)]
#[serde(try_from = "String")]
struct PageCursor(Cursor);

impl TryFrom<String> for PageCursor {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let parts = text.split_once('-');
        let cursor = parts.and_then(|(ended, id)| {
            Some(Cursor {
                ended: Timestamp(ended.parse().ok()?),
                id: id.parse().ok()?,
            })
        });
        cursor.map(Self).ok_or("it is what the last answer said")
    }
}

/// `GET /api/me/matches`: a page of the list of the visitor's own matches, with filters.
pub(super) async fn matches(
    State(state): State<AppState>,
    AnyVisitor(Visitor { player, .. }): AnyVisitor,
    Query(wanted): Query<Wanted>,
) -> Result<Json<Matches>, ApiError> {
    let said = |text: Option<String>| text.filter(|text| !text.is_empty());
    let wanted = OwnRecords {
        variant: said(wanted.variant),
        opponent: said(wanted.opponent),
        result: wanted.result,
        before: wanted.before.map(|PageCursor(cursor)| cursor),
        transcripts: false,
    };
    let most = limits::MATCHES_PER_PAGE;
    let (records, more) = state.store.records().of(player, &wanted, most).await?;
    let entries = records
        .iter()
        .map(|stored| Summary::of(stored)?.into_entry(stored));
    Ok(Json(Matches {
        matches: entries.collect::<Result<_, _>>()?,
        before: more.map(|Cursor { ended, id }| format!("{}-{id}", ended.0)),
    }))
}

/// `GET /api/me/records`: all records of the visitor's own matches, one per line, the latest first.
pub(super) async fn export(
    State(state): State<AppState>,
    AnyVisitor(Visitor { player, .. }): AnyVisitor,
) -> Result<impl IntoResponse, ApiError> {
    let pages = pages(state.store, state.transparency, player).map_ok(|lines| {
        Bytes::from(
            lines
                .into_iter()
                .fold(String::new(), |text, line| text + &line + "\n"),
        )
    });
    let headers = [
        (CONTENT_TYPE, "application/x-ndjson"),
        (
            CONTENT_DISPOSITION,
            "attachment; filename=\"boneyard-records.jsonl\"",
        ),
    ];
    Ok((headers, axum::body::Body::from_stream(pages)))
}

/// A stream of all records of a player's matches as JSON, the latest first. Each item is a page of records.
pub(super) fn pages(
    store: Store,
    transparency: Transparency,
    player: PlayerId,
) -> impl Stream<Item = Result<Vec<String>, StoreError>> {
    let source = Arc::new((store, transparency));
    let all = OwnRecords {
        transcripts: true,
        ..OwnRecords::default()
    };
    stream::try_unfold(Some(all), move |wanted| {
        let source = Arc::clone(&source);
        async move {
            match wanted {
                Some(wanted) => page_of_export(&source, player, wanted).await.map(Some),
                None => Ok(None),
            }
        }
    })
}

/// A page of the export, and the query for the next page; `None` after the last page.
async fn page_of_export(
    (store, transparency): &(Store, Transparency),
    player: PlayerId,
    wanted: OwnRecords,
) -> Result<(Vec<String>, Option<OwnRecords>), StoreError> {
    let most = limits::MATCHES_PER_PAGE;
    let (records, more) = store.records().of(player, &wanted, most).await?;
    let log = transparency.head().await?;
    let mut lines = Vec::with_capacity(records.len());
    for stored in records {
        let mut record = Summary::of(&stored)?.into_record(stored)?;
        transparency.sign(&mut record, log);
        let line = serde_json::to_string(&record).map_err(|_| StoreError::Corrupt)?;
        lines.push(line);
    }
    let rest = more.map(|before| OwnRecords {
        before: Some(before),
        ..wanted
    });
    Ok((lines, rest))
}

/// `DELETE /api/me/records/name`: removes the visitor's name from the records of all finished matches, and from the
/// tournaments that have ended.
pub(super) async fn delete_name(
    State(state): State<AppState>,
    Budgeted(AnyVisitor(Visitor { player, .. })): Budgeted<AnyVisitor, { limits::ROWS_OF_A_NAME }>,
) -> Result<Json<NamesDeleted>, ApiError> {
    let now = state.clock.now();
    state.organiser.delete_name(player).await?;
    let records = state.store.records().delete_names(player, now).await?;
    tracing::info!(records, "a name was deleted from records");
    Ok(Json(NamesDeleted { records }))
}

/// `PUT /api/m/{id}/hidden`: hides one of the visitor's matches from other visitors, or shows it again.
pub(super) async fn hide(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Budgeted(AnyVisitor(Visitor { player, .. })): Budgeted<AnyVisitor, 1>,
    Body(wanted): Body<HideMatch>,
) -> Result<Json<HideMatch>, ApiError> {
    let id: RecordId = id.parse().map_err(|_| ApiError::NoRecord)?;
    if !state
        .store
        .records()
        .hide(player, id, wanted.hidden)
        .await?
    {
        return Err(ApiError::NoRecord);
    }
    Ok(Json(wanted))
}
