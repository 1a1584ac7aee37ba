//! `/api/tournaments`: tournaments, their players, and what organisers do.

mod export;

use axum::body::Body as HttpBody;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post, put};
use axum::{Extension, Router};
use boneyard_base::limits::Bound;
use boneyard_base::{Address, Door, PlayerId, Requester, Visitor, limits};
use boneyard_organiser::{NewEntrant, Refusal};
use boneyard_protocol::tournament::{
    CreateTournament, EnterTournament, TakeOrganiserAction, TournamentCreated, TournamentOwn,
    TournamentsBody,
};
use boneyard_protocol::{Invite, TournamentId};
use boneyard_ratings::leaderboard_of;
use serde::Deserialize;
use tokio::time::Instant;

use super::{ApiError, Body, Budgeted, Json, Path, Query};
use crate::AppState;
use crate::http::extract::{AnyVisitor, Keeper, MaybeVisitor, Person};

/// The routes of this module.
pub(super) fn routes() -> Router<AppState> {
    Router::new()
        .route("/tournaments", get(list).post(create))
        .route("/tournaments/{tournament}", get(show))
        .route("/tournaments/{tournament}/own", get(own))
        .route("/tournaments/{tournament}/matches", get(matches))
        .route(
            "/tournaments/{tournament}/entry",
            put(enter).delete(withdraw),
        )
        .route("/tournaments/{tournament}/check-in", put(check_in))
        .route(
            "/tournaments/{tournament}/break",
            put(take_break).delete(come_back),
        )
        .route("/tournaments/{tournament}/actions", post(act))
        .route(
            "/tournaments/{tournament}/results.csv",
            get(export::results),
        )
        .route(
            "/tournaments/{tournament}/calendar.ics",
            get(export::calendar),
        )
}

/// Reads the id of a tournament. An invalid id is the id of no tournament.
fn parsed(tournament: &str) -> Result<TournamentId, Refusal> {
    tournament.parse().map_err(|_| Refusal::NotFound)
}

/// `GET /api/tournaments`: the list of tournaments.
async fn list(
    State(state): State<AppState>,
    MaybeVisitor(asker): MaybeVisitor,
) -> Result<Json<TournamentsBody>, ApiError> {
    let asker = asker.map(|asker| asker.player);
    Ok(Json(state.organiser.list(asker).await?))
}

/// `POST /api/tournaments`: creates a tournament. The visitor, who needs an account, becomes its organiser.
async fn create(
    State(state): State<AppState>,
    Extension(from): Extension<Address>,
    Budgeted(Keeper { visitor, .. }): Budgeted<Keeper, { limits::ROWS_OF_A_TOURNAMENT }>,
    Body(wanted): Body<CreateTournament>,
) -> Result<(StatusCode, Json<TournamentCreated>), ApiError> {
    let player = visitor.player;
    // What is refused for another reason doesn't count.
    let requester = Requester { player, from };
    let bounds = &state.gate.bounds;
    let counted = bounds.take(&[Bound::Tournaments], requester, Instant::now());
    let counted = counted.ok_or(ApiError::TooManyTournaments)?;
    let network = state.identity.network_hash(from);
    let created = state.organiser.create(&visitor, network, &wanted);
    let tournament = match created.await {
        Ok(tournament) => tournament,
        Err(refusal) => {
            counted.put_back();
            return Err(refusal.into());
        }
    };
    Ok((StatusCode::CREATED, Json(TournamentCreated { tournament })))
}

/// `GET /api/tournaments/{tournament}`: the tournament. Its JSON is encoded once for all who ask.
async fn show(
    State(state): State<AppState>,
    Path(tournament): Path<String>,
) -> Result<Response, ApiError> {
    let json = state.organiser.shown_json(parsed(&tournament)?).await?;
    Ok(encoded(&json))
}

/// `GET /api/tournaments/{tournament}/own`: what the tournament is to the visitor.
async fn own(
    State(state): State<AppState>,
    Path(tournament): Path<String>,
    AnyVisitor(Visitor { player, .. }): AnyVisitor,
) -> Result<Json<TournamentOwn>, ApiError> {
    let tournament = parsed(&tournament)?;
    Ok(Json(state.organiser.own(tournament, player).await?))
}

/// The query: which page of the matches is wanted.
#[derive(Deserialize)]
struct Page {
    #[serde(default)]
    page: u32,
}

/// `GET /api/tournaments/{tournament}/matches?page=…`: a page of the matches of all rounds. Its JSON is encoded once for
/// all who ask.
async fn matches(
    State(state): State<AppState>,
    Extension(address): Extension<Address>,
    Path(tournament): Path<String>,
    Query(Page { page }): Query<Page>,
) -> Result<Response, ApiError> {
    let tournament = parsed(&tournament)?;
    let _turn = state.turns.take(address).await?;
    let json = state.organiser.matches_json(tournament, page).await?;
    Ok(encoded(&json))
}

/// A response whose JSON is encoded already.
fn encoded(json: &str) -> Response {
    let kind = [(CONTENT_TYPE, "application/json")];
    (kind, HttpBody::from(json.to_owned())).into_response()
}

/// `PUT /api/tournaments/{tournament}/entry`: the visitor takes part.
async fn enter(
    State(state): State<AppState>,
    Path(tournament): Path<String>,
    Extension(from): Extension<Address>,
    Budgeted(Person(visitor)): Budgeted<Person, { limits::ROWS_OF_AN_ENTRY }>,
    Body(EnterTournament { password, partner }): Body<EnterTournament>,
) -> Result<Json<TournamentOwn>, ApiError> {
    let tournament = parsed(&tournament)?;
    let player = visitor.player;
    let requester = Requester { player, from };
    must_be_allowed(&state, requester)?;
    // A try counts before it is judged, and is put back if it wasn't wrong.
    let guess = match password {
        Some(_) => {
            let guess = [Bound::WrongPasswords];
            let guess = state.gate.bounds.take(&guess, requester, Instant::now());
            Some(guess.ok_or(ApiError::TooFast)?)
        }
        None => None,
    };
    let entrant = NewEntrant {
        player,
        rating: rating(&state, tournament, player).await?,
        kept: visitor.person.is_some(),
        known: is_known(&state, player).await?,
        network: (!from.is_own_network()).then(|| state.identity.network_hash(from)),
        name: visitor.name,
        password,
        partner,
        invite: Invite::random(),
    };
    let entered = state.organiser.enter(tournament, entrant).await;
    if let Some(guess) = guess
        && !matches!(entered, Err(Refusal::WrongPassword))
    {
        guess.put_back();
    }
    Ok(Json(entered?))
}

/// Whether an account is known well enough for tournaments of known accounts.
async fn is_known(state: &AppState, player: PlayerId) -> Result<bool, ApiError> {
    let made_by = state.clock.now().plus_ms(-limits::KNOWN_ACCOUNT_MS);
    let matches = limits::KNOWN_ACCOUNT_MATCHES;
    Ok(state
        .store
        .ratings()
        .is_known(player, made_by, matches)
        .await?)
}

/// The rating of a player by a tournament's rules.
async fn rating(
    state: &AppState,
    tournament: TournamentId,
    player: PlayerId,
) -> Result<Option<i32>, ApiError> {
    let rules = state.organiser.rules(tournament).await?;
    let Some((board, _)) = leaderboard_of(&rules) else {
        return Ok(None);
    };
    let rating = state.people.rating(player, board).await?;
    Ok(rating.map(|rating| rating.shown()))
}

/// `DELETE /api/tournaments/{tournament}/entry`: the visitor withdraws.
async fn withdraw(
    State(state): State<AppState>,
    Path(tournament): Path<String>,
    Extension(from): Extension<Address>,
    Budgeted(Person(Visitor { player, .. })): Budgeted<Person, 1>,
) -> Result<Json<TournamentOwn>, ApiError> {
    must_be_allowed(&state, Requester { player, from })?;
    let tournament = parsed(&tournament)?;
    Ok(Json(state.organiser.withdraw(tournament, player).await?))
}

/// `PUT /api/tournaments/{tournament}/check-in`: the visitor says to be there.
async fn check_in(
    State(state): State<AppState>,
    Path(tournament): Path<String>,
    Budgeted(Person(Visitor { player, .. })): Budgeted<Person, 1>,
) -> Result<Json<TournamentOwn>, ApiError> {
    let tournament = parsed(&tournament)?;
    Ok(Json(state.organiser.check_in(tournament, player).await?))
}

/// `PUT /api/tournaments/{tournament}/break`: the visitor takes a break from an arena.
async fn take_break(
    State(state): State<AppState>,
    Path(tournament): Path<String>,
    Extension(from): Extension<Address>,
    Budgeted(Person(Visitor { player, .. })): Budgeted<Person, 1>,
) -> Result<Json<TournamentOwn>, ApiError> {
    change_break(&state, &tournament, Requester { player, from }, true).await
}

/// `DELETE /api/tournaments/{tournament}/break`: the visitor comes back.
async fn come_back(
    State(state): State<AppState>,
    Path(tournament): Path<String>,
    Extension(from): Extension<Address>,
    Budgeted(Person(Visitor { player, .. })): Budgeted<Person, 1>,
) -> Result<Json<TournamentOwn>, ApiError> {
    change_break(&state, &tournament, Requester { player, from }, false).await
}

async fn change_break(
    state: &AppState,
    tournament: &str,
    requester: Requester,
    away: bool,
) -> Result<Json<TournamentOwn>, ApiError> {
    let allowed = state.gate.allow(Bound::Breaks, requester);
    allowed.then_some(()).ok_or(ApiError::TooFast)?;
    let (tournament, player) = (parsed(tournament)?, requester.player);
    let own = state.organiser.take_break(tournament, player, away);
    Ok(Json(own.await?))
}

/// `POST /api/tournaments/{tournament}/actions`: an action of the organiser.
async fn act(
    State(state): State<AppState>,
    Path(tournament): Path<String>,
    Budgeted(Person(Visitor { player, .. })): Budgeted<Person, 1>,
    Body(wanted): Body<TakeOrganiserAction>,
) -> Result<StatusCode, ApiError> {
    let tournament = parsed(&tournament)?;
    // Everybody reads a note, as they read what is said at a table.
    if wanted.note.is_some() {
        state.people.must_pass(player, Door::Chat).await?;
    }
    state.organiser.act(tournament, player, &wanted).await?;
    Ok(StatusCode::NO_CONTENT)
}

fn must_be_allowed(state: &AppState, requester: Requester) -> Result<(), ApiError> {
    let allowed = state.gate.allow(Bound::Entries, requester);
    allowed.then_some(()).ok_or(ApiError::TooFast)
}
