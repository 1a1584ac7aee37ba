//! `/api/reports`, by which anybody reports somebody whom they have met, and `/api/moderation`, for
//! moderators alone.

use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use boneyard_base::{Address, Visitor, limits};
use boneyard_people::PeopleRefusal;
use boneyard_protocol::people::{ReportBody, ReportPlayer, ReportsBody, TakeAct};
use boneyard_store::ReportPage;
use serde::Deserialize;

use super::{ApiError, Body, Json, Path, Query};
use crate::AppState;
use crate::http::extract::Person;
use crate::table::{NotReported, Reported};

/// Rows of a report, with the lines of the chat.
const ROWS: u32 = 4;

/// `POST /api/reports`.
pub(super) async fn report(
    State(state): State<AppState>,
    Extension(from): Extension<Address>,
    Person(reporter): Person,
    wanted: Result<Body<ReportPlayer>, ApiError>,
) -> Result<StatusCode, ApiError> {
    let Body(wanted) = wanted?;
    state.gate.spend(reporter.player, from, ROWS)?;
    let player = (wanted.seat, wanted.pseudonym);
    let found = Reported::at(&state.tables, wanted.table, reporter.player, player).await?;
    let about = found.map_err(|why| match why {
        NotReported::NeverThere => PeopleRefusal::NotSeated,
        NotReported::Nobody => PeopleRefusal::EmptySeat,
    })?;
    let about = boneyard_people::Reported {
        player: about.player,
        name: about.name,
        match_number: about.match_number,
        chat: about.chat,
    };
    let people = &state.people;
    people.report(&reporter, from, wanted, about).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Which reports are wanted.
#[derive(Deserialize)]
pub(super) struct Wanted {
    all: Option<u8>,
    after: Option<i64>,
    before: Option<i64>,
}

/// `GET /api/moderation/reports`.
pub(super) async fn reports(
    State(state): State<AppState>,
    Person(Visitor {
        player: moderator, ..
    }): Person,
    wanted: Result<Query<Wanted>, ApiError>,
) -> Result<Json<ReportsBody>, ApiError> {
    let Query(Wanted { all, after, before }) = wanted?;
    let page = ReportPage {
        moderator,
        with_closed: all.is_some_and(|all| all > 0),
        after,
        before,
        reports_max: limits::REPORTS_PER_PAGE,
        acts_max: limits::ACTS_PER_REPORT,
    };
    Ok(Json(state.people.reports(page).await?))
}

/// `POST /api/moderation/reports/{number}/acts`.
pub(super) async fn act(
    State(state): State<AppState>,
    Path(number): Path<String>,
    Extension(from): Extension<Address>,
    Person(moderator): Person,
    wanted: Result<Body<TakeAct>, ApiError>,
) -> Result<Json<ReportBody>, ApiError> {
    let Body(wanted) = wanted?;
    state.gate.spend(moderator.player, from, 2)?;
    let number = number.parse().map_err(|_| PeopleRefusal::NoReport)?;
    let report = state.people.take_act(&moderator, number, wanted).await?;
    Ok(Json(report))
}
