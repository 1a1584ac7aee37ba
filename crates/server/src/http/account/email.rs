//! `/api/account/email` and `/api/sign-in/email`: an account's email address, and coming in by a code that
//! is sent there.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use axum::routing::post;
use axum::{Extension, Router};
use boneyard_base::{Address, Visitor};
use boneyard_people::{Email, EmailError};
use boneyard_protocol::people::{AccountBody, EmailAddress, SignInAttempt, SignInCode, SignedIn};

use crate::AppState;
use crate::http::extract::Person;
use crate::http::{ApiError, Body, Json};

pub(super) fn routes() -> Router<AppState> {
    Router::new()
        .route("/account/email", post(ask).delete(remove))
        .route("/account/email/confirm", post(confirm))
        .route("/sign-in/email", post(ask_sign_in))
        .route("/sign-in/email/confirm", post(sign_in))
}

/// Sends a code to an address that is to be the account's.
async fn ask(
    State(state): State<AppState>,
    Extension(from): Extension<Address>,
    Person(visitor): Person,
    headers: HeaderMap,
    wanted: Result<Body<EmailAddress>, ApiError>,
) -> Result<(StatusCode, Json<SignInAttempt>), ApiError> {
    visitor.person.ok_or(EmailError::OnlyKept)?;
    let email = may_ask(&state, &visitor, from, wanted?.0)?;
    let attempt = state.people.ask_new_email(visitor.player, &email, &headers);
    Ok((StatusCode::ACCEPTED, Json(attempt.await?)))
}

/// The code that came to the address.
async fn confirm(
    State(state): State<AppState>,
    Extension(from): Extension<Address>,
    Person(visitor): Person,
    headers: HeaderMap,
    code: Result<Body<SignInCode>, ApiError>,
) -> Result<Json<AccountBody>, ApiError> {
    visitor.person.ok_or(EmailError::OnlyKept)?;
    let Body(code) = code?;
    state.gate.spend(visitor.player, from, 2)?;
    state.people.set_email(visitor.player, &code).await?;
    tracing::info!("an email address was confirmed");
    let account = state.people.own_account(visitor.player, &headers).await?;
    Ok(Json(account))
}

/// Forgets the account's address.
async fn remove(
    State(state): State<AppState>,
    Extension(from): Extension<Address>,
    Person(visitor): Person,
) -> Result<StatusCode, ApiError> {
    visitor.person.ok_or(EmailError::OnlyKept)?;
    state.gate.spend(visitor.player, from, 1)?;
    state.people.remove_email(visitor.player).await?;
    tracing::info!("an email address was removed");
    Ok(StatusCode::NO_CONTENT)
}

/// Sends a code to an address if an account has it; the answer is the same if none has.
async fn ask_sign_in(
    State(state): State<AppState>,
    Extension(from): Extension<Address>,
    Person(visitor): Person,
    headers: HeaderMap,
    wanted: Result<Body<EmailAddress>, ApiError>,
) -> Result<(StatusCode, Json<SignInAttempt>), ApiError> {
    let email = may_ask(&state, &visitor, from, wanted?.0)?;
    let attempt = state.people.ask_email(visitor.player, &email, &headers);
    Ok((StatusCode::ACCEPTED, Json(attempt.await?)))
}

/// Lets the address's owner in.
async fn sign_in(
    State(state): State<AppState>,
    Extension(from): Extension<Address>,
    Person(visitor): Person,
    headers: HeaderMap,
    code: Result<Body<SignInCode>, ApiError>,
) -> Result<impl IntoResponse, ApiError> {
    let Body(code) = code?;
    state.gate.spend(visitor.player, from, 2)?;
    let owner = state.people.player_by_email(visitor.player, &code).await?;
    let (cookie, account) = state.people.signed_in(owner, &headers).await?;
    tracing::info!("somebody has signed in by email");
    let recovery_code = None;
    Ok((
        cookie,
        Json(SignedIn {
            account,
            recovery_code,
        }),
    ))
}

/// The address that a code is wanted for, if that many may be.
fn may_ask(
    state: &AppState,
    visitor: &Visitor,
    from: Address,
    EmailAddress { email }: EmailAddress,
) -> Result<Email, ApiError> {
    let email = Email::parse(&email).ok_or(EmailError::NotAnAddress)?;
    if !state.people.offers_email() {
        return Err(EmailError::NotHere.into());
    }
    state.gate.spend(visitor.player, from, 1)?;
    if !state.gate.may_ask_for_email_code(from) {
        return Err(EmailError::TooMany.into());
    }
    Ok(email)
}
