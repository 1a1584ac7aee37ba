//! `/api/account/passkeys` and `/api/sign-in/passkey`: passkeys, and coming in by one.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use axum::routing::{delete, post};
use axum::{Extension, Router};
use boneyard_base::Address;
use boneyard_people::PasskeysError;
use boneyard_protocol::people::{AccountBody, PasskeyAnswer, PasskeyQuestion, SignedIn};

use crate::AppState;
use crate::http::extract::Person;
use crate::http::{ApiError, Body, Json, Path};

pub(super) fn routes() -> Router<AppState> {
    Router::new()
        .route("/account/passkeys/start", post(start))
        .route("/account/passkeys", post(add))
        .route("/account/passkeys/{id}", delete(remove))
        .route("/sign-in/passkey/start", post(start_sign_in))
        .route("/sign-in/passkey", post(sign_in))
}

/// Asks for a new passkey.
async fn start(
    State(state): State<AppState>,
    Extension(from): Extension<Address>,
    Person(visitor): Person,
    headers: HeaderMap,
) -> Result<Json<PasskeyQuestion>, ApiError> {
    state.gate.spend(visitor.player, from, 1)?;
    let question = state.people.ask_new_passkey(&visitor, &headers).await?;
    Ok(Json(question))
}

/// Takes the new passkey.
async fn add(
    State(state): State<AppState>,
    Extension(from): Extension<Address>,
    Person(visitor): Person,
    headers: HeaderMap,
    answer: Result<Body<PasskeyAnswer>, ApiError>,
) -> Result<Json<AccountBody>, ApiError> {
    let Body(answer) = answer?;
    // The question goes, the passkey comes, and it may be large.
    state.gate.spend(visitor.player, from, 4)?;
    let added = state.people.add_passkey(&visitor, &headers, &answer);
    added.await?;
    tracing::info!("a passkey was added");
    let account = state.people.own_account(visitor.player, &headers).await?;
    Ok(Json(account))
}

/// Forgets a passkey.
async fn remove(
    State(state): State<AppState>,
    Extension(from): Extension<Address>,
    Person(visitor): Person,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    visitor.person.ok_or(PasskeysError::OnlyKept)?;
    state.gate.spend(visitor.player, from, 1)?;
    state.people.remove_passkey(visitor.player, &id).await?;
    tracing::info!("a passkey was removed");
    Ok(StatusCode::NO_CONTENT)
}

/// Asks for any passkey.
async fn start_sign_in(
    State(state): State<AppState>,
    Extension(from): Extension<Address>,
    Person(visitor): Person,
    headers: HeaderMap,
) -> Result<Json<PasskeyQuestion>, ApiError> {
    state.gate.spend(visitor.player, from, 1)?;
    let question = state.people.ask_passkey(visitor.player, &headers).await?;
    Ok(Json(question))
}

/// Lets the passkey's owner in.
async fn sign_in(
    State(state): State<AppState>,
    Extension(from): Extension<Address>,
    Person(visitor): Person,
    headers: HeaderMap,
    answer: Result<Body<PasskeyAnswer>, ApiError>,
) -> Result<impl IntoResponse, ApiError> {
    let Body(answer) = answer?;
    // The question goes, the passkey changes, the device comes.
    state.gate.spend(visitor.player, from, 3)?;
    let owner = state
        .people
        .player_by_passkey(visitor.player, &headers, &answer);
    let (cookie, account) = state.people.signed_in(owner.await?, &headers).await?;
    tracing::info!("somebody has signed in by a passkey");
    let recovery_code = None;
    Ok((
        cookie,
        Json(SignedIn {
            account,
            recovery_code,
        }),
    ))
}
