//! `/api/account`: what somebody does to the account that they keep.

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
use boneyard_base::{Address, PlayerId, limits};
use boneyard_people::Subject;
use boneyard_protocol::people::{
    AccountBody, ChangeName, CloseAccount, KeepAccount, Preferences, RecoveryCode,
};

use super::{ApiError, Body, Json};
use crate::AppState;
use crate::http::extract::{Keeper, MaybeVisitor};

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

/// A guest decides to stay.
async fn keep(
    State(state): State<AppState>,
    Extension(from): Extension<Address>,
    MaybeVisitor(visitor): MaybeVisitor,
    headers: HeaderMap,
    wanted: Result<Body<KeepAccount>, ApiError>,
) -> Result<impl IntoResponse, ApiError> {
    let guest = visitor.ok_or(ApiError::NoIdentity)?;
    let Body(KeepAccount { name }) = wanted?;
    if guest.player.is_bot() {
        return Err(ApiError::OnlyPeople);
    }
    let people = &state.people;
    let budget = state.gate.spend(guest.player, from, limits::ROWS_OF_A_NAME);
    budget?;
    let kept = people.tries.take(vec![Subject::Keeping(from)])?;
    let (cookie, signed_in) = match people.keep(&guest, &name, &headers).await {
        Ok(signed_in) => signed_in,
        Err(error) => {
            kept.give_back();
            return Err(error.into());
        }
    };
    tracing::info!("an account is kept");
    Ok((StatusCode::CREATED, cookie, Json(signed_in)))
}

/// The account of the visitor who asks.
async fn show(
    State(state): State<AppState>,
    MaybeVisitor(visitor): MaybeVisitor,
    headers: HeaderMap,
) -> Result<Json<AccountBody>, ApiError> {
    let visitor = visitor.ok_or(ApiError::NoIdentity)?;
    let account = state.people.own_account(visitor.player, &headers).await?;
    Ok(Json(account))
}

/// Gives the account another name.
async fn rename(
    State(state): State<AppState>,
    Extension(from): Extension<Address>,
    keeper: Keeper,
    headers: HeaderMap,
    wanted: Result<Body<ChangeName>, ApiError>,
) -> Result<Json<AccountBody>, ApiError> {
    let Body(ChangeName { name }) = wanted?;
    let player = keeper.visitor.player;
    state.gate.spend(player, from, limits::ROWS_OF_A_NAME)?;
    let name = state.identity.rename(&keeper.visitor, &name).await?;
    state.sockets.renamed(player, &name);
    changed(&state, player, &headers).await
}

/// Changes what is public.
async fn prefer(
    State(state): State<AppState>,
    Extension(from): Extension<Address>,
    keeper: Keeper,
    headers: HeaderMap,
    wanted: Result<Body<Preferences>, ApiError>,
) -> Result<Json<AccountBody>, ApiError> {
    let Body(preferences) = wanted?;
    let player = keeper.visitor.player;
    state.gate.spend(player, from, 1)?;
    state.store.set_preferences(player, &preferences).await?;
    changed(&state, player, &headers).await
}

/// The account after a change, of which all its devices are told.
async fn changed(
    state: &AppState,
    player: PlayerId,
    headers: &HeaderMap,
) -> Result<Json<AccountBody>, ApiError> {
    state.people.account_changed(player);
    Ok(Json(state.people.own_account(player, headers).await?))
}

/// Makes another recovery code.
async fn make_recovery_code(
    State(state): State<AppState>,
    Extension(from): Extension<Address>,
    Keeper { visitor, .. }: Keeper,
) -> Result<Json<RecoveryCode>, ApiError> {
    state.gate.spend(visitor.player, from, 1)?;
    let recovery_code = state.people.make_recovery_code(visitor.player).await?;
    Ok(Json(RecoveryCode { recovery_code }))
}

/// Closes the account for good.
async fn close(
    State(state): State<AppState>,
    Extension(from): Extension<Address>,
    Keeper { visitor, .. }: Keeper,
    wanted: Result<Body<CloseAccount>, ApiError>,
) -> Result<StatusCode, ApiError> {
    let Body(CloseAccount { name }) = wanted?;
    let budget = state
        .gate
        .spend(visitor.player, from, limits::ROWS_OF_A_NAME);
    budget?;
    let bots = state.identity.bots(visitor.player).await?;
    state.people.close(&visitor, &name).await?;
    for bot in bots {
        state.sockets.turn_out(bot.bot);
    }
    tracing::info!("an account was closed");
    Ok(StatusCode::NO_CONTENT)
}
