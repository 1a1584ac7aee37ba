//! The format of calendars (RFC 5545). Of the format the server needs one kind of event, so it is written here.

use jiff::Timestamp;

/// The greatest length of a line, in bytes (RFC 5545, 3.1).
const LINE_BYTES_MAX: usize = 75;

/// A time in milliseconds since 1970 as the format has it, such as `20260131T180000Z`.
pub(super) fn date(at_ms: i64) -> Option<String> {
    let at = Timestamp::from_millisecond(at_ms).ok()?;
    Some(at.strftime("%Y%m%dT%H%M%SZ").to_string())
}

/// A text with the characters that mean something in the format escaped (RFC 5545, 3.3.11).
pub(super) fn escaped(text: &str) -> String {
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
pub(super) fn fold(text: &str, calendar: &mut String) {
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
