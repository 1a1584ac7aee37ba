//! `/api/reports`, with which a visitor reports a player, and `/api/moderation`, which only moderators may
//! use.

use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use boneyard_base::{Address, Visitor, limits};
use boneyard_organiser::Refusal;
use boneyard_people::PeopleRefusal;
use boneyard_protocol::people::{ReportBody, ReportPlayer, ReportsBody, SaidLine, TakeAct};
use boneyard_protocol::tournament::ReportTournament;
use boneyard_store::ReportPage;
use boneyard_table::{NotReported, Reported};
use serde::Deserialize;

use super::{ApiError, Body, Budgeted, Json, Path, Query};
use crate::AppState;
use crate::http::extract::Person;

/// The cost of a report with its lines of chat in the budgets, as a number of small rows.
const ROWS: u32 = 4;

/// `POST /api/reports`: reports a player to the moderators.
pub(super) async fn report(
    State(state): State<AppState>,
    Extension(from): Extension<Address>,
    Budgeted(Person(reporter)): Budgeted<Person, ROWS>,
    Body(wanted): Body<ReportPlayer>,
) -> Result<StatusCode, ApiError> {
    let people = &state.people;
    let player = (wanted.seat, wanted.pseudonym);
    let found = Reported::at(&state.tables, wanted.table, reporter.player, player).await?;
    let about = found.map_err(|why| match why {
        NotReported::NeverThere => PeopleRefusal::NotSeated,
        NotReported::Nobody => PeopleRefusal::EmptySeat,
    })?;
    let about = boneyard_people::Reported {
        player: about.player,
        name: about.name,
        table: Some(wanted.table),
        tournament: None,
        match_number: about.match_number,
        chat: about.chat,
    };
    let said = (wanted.reason, &*wanted.words);
    people.report(&reporter, from, said, about).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /api/tournaments/{tournament}/reports`: reports a tournament's organiser or a player of it to the moderators.
pub(super) async fn report_tournament(
    State(state): State<AppState>,
    Path(tournament): Path<String>,
    Extension(from): Extension<Address>,
    Budgeted(Person(reporter)): Budgeted<Person, ROWS>,
    Body(wanted): Body<ReportTournament>,
) -> Result<StatusCode, ApiError> {
    let tournament = tournament.parse().map_err(|_| Refusal::NotFound)?;
    let found = state.organiser.reported(tournament, wanted.entrant);
    let (player, name, texts) = found.await?;
    let said = |text| SaidLine {
        name: String::new(),
        text,
        by_reported: wanted.entrant.is_none(),
    };
    let about = boneyard_people::Reported {
        player,
        name,
        table: None,
        tournament: Some(tournament),
        match_number: 0,
        chat: texts.into_iter().map(said).collect(),
    };
    let said = (wanted.reason, &*wanted.words);
    state.people.report(&reporter, from, said, about).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The query: which page of the reports the moderator wants, and whether it includes closed reports.
#[derive(Deserialize)]
pub(super) struct Wanted {
    all: Option<u8>,
    after: Option<i64>,
    before: Option<i64>,
}

/// `GET /api/moderation/reports`: lists reports for a moderator.
pub(super) async fn reports(
    State(state): State<AppState>,
    Person(Visitor {
        player: moderator, ..
    }): Person,
    Query(Wanted { all, after, before }): Query<Wanted>,
) -> Result<Json<ReportsBody>, ApiError> {
    let page = ReportPage {
        moderator,
        with_closed: all.is_some_and(|all| all > 0),
        after,
        before,
        of_network_max: limits::REPORTS_LISTED_OF_NETWORK,
        reports_max: limits::REPORTS_PER_PAGE,
        acts_max: limits::ACTS_PER_REPORT,
    };
    Ok(Json(state.people.reports(page).await?))
}

/// `POST /api/moderation/reports/{number}/acts`: a moderator acts on a report.
pub(super) async fn act(
    State(state): State<AppState>,
    Path(number): Path<String>,
    Budgeted(Person(moderator)): Budgeted<Person, 2>,
    Body(wanted): Body<TakeAct>,
) -> Result<Json<ReportBody>, ApiError> {
    let number = number.parse().map_err(|_| PeopleRefusal::NoReport)?;
    let report = state.people.take_act(&moderator, number, wanted).await?;
    state.departures.deal_with().await;
    Ok(Json(report))
}
