//! The results of a tournament as CSV, and its start as a calendar file.

use std::fmt::Write as _;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::IntoResponse;
use boneyard_protocol::tournament::{TournamentEntrant, TournamentState};
use time::UtcDateTime;

use super::parsed;
use crate::AppState;
use crate::http::qr::public_url;
use crate::http::{ApiError, Path};

/// How long an evening is in a calendar, in milliseconds: three hours.
const EVENING_MS: i64 = 3 * 60 * 60 * 1_000;

/// The greatest number of bytes in a line of a calendar file (RFC 5545, 3.1).
const CALENDAR_LINE_BYTES: usize = 75;

/// `GET /api/tournaments/{tournament}/results.csv`: the standings.
pub(super) async fn results(
    State(state): State<AppState>,
    Path(tournament): Path<String>,
) -> Result<impl IntoResponse, ApiError> {
    let shown = state.organiser.shown(parsed(&tournament)?).await?;
    let headers = [
        (CONTENT_TYPE, "text/csv; charset=utf-8"),
        (CONTENT_DISPOSITION, "attachment; filename=\"results.csv\""),
    ];
    Ok((headers, csv(&shown.entrants)))
}

/// The standings as RFC 4180 describes it, the best player first. Players without a place come last.
fn csv(entrants: &[TournamentEntrant]) -> String {
    let mut order: Vec<&TournamentEntrant> = entrants.iter().collect();
    order.sort_by_key(|entrant| (entrant.place.unwrap_or(u32::MAX), entrant.n));
    let mut text =
        "place,number,name,partner,computer,knockout,points,missed,difference,buchholz,share,margin,withdrawn\r\n"
            .to_owned();
    for entrant in order {
        let place = entrant.place.map(|place| place.to_string());
        let partner = entrant.partner.map(|partner| partner.to_string());
        let share = entrant.share.map(|share| share.to_string());
        let computer = entrant.computer.map_or("", |level| level.name());
        let written = write!(
            text,
            "{},{},{},{},{computer},{},{},{},{},{},{},{},{}\r\n",
            place.unwrap_or_default(),
            entrant.n,
            field(&entrant.name),
            partner.unwrap_or_default(),
            entrant.knockout,
            entrant.points,
            entrant.missed,
            entrant.difference,
            entrant.buchholz,
            share.unwrap_or_default(),
            entrant.margin,
            u8::from(entrant.withdrawn),
        );
        written.expect("a String takes all that is written to it");
    }
    text
}

/// A name as a field. Programs for spreadsheets take a text that begins with one of these signs for a formula.
fn field(name: &str) -> String {
    let guard = if name.starts_with(['=', '+', '-', '@']) {
        "'"
    } else {
        ""
    };
    format!("\"{guard}{}\"", name.replace('"', "\"\""))
}

/// `GET /api/tournaments/{tournament}/calendar.ics`: the start, for calendars (RFC 5545).
pub(super) async fn calendar(
    State(state): State<AppState>,
    Path(tournament): Path<String>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, ApiError> {
    let shown = state.organiser.shown(parsed(&tournament)?).await?;
    let site = public_url(&state.config, &headers).ok_or(ApiError::NoRoute)?;
    let url = format!("{site}/e/{}", shown.tournament);
    let headers = [
        (CONTENT_TYPE, "text/calendar; charset=utf-8"),
        (
            CONTENT_DISPOSITION,
            "attachment; filename=\"tournament.ics\"",
        ),
    ];
    let now = state.clock.now().0;
    Ok((headers, ics(&shown, &url, now)))
}

fn ics(shown: &TournamentState, url: &str, now_ms: i64) -> String {
    let begins = shown.head.starts_ms;
    let lines = [
        "BEGIN:VCALENDAR".to_owned(),
        "VERSION:2.0".to_owned(),
        "PRODID:-//Boneyard//Tournaments//EN".to_owned(),
        "BEGIN:VEVENT".to_owned(),
        format!("UID:{}@boneyard", shown.tournament),
        format!("SEQUENCE:{}", shown.v),
        format!("DTSTAMP:{}", moment(now_ms)),
        format!("DTSTART:{}", moment(begins)),
        format!("DTEND:{}", moment(begins.saturating_add(EVENING_MS))),
        format!("SUMMARY:{}", escaped(&shown.head.name)),
        format!("DESCRIPTION:{}", escaped(&shown.head.notation)),
        format!("URL:{url}"),
        "END:VEVENT".to_owned(),
        "END:VCALENDAR".to_owned(),
    ];
    lines.iter().map(|line| folded(line)).collect()
}

/// A time in UTC, such as `20261127T190000Z`.
fn moment(at_ms: i64) -> String {
    let at = UtcDateTime::from_unix_timestamp(at_ms.div_euclid(1_000));
    let at = at.unwrap_or(UtcDateTime::UNIX_EPOCH);
    format!(
        "{:04}{:02}{:02}T{:02}{:02}{:02}Z",
        at.year(),
        u8::from(at.month()),
        at.day(),
        at.hour(),
        at.minute(),
        at.second()
    )
}

/// A text of a calendar file. Names contain no line breaks.
fn escaped(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace(';', "\\;");
    escaped.replace(',', "\\,")
}

/// A line, divided where it is too long. Each further line begins with a space.
fn folded(line: &str) -> String {
    let mut folded = String::with_capacity(line.len() + 2);
    let mut used = 0;
    for character in line.chars() {
        if used + character.len_utf8() > CALENDAR_LINE_BYTES {
            folded.push_str("\r\n ");
            used = 1;
        }
        folded.push(character);
        used += character.len_utf8();
    }
    folded.push_str("\r\n");
    folded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_is_a_formula_or_leaves_its_field() {
        assert_eq!(field("=1+1"), "\"'=1+1\"");
        assert_eq!(field("Ann \"A\", B"), "\"Ann \"\"A\"\", B\"");
    }

    #[test]
    fn a_calendar_line_is_folded_between_characters() {
        let line = format!("SUMMARY:{}", "é".repeat(60));
        let folded = folded(&line);
        assert!(folded.ends_with("\r\n"));
        assert!(folded.lines().all(|line| line.len() <= CALENDAR_LINE_BYTES));
        assert_eq!(folded.replace("\r\n ", "").trim_end(), line);
        assert_eq!(moment(1_795_806_000_000), "20261127T190000Z");
        assert_eq!(escaped("a;b,c\\"), "a\\;b\\,c\\\\");
    }
}
