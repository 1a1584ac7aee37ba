//! `/api/account`: the visitor's own account.

mod devices;
mod email;
mod export;
mod passkeys;
mod transfer;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use axum::routing::{delete, get, post, put};
use axum::{Extension, Router};
use boneyard_base::limits::{self, Bound};
use boneyard_base::{Address, PlayerId, Requester};
use boneyard_people::{AccountError, People};
use boneyard_protocol::people::{
    AccountBody, ChangeName, CloseAccount, KeepAccount, Preferences, RecoveryCode,
};
use tokio::time::Instant;

use super::{ApiError, Body, Budgeted, Json};
use crate::AppState;
use crate::http::extract::{AnyVisitor, Keeper, Person};

pub(super) fn routes() -> Router<AppState> {
    Router::new()
        .route("/account", get(show).post(keep).delete(close))
        .route("/account/name", put(rename))
        .route("/account/preferences", put(prefer))
        .route("/account/recovery", post(make_recovery_code))
        .route("/account/export", get(export::export))
        .route("/account/devices", get(devices::list))
        .route("/account/devices/{device}", delete(devices::sign_one_out))
        .route("/account/sign-out", post(devices::sign_out))
        .route("/account/sign-out-others", post(devices::sign_others_out))
        .route(
            "/account/transfer",
            get(transfer::show)
                .post(transfer::offer)
                .delete(transfer::withdraw),
        )
        .route("/account/transfer/answer", post(transfer::answer))
        .merge(passkeys::routes())
        .merge(email::routes())
}

/// Makes an account for a guest.
async fn keep(
    State(state): State<AppState>,
    Extension(from): Extension<Address>,
    Budgeted(Person(guest)): Budgeted<Person, { limits::ROWS_OF_A_NAME }>,
    headers: HeaderMap,
    Body(KeepAccount { name }): Body<KeepAccount>,
) -> Result<impl IntoResponse, ApiError> {
    let people = &state.people;
    let player = guest.player;
    let counted = state.gate.bounds.take(
        &[Bound::Accounts],
        Requester { player, from },
        Instant::now(),
    );
    let counted = counted.ok_or(AccountError::TooManyTries)?;
    let (cookie, signed_in) = match people.keep(&guest, &name, &headers).await {
        Ok(signed_in) => signed_in,
        Err(error) => {
            counted.put_back();
            return Err(error.into());
        }
    };
    tracing::info!("an account is kept");
    Ok((StatusCode::CREATED, cookie, Json(signed_in)))
}

/// Shows the visitor's account.
async fn show(
    State(state): State<AppState>,
    AnyVisitor(visitor): AnyVisitor,
    headers: HeaderMap,
) -> Result<Json<AccountBody>, ApiError> {
    let account = state.people.own_account(visitor.player, &headers).await?;
    Ok(Json(account))
}

/// Changes the account's name.
async fn rename(
    State(state): State<AppState>,
    Budgeted(keeper): Budgeted<Keeper, { limits::ROWS_OF_A_NAME }>,
    headers: HeaderMap,
    Body(ChangeName { name }): Body<ChangeName>,
) -> Result<Json<AccountBody>, ApiError> {
    let player = keeper.visitor.player;
    let name = state.identity.rename(&keeper.visitor, &name).await?;
    state.sockets.renamed(player, &name);
    changed(&state, player, &headers).await
}

/// Changes which data of the account is public.
async fn prefer(
    State(state): State<AppState>,
    Budgeted(keeper): Budgeted<Keeper, 1>,
    headers: HeaderMap,
    Body(preferences): Body<Preferences>,
) -> Result<Json<AccountBody>, ApiError> {
    let player = keeper.visitor.player;
    state
        .store
        .accounts()
        .set_preferences(player, &preferences)
        .await?;
    changed(&state, player, &headers).await
}

/// Returns the changed account, and notifies all its devices.
async fn changed(
    state: &AppState,
    player: PlayerId,
    headers: &HeaderMap,
) -> Result<Json<AccountBody>, ApiError> {
    state.people.account_changed(player);
    Ok(Json(state.people.own_account(player, headers).await?))
}

/// Makes a new recovery code for the account.
async fn make_recovery_code(
    State(state): State<AppState>,
    Budgeted(Keeper { visitor, .. }): Budgeted<Keeper, 1>,
) -> Result<Json<RecoveryCode>, ApiError> {
    let recovery_code = state.people.make_recovery_code(visitor.player).await?;
    Ok(Json(RecoveryCode { recovery_code }))
}

/// Closes the account for ever.
async fn close(
    State(state): State<AppState>,
    Budgeted(Keeper { visitor, .. }): Budgeted<Keeper, { limits::ROWS_OF_A_NAME }>,
    Body(CloseAccount { name }): Body<CloseAccount>,
) -> Result<StatusCode, ApiError> {
    let player = visitor.player;
    People::confirm(&visitor, &name)?;
    let bots = state.identity.bots(player).await?;
    state.people.close(player).await?;
    for bot in bots {
        state.sockets.turn_out(bot.bot);
    }
    state.departures.deal_with().await;
    tracing::info!("an account was closed");
    Ok(StatusCode::NO_CONTENT)
}
