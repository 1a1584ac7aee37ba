//! `/api/tables/{table}/people`: the players at a table, and blocking one of them. `/api/me/conduct`: the
//! visitor's mutes, warnings and waiting times.

use axum::extract::State;
use axum::http::StatusCode;
use boneyard_base::{PlayerId, Visitor};
use boneyard_people::PeopleRefusal;
use boneyard_protocol::people::{ConductBody, Friendship, TablePeople, TablePerson};
use boneyard_protocol::{Invite, Pseudonym, TableId};
use boneyard_ratings::leaderboard_of;
use boneyard_rules::Seat;
use boneyard_table::Sitting;
use serde::Deserialize;

use super::{ApiError, Budgeted, Json, Path, Query};
use crate::AppState;
use crate::http::extract::{AnyVisitor, Person};

/// The query: an invitation, with which the visitor may see a table that isn't public.
#[derive(Deserialize)]
pub(super) struct With {
    invite: Option<Invite>,
}

/// `GET /api/tables/{table}/people`: the players at a table. Refused if the visitor may not see the table.
pub(super) async fn at_table(
    State(state): State<AppState>,
    Path(table): Path<String>,
    AnyVisitor(Visitor { player: asker, .. }): AnyVisitor,
    Query(With { invite }): Query<With>,
) -> Result<Json<TablePeople>, ApiError> {
    let sitting = sitting(&state, &table, asker, invite).await?;
    let people = sitting.seats.as_slice().iter().flatten();
    let people = people.map(|(player, _)| *player).collect();
    let known = state.people.acquaintances(asker, people).await?;
    let board = leaderboard_of(&sitting.rules).map(|(board, _)| board);
    let mut ratings = Vec::with_capacity(known.len());
    for (player, _) in sitting.seats.as_slice().iter().flatten() {
        ratings.push(match board {
            Some(board) => state.people.public_rating(*player, board).await?,
            None => None,
        });
    }
    let mut known = known.into_iter().zip(ratings);
    let seats = sitting.seats.map(|sitter| {
        let (player, name) = sitter.as_ref()?;
        let (known, rating) = known.next()?;
        Some(TablePerson {
            name: name.clone(),
            person: known.person,
            rating,
            blocked: known.blocked,
            friendship: if *player == asker {
                Friendship::Own
            } else {
                known.tie
            },
        })
    });
    let board = board.filter(|_| sitting.rated);
    Ok(Json(TablePeople { board, seats }))
}

/// The query: an invitation as in [`With`], and the pseudonym of the player who is meant.
#[derive(Deserialize)]
pub(super) struct Whom {
    invite: Option<Invite>,
    pseudonym: Option<Pseudonym>,
}

/// `PUT /api/tables/{table}/seats/{seat}/block`: blocks the player in a seat. With a pseudonym it is refused if another
/// player has the seat by now.
pub(super) async fn block(
    State(state): State<AppState>,
    Path((table, seat)): Path<(String, u8)>,
    Budgeted(AnyVisitor(Visitor { player, .. })): Budgeted<AnyVisitor, 1>,
    Query(Whom { invite, pseudonym }): Query<Whom>,
) -> Result<StatusCode, ApiError> {
    let sitting = sitting(&state, &table, player, invite).await?;
    let seat = Seat::new(seat).filter(|seat| {
        let sitter = sitting.pseudonyms.get(*seat);
        pseudonym.is_none() || sitter == Some(&pseudonym)
    });
    let seat = seat.and_then(|seat| sitting.seats.get(seat)?.clone());
    let (other, name) = seat.ok_or(PeopleRefusal::EmptySeat)?;
    state.people.block(player, other, name).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Finds the players at a table. Returns an error if the visitor may not see the table.
pub(super) async fn sitting(
    state: &AppState,
    table: &str,
    asker: PlayerId,
    invite: Option<Invite>,
) -> Result<Sitting, PeopleRefusal> {
    let table: TableId = table.parse().map_err(|_| PeopleRefusal::NoTable)?;
    let sitting = Sitting::at(&state.tables, table, asker, invite).await;
    sitting.ok_or(PeopleRefusal::NoTable)
}

/// `GET /api/me/conduct`: the visitor's mutes, warnings and waiting times.
pub(super) async fn conduct(
    State(state): State<AppState>,
    AnyVisitor(Visitor { player, .. }): AnyVisitor,
) -> Result<Json<ConductBody>, ApiError> {
    Ok(Json(state.people.conduct(player).await?))
}

/// `POST /api/account/warnings/seen`: records that the visitor has read the warnings.
pub(super) async fn warnings_seen(
    State(state): State<AppState>,
    Budgeted(Person(visitor)): Budgeted<Person, 1>,
) -> Result<StatusCode, ApiError> {
    state.people.see_warnings(&visitor).await?;
    Ok(StatusCode::NO_CONTENT)
}
