//! `/api/friends`: friends, and invitations to tables.

use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use boneyard_base::{Address, PersonId, Visitor};
use boneyard_people::{Invitation, PeopleRefusal};
use boneyard_protocol::people::{FriendsBody, InviteFriend};

use super::{ApiError, Body, Json, Path};
use crate::AppState;
use crate::http::extract::Person;
use crate::table::Sitting;

/// Friends, and people who asked or were asked.
pub(super) async fn list(
    State(state): State<AppState>,
    Person(Visitor { player, .. }): Person,
) -> Result<Json<FriendsBody>, ApiError> {
    Ok(Json(state.people.friends(player).await?))
}

/// Asks somebody to be a friend, or agrees.
pub(super) async fn ask(
    State(state): State<AppState>,
    Path(friend): Path<String>,
    Extension(from): Extension<Address>,
    Person(Visitor { player, .. }): Person,
) -> Result<StatusCode, ApiError> {
    state.gate.spend(player, from, 1)?;
    state.people.ask_friend(player, parsed(&friend)?).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Ends a friendship, takes a question back, or declines one.
pub(super) async fn end(
    State(state): State<AppState>,
    Path(friend): Path<String>,
    Extension(from): Extension<Address>,
    Person(Visitor { player, .. }): Person,
) -> Result<StatusCode, ApiError> {
    state.gate.spend(player, from, 1)?;
    let friend = parsed(&friend)?;
    state.people.end_friendship(player, friend).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Shows a friend a table at which the asker sits.
pub(super) async fn invite(
    State(state): State<AppState>,
    Path(friend): Path<String>,
    Person(visitor): Person,
    wanted: Result<Body<InviteFriend>, ApiError>,
) -> Result<StatusCode, ApiError> {
    let Body(InviteFriend { table }) = wanted?;
    let sitting = Sitting::at(&state.tables, table, visitor.player, None).await;
    let sitting = sitting.ok_or(PeopleRefusal::NoTable)?;
    let friend = parsed(&friend)?;
    let invitation = Invitation {
        table,
        invite: sitting.invite,
        is_seated: sitting.seat_of(visitor.player).is_some(),
        notation: sitting.notation,
    };
    let people = &state.people;
    people.invite_friend(&visitor, friend, invitation).await?;
    Ok(StatusCode::NO_CONTENT)
}

fn parsed(person: &str) -> Result<PersonId, PeopleRefusal> {
    person.parse().map_err(|_| PeopleRefusal::NoPerson)
}
