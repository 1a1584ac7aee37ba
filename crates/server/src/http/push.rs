//! `/api/push`: the visitor's browsers that are told by Web Push what waits for the visitor.

use axum::Extension;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use boneyard_base::{Address, RecipientId, Requester};
use boneyard_notices::{NoticeError, Notices, Sender};
use boneyard_people::device_name;
use boneyard_protocol::push::{
    PushBrowsersBody, PushWishes, PutPushBrowser, PutTurnMail, TurnMailBody,
};

use super::extract::Person;
use super::site::public_url;
use super::{ApiError, Body, Budgeted, Json, Path};
use crate::AppState;

/// Lists the visitor's browsers.
pub(super) async fn list(
    State(state): State<AppState>,
    Person(visitor): Person,
) -> Result<Json<PushBrowsersBody>, ApiError> {
    Ok(Json(push(&state)?.browsers(visitor.player).await?))
}

/// Adds the browser that sends the request, or replaces what is known of it.
pub(super) async fn put(
    State(state): State<AppState>,
    Extension(from): Extension<Address>,
    Budgeted(Person(visitor)): Budgeted<Person, 1>,
    headers: HeaderMap,
    Body(browser): Body<PutPushBrowser>,
) -> Result<Json<PushBrowsersBody>, ApiError> {
    let player = visitor.player;
    let device = state.identity.device(&headers);
    let device = device.filter(|(owner, _)| *owner == player);
    let site = public_url(&state.config, &headers);
    let sender = Sender {
        requester: Requester { player, from },
        device: device.map(|(_, device)| device),
        name: device_name(&headers),
        origin: site.map_or_else(String::new, |site| site.to_string()),
    };
    Ok(Json(push(&state)?.put_browser(sender, &browser).await?))
}

/// Changes what a browser of the visitor is told.
pub(super) async fn choose(
    State(state): State<AppState>,
    Path(browser): Path<String>,
    Budgeted(Person(visitor)): Budgeted<Person, 1>,
    Body(wishes): Body<PushWishes>,
) -> Result<Json<PushBrowsersBody>, ApiError> {
    let chosen = push(&state)?.choose(visitor.player, parsed(&browser)?, wishes);
    Ok(Json(chosen.await?))
}

/// Has a browser of the visitor told nothing more.
pub(super) async fn remove(
    State(state): State<AppState>,
    Path(browser): Path<String>,
    Budgeted(Person(visitor)): Budgeted<Person, 1>,
) -> Result<StatusCode, ApiError> {
    let removed = push(&state)?.remove(visitor.player, parsed(&browser)?);
    removed.await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Says how the visitor is told of turns by mail.
pub(super) async fn mail(
    State(state): State<AppState>,
    Person(visitor): Person,
) -> Result<Json<TurnMailBody>, ApiError> {
    Ok(Json(push(&state)?.turn_mail(visitor.player).await?))
}

/// Has the visitor told of turns by mail, or changes how.
pub(super) async fn put_mail(
    State(state): State<AppState>,
    Budgeted(Person(visitor)): Budgeted<Person, 1>,
    Body(wanted): Body<PutTurnMail>,
) -> Result<Json<TurnMailBody>, ApiError> {
    let put = push(&state)?.put_turn_mail(visitor.player, &wanted);
    Ok(Json(put.await?))
}

/// Has the visitor told of turns by mail no more.
pub(super) async fn remove_mail(
    State(state): State<AppState>,
    Budgeted(Person(visitor)): Budgeted<Person, 1>,
) -> Result<StatusCode, ApiError> {
    push(&state)?.remove_turn_mail(visitor.player).await?;
    Ok(StatusCode::NO_CONTENT)
}

pub(super) fn push(state: &AppState) -> Result<&Notices, NoticeError> {
    state.notices.as_ref().ok_or(NoticeError::NotHere)
}

fn parsed(browser: &str) -> Result<RecipientId, NoticeError> {
    browser.parse().map_err(|_| NoticeError::NoBrowser)
}
