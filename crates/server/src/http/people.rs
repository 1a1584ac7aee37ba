//! `/api/tables/{table}/people` and what people do about those whom they meet there; `/api/me/conduct`.

use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use boneyard_base::{Address, PlayerId};
use boneyard_people::PeopleRefusal;
use boneyard_protocol::people::{ConductBody, Friendship, TablePeople, TablePerson};
use boneyard_protocol::{Invite, TableId};
use boneyard_ratings::board_of;
use boneyard_rules::Seat;
use serde::Deserialize;

use super::{ApiError, Json, Path, Query};
use crate::AppState;
use crate::http::extract::{MaybeVisitor, Person};
use crate::table::Sitting;

/// What lets the asker in.
#[derive(Deserialize)]
pub(super) struct With {
    invite: Option<Invite>,
}

/// `GET /api/tables/{table}/people`: who sits there, for those who may see the table.
pub(super) async fn at_table(
    State(state): State<AppState>,
    Path(table): Path<String>,
    with: Result<Query<With>, ApiError>,
    MaybeVisitor(visitor): MaybeVisitor,
) -> Result<Json<TablePeople>, ApiError> {
    let asker = visitor.ok_or(ApiError::NoIdentity)?.player;
    let Query(With { invite }) = with?;
    let sitting = sitting(&state, &table, asker, invite).await?;
    let people = sitting.seats.as_slice().iter().flatten();
    let people = people.map(|(player, _)| *player).collect();
    let known = state.people.acquaintances(asker, people).await?;
    let board = board_of(&sitting.rules).map(|(board, _)| board);
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

/// `PUT /api/tables/{table}/seats/{seat}/block`: blocks who sits there.
pub(super) async fn block(
    State(state): State<AppState>,
    Path((table, seat)): Path<(String, u8)>,
    Extension(from): Extension<Address>,
    with: Result<Query<With>, ApiError>,
    MaybeVisitor(visitor): MaybeVisitor,
) -> Result<StatusCode, ApiError> {
    let player = visitor.ok_or(ApiError::NoIdentity)?.player;
    let Query(With { invite }) = with?;
    state.gate.spend(player, from, 1)?;
    let sitting = sitting(&state, &table, player, invite).await?;
    let seat = Seat::new(seat).and_then(|seat| sitting.seats.get(seat)?.clone());
    let (other, name) = seat.ok_or(PeopleRefusal::EmptySeat)?;
    state.people.block(player, other, name).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Who sits at a table, for somebody who may see it.
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

/// `GET /api/me/conduct`: what follows from how the asker behaves.
pub(super) async fn conduct(
    State(state): State<AppState>,
    MaybeVisitor(visitor): MaybeVisitor,
) -> Result<Json<ConductBody>, ApiError> {
    let player = visitor.ok_or(ApiError::NoIdentity)?.player;
    Ok(Json(state.people.conduct(player).await?))
}

/// `POST /api/account/warnings/seen`: the asker takes note of the warnings.
pub(super) async fn warnings_seen(
    State(state): State<AppState>,
    Extension(from): Extension<Address>,
    Person(visitor): Person,
) -> Result<StatusCode, ApiError> {
    state.gate.spend(visitor.player, from, 1)?;
    state.people.see_warnings(&visitor).await?;
    Ok(StatusCode::NO_CONTENT)
}
