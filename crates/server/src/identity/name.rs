//! Display names: text that other people are shown.

use unicode_normalization::UnicodeNormalization as _;

use crate::id::PlayerId;
use crate::limits;

/// Why a text can't be a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// Nothing in it can be seen.
    #[error("a name needs at least one visible character")]
    Empty,
    /// It has too many characters.
    #[error("a name has at most {} characters", limits::NAME_CHARS_MAX)]
    TooLong,
    /// It has a character that controls the text around it or can't be seen.
    #[error("a name can't contain control or invisible characters")]
    Forbidden,
}

/// The canonical form of a chosen name: Unicode NFC, no space at its ends, one space between its
/// words, 1 to 24 characters, none of which controls or reorders text.
///
/// # Errors
///
/// When nothing visible is left, or the name is too long, or a character is refused.
pub fn normalise(raw: &str) -> Result<String, NameError> {
    if raw.len() > limits::NAME_BYTES_MAX {
        return Err(NameError::TooLong);
    }
    let mut name = String::with_capacity(raw.len());
    for word in raw.split_whitespace() {
        if !name.is_empty() {
            name.push(' ');
        }
        name.extend(word.nfc());
    }
    if name.chars().any(is_forbidden) {
        return Err(NameError::Forbidden);
    }
    if name.chars().count() > limits::NAME_CHARS_MAX {
        return Err(NameError::TooLong);
    }
    if !name.chars().any(is_visible) {
        return Err(NameError::Empty);
    }
    Ok(name)
}

/// The name of somebody who has chosen none. The same player always gets the same one, so it need
/// not be stored.
#[must_use]
pub fn default_name(player: PlayerId) -> String {
    let [a, b, ..] = *player.as_bytes();
    format!("Guest {}", 1000 + u16::from_be_bytes([a, b]) % 9000)
}

/// Characters that could make a name look like another one, or run over the text beside it.
fn is_forbidden(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{00ad}'                              // soft hyphen
            | '\u{061c}' | '\u{200e}' | '\u{200f}'  // marks of direction
            | '\u{200b}' | '\u{2060}'..='\u{2064}' | '\u{feff}' // zero width
            | '\u{2028}' | '\u{2029}'               // line and paragraph separators
            | '\u{202a}'..='\u{202e}'               // embeddings and overrides
            | '\u{2066}'..='\u{206f}'               // isolates, deprecated format characters
            | '\u{fff9}'..='\u{fffb}'               // interlinear annotation
            | '\u{e000}'..='\u{f8ff}'               // private use
            | '\u{e0000}'..='\u{10ffff}'            // tags, variation supplements, private use
        )
}

/// Whether a character leaves a mark by itself. Joiners and variation selectors are allowed
/// between others (emoji are made with them) but are no name alone, nor are blank letters.
fn is_visible(character: char) -> bool {
    !(character.is_whitespace()
        || matches!(character,
            '\u{200c}' | '\u{200d}'                 // joiners
            | '\u{0300}'..='\u{036f}'               // combining marks
            | '\u{fe00}'..='\u{fe0f}'               // variation selectors
            | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{2800}' | '\u{3164}' | '\u{ffa0}' // blank letters
        ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_in_one_canonical_form() {
        let cases = [
            ("  Ann  ", "Ann"),
            ("Ann\t of\u{a0}\u{3000}Cleves", "Ann of Cleves"),
            ("Zoe\u{308}", "Zo\u{eb}"),
            ("<b>Bob</b>", "<b>Bob</b>"),
            ("👩\u{200d}🚀", "👩\u{200d}🚀"),
            ("ナンシー", "ナンシー"),
        ];
        for (raw, name) in cases {
            assert_eq!(normalise(raw).as_deref(), Ok(name), "{raw:?}");
        }
        let longest = "é".repeat(24);
        assert_eq!(normalise(&"e\u{301}".repeat(24)), Ok(longest));
    }

    #[test]
    fn names_that_mislead_are_refused() {
        let cases = [
            ("", NameError::Empty),
            (" \u{3000}\t", NameError::Empty),
            ("\u{200d}\u{fe0f}", NameError::Empty),
            ("\u{3164}", NameError::Empty),
            ("Ann\u{0}", NameError::Forbidden),
            ("Ann\u{1b}[31m", NameError::Forbidden),
            ("\u{202e}nnA", NameError::Forbidden),
            ("A\u{200b}nn", NameError::Forbidden),
            ("A\u{2066}nn", NameError::Forbidden),
        ];
        for (raw, error) in cases {
            assert_eq!(normalise(raw), Err(error), "{raw:?}");
        }
        assert_eq!(normalise(&"a".repeat(25)), Err(NameError::TooLong));
        assert_eq!(
            normalise(&"\u{301}".repeat(100_000)),
            Err(NameError::TooLong)
        );
    }

    #[test]
    fn a_guest_keeps_one_valid_name() {
        let player = PlayerId::random();
        let name = default_name(player);
        assert_eq!(name, default_name(player));
        assert_eq!(normalise(&name), Ok(name));
    }
}
