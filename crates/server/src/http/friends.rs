//! `/api/friends`: a visitor's friends, and invitations of friends to tables.

use axum::extract::State;
use axum::http::StatusCode;
use boneyard_base::{PersonId, Visitor};
use boneyard_people::{Invitation, PeopleRefusal};
use boneyard_protocol::people::{FriendsBody, InviteFriend};
use boneyard_table::Sitting;

use super::{ApiError, Body, Budgeted, Json, Path};
use crate::AppState;
use crate::http::extract::Person;

/// Lists the friends of the visitor, the accounts that the visitor has asked, and those that have asked the
/// visitor.
pub(super) async fn list(
    State(state): State<AppState>,
    Person(Visitor { player, .. }): Person,
) -> Result<Json<FriendsBody>, ApiError> {
    Ok(Json(state.people.friends(player).await?))
}

/// Asks an account to be a friend, or accepts the request of that account.
pub(super) async fn ask(
    State(state): State<AppState>,
    Path(friend): Path<String>,
    Budgeted(Person(Visitor { player, .. })): Budgeted<Person, 1>,
) -> Result<StatusCode, ApiError> {
    state.people.ask_friend(player, parsed(&friend)?).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Ends a friendship, withdraws the visitor's request, or declines the request of another account.
pub(super) async fn end(
    State(state): State<AppState>,
    Path(friend): Path<String>,
    Budgeted(Person(Visitor { player, .. })): Budgeted<Person, 1>,
) -> Result<StatusCode, ApiError> {
    let friend = parsed(&friend)?;
    state.people.end_friendship(player, friend).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Invites a friend to a table at which the visitor has a seat.
pub(super) async fn invite(
    State(state): State<AppState>,
    Path(friend): Path<String>,
    Person(visitor): Person,
    Body(InviteFriend { table }): Body<InviteFriend>,
) -> Result<StatusCode, ApiError> {
    let people = &state.people;
    let sitting = Sitting::at(&state.tables, table, visitor.player, None).await;
    let sitting = sitting.ok_or(PeopleRefusal::NoTable)?;
    let friend = parsed(&friend)?;
    let invitation = Invitation {
        table,
        invite: sitting.invite,
        is_seated: sitting.seat_of(visitor.player).is_some(),
        notation: sitting.notation,
    };
    let away = people.invite_friend(&visitor, friend, invitation).await?;
    if let Some((friend, notices)) = away.zip(state.notices.as_ref()) {
        notices.invited(friend, table, &visitor.name);
    }
    Ok(StatusCode::NO_CONTENT)
}

fn parsed(person: &str) -> Result<PersonId, PeopleRefusal> {
    person.parse().map_err(|_| PeopleRefusal::NoPerson)
}
