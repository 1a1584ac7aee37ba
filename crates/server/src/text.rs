//! Text that visitors write and others are shown: names, and what is said at a table.

use unicode_normalization::UnicodeNormalization as _;

use crate::limits;

/// Why a text can't be shown to others. Displays as the sentence that its author reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TextError {
    /// Nothing in it can be seen.
    #[error("At least one character must be visible.")]
    Empty,
    /// It has too many characters.
    #[error("There is room for {chars_max} characters.")]
    TooLong {
        /// How many it may have.
        chars_max: usize,
    },
    /// It has a character that controls the text around it or can't be seen.
    #[error("Control characters and invisible ones can't be used.")]
    Forbidden,
}

/// The canonical form of a text: Unicode NFC, no space at its ends, one space between its words, at
/// most so many characters (Unicode scalar values), none of which controls or reorders text.
///
/// # Errors
///
/// When nothing visible is left, or the text is too long, or a character is refused.
pub fn normalise(raw: &str, chars_max: usize) -> Result<String, TextError> {
    if raw.len() > chars_max * limits::TEXT_BYTES_PER_CHARACTER_MAX {
        return Err(TextError::TooLong { chars_max });
    }
    let mut text = String::with_capacity(raw.len());
    for word in raw.split_whitespace() {
        if !text.is_empty() {
            text.push(' ');
        }
        text.extend(word.nfc());
    }
    if text.chars().any(is_forbidden) {
        return Err(TextError::Forbidden);
    }
    if text.chars().count() > chars_max {
        return Err(TextError::TooLong { chars_max });
    }
    if !text.chars().any(is_visible) {
        return Err(TextError::Empty);
    }
    Ok(text)
}

/// Characters that could make a text look like another one, or run over the text beside it.
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
/// between others (emoji are made with them) but are no text alone, nor are blank letters.
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
    fn texts_come_in_one_canonical_form() {
        let cases = [
            ("  Ann  ", "Ann"),
            ("Ann\t of\u{a0}\u{3000}Cleves", "Ann of Cleves"),
            ("two\r\n\nlines", "two lines"),
            ("Zoe\u{308}", "Zo\u{eb}"),
            ("<b>Bob</b>", "<b>Bob</b>"),
            ("👩\u{200d}🚀", "👩\u{200d}🚀"),
            ("ナンシー", "ナンシー"),
        ];
        for (raw, text) in cases {
            assert_eq!(normalise(raw, 24).as_deref(), Ok(text), "{raw:?}");
        }
        let longest = "é".repeat(24);
        assert_eq!(normalise(&"e\u{301}".repeat(24), 24), Ok(longest));
    }

    #[test]
    fn texts_that_mislead_are_refused() {
        let cases = [
            ("", TextError::Empty),
            (" \u{3000}\t", TextError::Empty),
            ("\u{200d}\u{fe0f}", TextError::Empty),
            ("\u{3164}", TextError::Empty),
            ("Ann\u{0}", TextError::Forbidden),
            ("Ann\u{1b}[31m", TextError::Forbidden),
            ("\u{202e}nnA", TextError::Forbidden),
            ("A\u{200b}nn", TextError::Forbidden),
            ("A\u{2066}nn", TextError::Forbidden),
        ];
        for (raw, error) in cases {
            assert_eq!(normalise(raw, 24), Err(error), "{raw:?}");
        }
        let too_long = Err(TextError::TooLong { chars_max: 24 });
        assert_eq!(normalise(&"a".repeat(25), 24), too_long);
        assert_eq!(normalise(&"\u{301}".repeat(100_000), 24), too_long);
    }
}
