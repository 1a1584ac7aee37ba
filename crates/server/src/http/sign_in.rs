//! `/api/sign-in`: signing in with a transfer code or a recovery code.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use axum::routing::post;
use axum::{Extension, Router};
use boneyard_base::{Address, Requester, Visitor};
use boneyard_protocol::people::{SignInAttempt, SignInByRecovery, SignInCode};

use super::{ApiError, Body, Json, Path};
use crate::AppState;
use crate::http::extract::Person;

pub(super) fn routes() -> Router<AppState> {
    Router::new()
        .route("/sign-in/transfer", post(transfer))
        .route("/sign-in/attempts/{attempt}", post(attempt))
        .route("/sign-in/recovery", post(recovery))
}

/// Enters a transfer code, which another device of the account shows.
async fn transfer(
    State(state): State<AppState>,
    Extension(from): Extension<Address>,
    Person(Visitor { player, .. }): Person,
    headers: HeaderMap,
    Body(SignInCode { code, .. }): Body<SignInCode>,
) -> Result<(StatusCode, Json<SignInAttempt>), ApiError> {
    let asker = Requester { player, from };
    let attempt = state.people.ask_transfer(asker, &code, &headers).await?;
    Ok((StatusCode::ACCEPTED, Json(attempt)))
}

/// Asks whether the other device has allowed the sign-in.
async fn attempt(
    State(state): State<AppState>,
    Person(Visitor { player, .. }): Person,
    headers: HeaderMap,
    Path(attempt): Path<String>,
) -> Result<impl IntoResponse, ApiError> {
    let people = &state.people;
    let (cookie, stands) = people.attempt(player, &attempt, &headers).await?;
    Ok((cookie, Json(stands)))
}

/// Signs in with a recovery code.
async fn recovery(
    State(state): State<AppState>,
    Extension(from): Extension<Address>,
    Person(Visitor { player, .. }): Person,
    headers: HeaderMap,
    Body(SignInByRecovery { name, code }): Body<SignInByRecovery>,
) -> Result<impl IntoResponse, ApiError> {
    let asker = Requester { player, from };
    let people = &state.people;
    let (cookie, signed_in) = people.recover(asker, (&name, &code), &headers).await?;
    tracing::info!("a recovery code was used");
    Ok((cookie, Json(signed_in)))
}
