//! The results of a tournament as CSV, and its start as a calendar file.

use std::fmt::Write as _;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::IntoResponse;
use boneyard_protocol::ClockRule;
use boneyard_protocol::tournament::{
    TournamentEntrant, TournamentFormat, TournamentHead, TournamentPhase, TournamentState,
};

use super::parsed;
use crate::AppState;
use crate::http::ics::{date, escaped, fold};
use crate::http::site::public_url;
use crate::http::{ApiError, Path};

/// How long a match without a cap on its time is in a calendar, in minutes.
const MATCH_MINUTES: i64 = 30;

/// How many moves a round over days is in a calendar.
const MOVES_OVER_DAYS: i64 = 20;

const DAY_MS: i64 = 24 * 60 * 60 * 1_000;

/// The mark by which programs for spreadsheets know that a file is UTF-8.
const BYTE_ORDER_MARK: char = '\u{feff}';

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
    let mut text = BYTE_ORDER_MARK.to_string();
    text.push_str(
        "place,number,name,partner,computer,knockout,points,missed,difference,buchholz,share,margin,withdrawn\r\n",
    );
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

/// The signs with which a formula begins by OWASP's list, and `|`, with which a command does; also in their wide forms,
/// which some programs read alike.
const FORMULA: [char; 13] = [
    '=', '+', '-', '@', '|', '＝', '＋', '－', '＠', '｜', '\t', '\r', '\n',
];

/// A name as a field. Programs for spreadsheets take a text that begins with one of these signs for a formula, some also
/// after spaces and other characters that are not shown.
fn field(name: &str) -> String {
    let is_blank = |one: char| !one.is_alphanumeric() && !FORMULA.contains(&one);
    let is_formula = name.trim_start_matches(is_blank).starts_with(FORMULA);
    let guard = if is_formula { "'" } else { "" };
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
    let head = &shown.head;
    let status = match head.phase {
        TournamentPhase::CalledOff => "CANCELLED",
        TournamentPhase::Coming | TournamentPhase::Running | TournamentPhase::Ended => "CONFIRMED",
    };
    // Times beyond the years of the format can't be set.
    let at = |at_ms: i64| date(at_ms).unwrap_or_default();
    let mut calendar = String::new();
    for line in [
        "BEGIN:VCALENDAR".to_owned(),
        "VERSION:2.0".to_owned(),
        "PRODID:-//Boneyard//Tournaments//EN".to_owned(),
        "BEGIN:VEVENT".to_owned(),
        format!("UID:{}@boneyard", shown.tournament),
        format!("SEQUENCE:{}", shown.v),
        format!("STATUS:{status}"),
        format!("DTSTAMP:{}", at(now_ms)),
        format!("DTSTART:{}", at(head.starts_ms)),
        format!("DTEND:{}", at(ends_ms(head))),
        format!("SUMMARY:{}", escaped(&head.name)),
        format!("DESCRIPTION:{}", escaped(&head.notation)),
        format!("URL:{url}"),
        "END:VEVENT".to_owned(),
        "END:VCALENDAR".to_owned(),
    ] {
        fold(&line, &mut calendar);
    }
    calendar
}

/// When a tournament ended or will end. That of an arena is known; all other tournaments take as long as their rounds.
fn ends_ms(head: &TournamentHead) -> i64 {
    let minutes = i64::from(head.come_minutes) + head.time_cap.map_or(MATCH_MINUTES, i64::from);
    let round_ms = match head.clock {
        ClockRule::Days { days, .. } => i64::from(days) * MOVES_OVER_DAYS * DAY_MS,
        ClockRule::None | ClockRule::PerMove { .. } | ClockRule::Bank { .. } => minutes * 60_000,
    };
    let planned = head.starts_ms + rounds(head) * round_ms;
    let ends = head.ended_ms.or(head.ends_ms).unwrap_or(planned);
    // A tournament that was called off may have ended before it was to begin.
    ends.max(head.starts_ms)
}

/// How many rounds a tournament has. Where that follows from the players, those of now count.
fn rounds(head: &TournamentHead) -> i64 {
    let knockout = |players: u32| i64::from(players.max(2).next_power_of_two().ilog2());
    let of_all = match head.format {
        TournamentFormat::Knockout => knockout(head.players),
        _ => i64::from(head.players.max(2)) - 1,
    };
    let first = head.rounds.map_or(of_all, i64::from);
    first + head.cut.map_or(0, |cut| knockout(cut.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_is_a_formula_or_leaves_its_field() {
        for formula in [
            "=1+1",
            "+1",
            "-1",
            "@A1",
            "\t=1",
            "\r=1",
            " =1+1",
            "＝1+1",
            "｜cmd",
            "\n=1",
            "\u{200b}=1",
            "|cmd",
        ] {
            assert_eq!(field(formula), format!("\"'{formula}\""));
        }
        assert_eq!(field("Ann-Marie=1"), "\"Ann-Marie=1\"");
        assert_eq!(field("Ann \"A\", B"), "\"Ann \"\"A\"\", B\"");
    }

    /// The lines of the calendar of a tournament that is to begin at 2026-11-27 19:00.
    fn calendar(change: impl FnOnce(&mut TournamentState)) -> Vec<String> {
        let mut shown: TournamentState = serde_json::from_value(serde_json::json!({
            "tournament": "3f2b8c1e9d4a4c7fb6a05e8d2c7b1f90",
            "v": 7,
            "head": {
                "name": "Friday; all, of us",
                "organiser": "Olga",
                "format": "swiss",
                "phase": "coming",
                "rounds": 5,
                "notation": "Fives 150",
                "clock": { "type": "per_move", "seconds": 30 },
                "starts_ms": 1_795_806_000_000_i64,
                "round": 0,
                "players": 6,
                "players_max": 8,
                "come_minutes": 5,
            },
            "entrants": [],
            "matches": [],
        }))
        .unwrap();
        change(&mut shown);
        let ics = ics(&shown, "https://d.example/e/x", shown.head.starts_ms);
        assert!(ics.ends_with("END:VCALENDAR\r\n"), "{ics}");
        ics.split("\r\n").map(str::to_owned).collect()
    }

    fn has(calendar: &[String], line: &str) {
        assert!(
            calendar.iter().any(|one| one == line),
            "{line} in {calendar:?}"
        );
    }

    #[test]
    fn a_calendar_says_when_a_tournament_ends() {
        let swiss = calendar(|_| {});
        has(&swiss, "SUMMARY:Friday\\; all\\, of us");
        has(&swiss, "STATUS:CONFIRMED");
        has(&swiss, "DTSTART:20261127T190000Z");
        // Five rounds of 35 minutes.
        has(&swiss, "DTEND:20261127T215500Z");
        let capped = calendar(|shown| shown.head.time_cap = Some(10));
        has(&capped, "DTEND:20261127T201500Z");
        let cut = calendar(|shown| shown.head.cut = Some(4));
        has(&cut, "DTEND:20261127T230500Z");
        let knockout = calendar(|shown| {
            shown.head.format = TournamentFormat::Knockout;
            shown.head.rounds = None;
        });
        // Three rounds for six players.
        has(&knockout, "DTEND:20261127T204500Z");
        let arena = calendar(|shown| {
            shown.head.format = TournamentFormat::Arena;
            shown.head.ends_ms = Some(shown.head.starts_ms + 12 * 3_600_000);
        });
        has(&arena, "DTEND:20261128T070000Z");
        let ended = calendar(|shown| {
            shown.head.phase = TournamentPhase::Ended;
            shown.head.ended_ms = Some(shown.head.starts_ms + 3_600_000);
        });
        has(&ended, "DTEND:20261127T200000Z");
    }

    #[test]
    fn a_calendar_says_that_a_tournament_was_called_off() {
        let called_off = calendar(|shown| {
            shown.v = 8;
            shown.head.phase = TournamentPhase::CalledOff;
            shown.head.ended_ms = Some(shown.head.starts_ms - 3_600_000);
        });
        has(&called_off, "STATUS:CANCELLED");
        has(&called_off, "SEQUENCE:8");
        has(&called_off, "DTEND:20261127T190000Z");
    }
}
