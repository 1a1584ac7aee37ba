//! `/api/account/passkeys` and `/api/sign-in/passkey`: the passkeys of an account, and signing in with a
//! passkey.

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use axum::routing::{delete, post};
use boneyard_people::PasskeysError;
use boneyard_protocol::people::{AccountBody, PasskeyAnswer, PasskeyChallenge, SignedIn};

use crate::AppState;
use crate::http::extract::Person;
use crate::http::{ApiError, Body, Budgeted, Json, Path};

/// The cost of adding a passkey in the budgets, as a number of small rows. Adding a passkey deletes the
/// challenge and stores the passkey, whose row may be large.
const ROWS_TO_ADD: u32 = 4;

/// The cost of a sign-in in the budgets, as a number of small rows. A sign-in deletes the challenge, updates
/// the passkey and stores the device.
const ROWS_TO_SIGN_IN: u32 = 3;

pub(super) fn routes() -> Router<AppState> {
    Router::new()
        .route("/account/passkeys/start", post(start))
        .route("/account/passkeys", post(add))
        .route("/account/passkeys/{id}", delete(remove))
        .route("/sign-in/passkey/start", post(start_sign_in))
        .route("/sign-in/passkey", post(sign_in))
}

/// Starts to add a passkey: returns a challenge for the authenticator.
async fn start(
    State(state): State<AppState>,
    Budgeted(Person(visitor)): Budgeted<Person, 1>,
    headers: HeaderMap,
) -> Result<Json<PasskeyChallenge>, ApiError> {
    let challenge = state.people.ask_new_passkey(&visitor, &headers).await?;
    Ok(Json(challenge))
}

/// Adds a passkey after checking the authenticator's answer.
async fn add(
    State(state): State<AppState>,
    Budgeted(Person(visitor)): Budgeted<Person, ROWS_TO_ADD>,
    headers: HeaderMap,
    Body(answer): Body<PasskeyAnswer>,
) -> Result<Json<AccountBody>, ApiError> {
    let added = state.people.add_passkey(&visitor, &headers, &answer);
    added.await?;
    tracing::info!("a passkey was added");
    let account = state.people.own_account(visitor.player, &headers).await?;
    Ok(Json(account))
}

/// Removes a passkey from the account.
async fn remove(
    State(state): State<AppState>,
    Budgeted(Person(visitor)): Budgeted<Person, 1>,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    visitor.person.ok_or(PasskeysError::OnlyKept)?;
    state.people.remove_passkey(visitor.player, &id).await?;
    tracing::info!("a passkey was removed");
    Ok(StatusCode::NO_CONTENT)
}

/// Starts to sign in with any passkey: returns a challenge for the authenticator.
async fn start_sign_in(
    State(state): State<AppState>,
    Budgeted(Person(visitor)): Budgeted<Person, 1>,
    headers: HeaderMap,
) -> Result<Json<PasskeyChallenge>, ApiError> {
    let challenge = state.people.ask_passkey(visitor.player, &headers).await?;
    Ok(Json(challenge))
}

/// Signs in after checking the authenticator's answer.
async fn sign_in(
    State(state): State<AppState>,
    Budgeted(Person(visitor)): Budgeted<Person, ROWS_TO_SIGN_IN>,
    headers: HeaderMap,
    Body(answer): Body<PasskeyAnswer>,
) -> Result<impl IntoResponse, ApiError> {
    let owner = state
        .people
        .player_by_passkey(visitor.player, &headers, &answer);
    let (cookie, account) = state.people.signed_in(owner.await?, &headers).await?;
    tracing::info!("a visitor has signed in by a passkey");
    let recovery_code = None;
    Ok((
        cookie,
        Json(SignedIn {
            account,
            recovery_code,
        }),
    ))
}
