//! A feed of turns as a calendar (RFC 5545). Of the format it needs one kind of event, so it is written here.

use boneyard_protocol::http::{TurnBody, TurnsBody};
use boneyard_words::Language;
use time::OffsetDateTime;
use time::macros::format_description;

/// The greatest length of a line, in bytes (RFC 5545, 3.1).
const LINE_BYTES_MAX: usize = 75;

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

/// A time in milliseconds since 1970 as the format has it, such as `20260131T180000Z`.
fn date(at_ms: i64) -> Option<String> {
    let format = format_description!("[year][month][day]T[hour][minute][second]Z");
    let at = OffsetDateTime::from_unix_timestamp(at_ms.div_euclid(1_000)).ok()?;
    at.format(format).ok()
}

/// A text with the characters that mean something in the format escaped (RFC 5545, 3.3.11).
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\\' | ';' | ',' => escaped.extend(['\\', character]),
            '\n' => escaped.push_str("\\n"),
            _ if character.is_control() => {}
            _ => escaped.push(character),
        }
    }
    escaped
}

/// Adds a line. A long one continues on the next lines, each of which begins with a space.
fn fold(text: &str, calendar: &mut String) {
    let mut length = 0;
    for character in text.chars() {
        if length + character.len_utf8() > LINE_BYTES_MAX {
            calendar.push_str("\r\n ");
            length = 1;
        }
        calendar.push(character);
        length += character.len_utf8();
    }
    calendar.push_str("\r\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_folded_between_characters_and_texts_escaped() {
        let mut calendar = String::new();
        let text = "\u{e9}".repeat(80);
        fold(&text, &mut calendar);
        let lines: Vec<&str> = calendar.split("\r\n").collect();
        assert!(lines.iter().all(|line| line.len() <= LINE_BYTES_MAX));
        assert_eq!(calendar.replace("\r\n ", "").trim_end(), text);
        assert_eq!(escaped("a,b;c\\d\ne\rf"), "a\\,b\\;c\\\\d\\nef");
        assert_eq!(date(1_767_225_600_000).as_deref(), Some("20260101T000000Z"));
    }
}
