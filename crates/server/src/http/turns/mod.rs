//! `/api/me/feed` and `/api/me/turns`: which tables wait for a visitor, for programs and calendars. They read it by a
//! token that grants nothing else, which the visitor makes and withdraws.

mod calendar;

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use axum::routing::get;
use axum::{Extension, Router};
use boneyard_base::limits::Bound;
use boneyard_base::{Address, Requester};
use boneyard_protocol::http::{FeedBody, FeedCreated, TurnBody, TurnsBody};
use boneyard_words::Language;
use serde::Deserialize;

use super::card::language;
use super::extract::Person;
use super::site::public_url;
use super::{ApiError, Budgeted, Json, Query};
use crate::AppState;

pub(super) fn routes() -> Router<AppState> {
    Router::new()
        .route("/me/feed", get(feed).post(make).delete(withdraw))
        .route("/me/turns", get(turns))
        .route("/me/turns.ics", get(calendar))
}

/// Says whether the visitor has a feed.
async fn feed(
    State(state): State<AppState>,
    Person(visitor): Person,
) -> Result<Json<FeedBody>, ApiError> {
    let made = state.identity.turn_feed(visitor.player).await?;
    let created_ms = made.map(|made| made.0);
    Ok(Json(FeedBody { created_ms }))
}

/// Makes a token for the visitor's feed. The response contains the token, which is never shown again.
async fn make(
    State(state): State<AppState>,
    Budgeted(Person(visitor)): Budgeted<Person, 1>,
) -> Result<(StatusCode, Json<FeedCreated>), ApiError> {
    let (token, made) = state.identity.make_turn_feed(visitor.player).await?;
    tracing::info!("a feed of turns was made");
    let created = FeedCreated {
        created_ms: made.0,
        token: token.reveal(),
    };
    Ok((StatusCode::CREATED, Json(created)))
}

/// Withdraws the token of the visitor's feed.
async fn withdraw(
    State(state): State<AppState>,
    Budgeted(Person(visitor)): Budgeted<Person, 1>,
) -> Result<StatusCode, ApiError> {
    state.identity.delete_turn_feed(visitor.player).await?;
    tracing::info!("a feed of turns was withdrawn");
    Ok(StatusCode::NO_CONTENT)
}

/// The query of a feed.
#[derive(Deserialize)]
struct Wanted {
    /// The token, if it isn't in the header `Authorization`.
    token: Option<String>,
    /// The language of a calendar; without it, what `Accept-Language` says.
    language: Option<String>,
}

/// The feed as JSON.
async fn turns(
    State(state): State<AppState>,
    Extension(from): Extension<Address>,
    headers: HeaderMap,
    Query(wanted): Query<Wanted>,
) -> Result<Json<TurnsBody>, ApiError> {
    Ok(Json(read(&state, from, &headers, &wanted).await?))
}

/// The feed as a calendar: an event at each time at which a table stops to wait for the visitor.
async fn calendar(
    State(state): State<AppState>,
    Extension(from): Extension<Address>,
    headers: HeaderMap,
    Query(wanted): Query<Wanted>,
) -> Result<impl IntoResponse, ApiError> {
    let turns = read(&state, from, &headers, &wanted).await?;
    let chosen = wanted.language.as_deref().map(Language::accepted);
    let language = chosen.unwrap_or_else(|| language(&headers));
    let kind = [(CONTENT_TYPE, "text/calendar; charset=utf-8")];
    Ok((kind, calendar::write(&turns, language)))
}

/// Reads the tables of the visitor whose token the request has.
async fn read(
    state: &AppState,
    from: Address,
    headers: &HeaderMap,
    wanted: &Wanted,
) -> Result<TurnsBody, ApiError> {
    let reader = state
        .identity
        .turn_feed_reader(headers, wanted.token.as_deref());
    let player = reader.await?.ok_or(ApiError::NoIdentity)?;
    let requester = Requester { player, from };
    if !state.gate.allow(Bound::TurnFeeds, requester) {
        return Err(ApiError::TooFast);
    }
    let tables = state.tables.own_tables(requester, &state.turns).await?;
    let now = state.clock.now();
    let site = public_url(&state.config, headers);
    let site = site.map_or_else(String::new, |site| site.to_string());
    let turn = |own: boneyard_protocol::OwnTable| TurnBody {
        left_ms: own.until_ms.map(|until| (until - now.0).max(0)),
        link: format!("{site}/t/{}", own.listing.table),
        own,
    };
    Ok(TurnsBody {
        now_ms: now.0,
        tables: tables.into_iter().map(turn).collect(),
    })
}
