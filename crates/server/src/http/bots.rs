//! `/api/bots`: a visitor's bots and their tokens.

use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use boneyard_base::limits::Bound;
use boneyard_base::{Address, Requester, Visitor};
use boneyard_people::BotError;
use boneyard_protocol::http::{BotBody, BotCreated, BotsBody, CreateBot};
use boneyard_store::StoredBot;

use super::{ApiError, Body, Budgeted, Json, Path};
use crate::AppState;
use crate::http::extract::Person;

/// Creates a bot. The response contains its token, which is never shown again.
pub(super) async fn create(
    State(state): State<AppState>,
    Extension(from): Extension<Address>,
    Budgeted(Person(Visitor { player: owner, .. })): Budgeted<Person, 2>,
    Body(CreateBot { name }): Body<CreateBot>,
) -> Result<(StatusCode, Json<BotCreated>), ApiError> {
    let requester = Requester {
        player: owner,
        from,
    };
    if !state.gate.allow(Bound::Tables, requester) {
        return Err(ApiError::TooManyFromAddress);
    }
    let (bot, token) = state.identity.make_bot(owner, &name).await?;
    tracing::info!("a bot was made");
    let created = BotCreated {
        bot: body(bot),
        token: token.reveal(),
    };
    Ok((StatusCode::CREATED, Json(created)))
}

/// Lists the visitor's bots.
pub(super) async fn list(
    State(state): State<AppState>,
    Person(Visitor { player, .. }): Person,
) -> Result<Json<BotsBody>, ApiError> {
    let bots = state.identity.bots(player).await?;
    let bots = bots.into_iter().map(body).collect();
    Ok(Json(BotsBody { bots }))
}

/// Deletes a bot: withdraws its token, and ends its connections.
pub(super) async fn delete(
    State(state): State<AppState>,
    Budgeted(Person(Visitor { player: owner, .. })): Budgeted<Person, 1>,
    Path(bot): Path<String>,
) -> Result<StatusCode, ApiError> {
    let bot = bot.parse().map_err(|_| BotError::NotFound)?;
    state.identity.delete_bot(owner, bot).await?;
    state.sockets.turn_out(bot);
    state.departures.deal_with().await;
    tracing::info!("a bot was deleted");
    Ok(StatusCode::NO_CONTENT)
}

fn body(StoredBot { bot, name, created }: StoredBot) -> BotBody {
    BotBody {
        id: bot.to_string(),
        name,
        created_ms: created.0,
    }
}
