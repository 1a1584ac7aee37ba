//! `/api/account/email` and `/api/sign-in/email`: the email address of an account, and signing in with a
//! code that is sent there.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use axum::routing::post;
use axum::{Extension, Router};
use boneyard_base::{Address, Requester, Visitor};
use boneyard_people::{Email, EmailError};
use boneyard_protocol::people::{AccountBody, EmailAddress, SignInAttempt, SignInCode, SignedIn};

use crate::AppState;
use crate::http::extract::Person;
use crate::http::{ApiError, Body, Budgeted, Json};

pub(super) fn routes() -> Router<AppState> {
    Router::new()
        .route("/account/email", post(ask).delete(remove))
        .route("/account/email/confirm", post(confirm))
        .route("/sign-in/email", post(ask_sign_in))
        .route("/sign-in/email/confirm", post(sign_in))
}

/// Sends a code to an email address that the visitor wants to add to the account.
async fn ask(
    State(state): State<AppState>,
    Extension(from): Extension<Address>,
    Budgeted(Person(visitor)): Budgeted<Person, 1>,
    headers: HeaderMap,
    Body(EmailAddress { email }): Body<EmailAddress>,
) -> Result<(StatusCode, Json<SignInAttempt>), ApiError> {
    visitor.person.ok_or(EmailError::OnlyKept)?;
    let email = parsed(&email)?;
    let asker = requester(&visitor, from);
    let attempt = state.people.ask_new_email(asker, &email, &headers);
    Ok((StatusCode::ACCEPTED, Json(attempt.await?)))
}

/// Adds the email address after the visitor has entered the code.
async fn confirm(
    State(state): State<AppState>,
    Extension(from): Extension<Address>,
    Budgeted(Person(visitor)): Budgeted<Person, 2>,
    headers: HeaderMap,
    Body(code): Body<SignInCode>,
) -> Result<Json<AccountBody>, ApiError> {
    visitor.person.ok_or(EmailError::OnlyKept)?;
    state
        .people
        .set_email(requester(&visitor, from), &code)
        .await?;
    tracing::info!("an email address was confirmed");
    let account = state.people.own_account(visitor.player, &headers).await?;
    Ok(Json(account))
}

/// Removes the account's email address.
async fn remove(
    State(state): State<AppState>,
    Budgeted(Person(visitor)): Budgeted<Person, 1>,
) -> Result<StatusCode, ApiError> {
    visitor.person.ok_or(EmailError::OnlyKept)?;
    state.people.remove_email(visitor.player).await?;
    tracing::info!("an email address was removed");
    Ok(StatusCode::NO_CONTENT)
}

/// Sends a code to an email address if an account has this address. The response doesn't show whether an
/// account has it.
async fn ask_sign_in(
    State(state): State<AppState>,
    Extension(from): Extension<Address>,
    Budgeted(Person(visitor)): Budgeted<Person, 1>,
    headers: HeaderMap,
    Body(EmailAddress { email }): Body<EmailAddress>,
) -> Result<(StatusCode, Json<SignInAttempt>), ApiError> {
    let email = parsed(&email)?;
    let asker = requester(&visitor, from);
    let attempt = state.people.ask_email(asker, &email, &headers);
    Ok((StatusCode::ACCEPTED, Json(attempt.await?)))
}

/// Signs in with the code that was sent by email.
async fn sign_in(
    State(state): State<AppState>,
    Extension(from): Extension<Address>,
    Budgeted(Person(visitor)): Budgeted<Person, 2>,
    headers: HeaderMap,
    Body(code): Body<SignInCode>,
) -> Result<impl IntoResponse, ApiError> {
    let owner = state
        .people
        .player_by_email(requester(&visitor, from), &code);
    let owner = owner.await?;
    let (cookie, account) = state.people.signed_in(owner, &headers).await?;
    tracing::info!("a visitor has signed in by email");
    let recovery_code = None;
    Ok((
        cookie,
        Json(SignedIn {
            account,
            recovery_code,
        }),
    ))
}

/// Parses the email address.
fn parsed(email: &str) -> Result<Email, EmailError> {
    Email::parse(email).ok_or(EmailError::NotAnAddress)
}

fn requester(visitor: &Visitor, from: Address) -> Requester {
    let player = visitor.player;
    Requester { player, from }
}
