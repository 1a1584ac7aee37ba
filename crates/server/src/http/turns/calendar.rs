//! A feed of turns as a calendar.

use boneyard_protocol::http::{TurnBody, TurnsBody};
use boneyard_words::Language;

use crate::http::ics::{date, escaped, fold};

/// How often a calendar should be read again.
const REFRESHED: &str = "PT1H";

/// The calendar: an event at each time at which a table stops to wait for the owner of the feed.
pub(super) fn write(turns: &TurnsBody, language: &Language) -> String {
    let mut calendar = String::new();
    let mut line = |text: &str| fold(text, &mut calendar);
    line("BEGIN:VCALENDAR");
    line("VERSION:2.0");
    line("PRODID:-//Boneyard//Turns//EN");
    line("NAME:Boneyard");
    line("X-WR-CALNAME:Boneyard");
    line(&format!("REFRESH-INTERVAL;VALUE=DURATION:{REFRESHED}"));
    line(&format!("X-PUBLISHED-TTL:{REFRESHED}"));
    let stamp = date(turns.now_ms);
    let waiting = turns.tables.iter().filter(|turn| turn.own.waits);
    for (turn, until) in waiting.filter_map(|turn| Some((turn, date(turn.own.until_ms?)?))) {
        let table = turn.own.listing.table;
        line("BEGIN:VEVENT");
        line(&format!("UID:{table}-{}@boneyard", turn.own.since_ms));
        line(&format!("DTSTAMP:{}", stamp.as_deref().unwrap_or(&until)));
        line(&format!("DTSTART:{until}"));
        line(&format!("SUMMARY:{}", escaped(&summary(turn, language))));
        line(&format!("URL:{}", turn.link));
        line(&format!("DESCRIPTION:{}", escaped(&turn.link)));
        line("TRANSP:TRANSPARENT");
        line("END:VEVENT");
    }
    line("END:VCALENDAR");
    calendar
}

/// The description: why the table waits, the rules and the other players.
fn summary(turn: &TurnBody, language: &Language) -> String {
    let own = &turn.own;
    let others = own.listing.seats.iter();
    let others = others.filter(|(seat, _)| *seat != own.seat);
    let mut facts = Vec::new();
    if own.turn == Some(own.seat) {
        facts.push(language.notice_turn);
    }
    facts.push(&own.listing.notation);
    facts.extend(others.filter_map(|(_, seat)| Some(seat.as_ref()?.name.as_str())));
    facts.join(" \u{b7} ")
}
