//! Checks of texts that one visitor writes and other visitors see: names and chat.

mod direction;

use unicode_normalization::UnicodeNormalization as _;
use unicode_properties::{GeneralCategory as Category, UnicodeGeneralCategory as _};

use crate::limits;

/// Why a text may not be shown to other visitors. The author reads the `Display` form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TextError {
    /// The text has no visible character.
    #[error("At least one character must be visible.")]
    Empty,
    /// The text has too many characters.
    #[error("At most {chars_max} characters fit here.")]
    TooLong {
        /// The greatest number of characters that the text may have.
        chars_max: usize,
    },
    /// The text has a character that is invisible or that affects the surrounding text.
    #[error("Control characters and invisible ones can't be used.")]
    Forbidden,
    /// A word has letters of several scripts, for example a Cyrillic letter among Latin ones.
    #[error("A word can't have letters of several alphabets.")]
    MixedScripts,
    /// The text is, or looks like, a name of computer players or bots.
    #[error("Only computer players and bots have names like this.")]
    Reserved,
}

/// The canonical form of a text: Unicode NFC, without spaces at both ends, with one space between words,
/// without invisible marks that have no effect. The text must have at most `chars_max` characters (Unicode
/// scalar values), and no character that affects text outside of it.
pub fn normalise(raw: &str, chars_max: usize) -> Result<String, TextError> {
    if raw.len() > chars_max * limits::TEXT_BYTES_PER_CHARACTER_MAX {
        return Err(TextError::TooLong { chars_max });
    }
    let mut text = spaced(raw.nfc());
    let directing = text.chars().filter(|&one| direction::directs(one)).count();
    if directing > limits::DIRECTING_MARKS_MAX {
        return Err(TextError::Forbidden);
    }
    if text.chars().count() - directing > chars_max {
        return Err(TextError::TooLong { chars_max });
    }
    if directing > 0 {
        let simple = direction::simplified(&text).ok_or(TextError::Forbidden)?;
        text = spaced(simple.chars());
    }
    let plain = without_flags(&text);
    if plain.chars().any(is_forbidden) || !joins_letters(&plain) || has_many_marks(&plain) {
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

/// Joins the words of a text with one space between them.
fn spaced(characters: impl Iterator<Item = char>) -> String {
    let text: String = characters.collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The flags of England, Scotland and Wales, which are the emoji tag sequences that Unicode recommends for
/// interchange (UTS 51, RGI). Any other tag sequence is displayed as a black flag. If such sequences were
/// allowed, two texts could differ only in invisible characters.
const FLAGS_OF_TAGS: [&str; 3] = ["gbeng", "gbsct", "gbwls"];
const BLACK_FLAG: char = '\u{1f3f4}';
const END_OF_TAGS: char = '\u{e007f}';

/// Replaces each flag that is made of tags by a black flag.
fn without_flags(text: &str) -> String {
    if !text.contains(BLACK_FLAG) {
        return text.to_owned();
    }
    FLAGS_OF_TAGS.iter().fold(text.to_owned(), |text, region| {
        let tags = region
            .chars()
            .map(|letter| char::from_u32(0xe0000 + u32::from(letter)));
        let mut flag = String::from(BLACK_FLAG);
        flag.extend(tags.flatten());
        flag.push(END_OF_TAGS);
        text.replace(&flag, &BLACK_FLAG.to_string())
    })
}

/// Whether a character is forbidden, because it could make a text look like another text, or could affect the
/// text next to it. Such characters control or format text, have no meaning, or are blank without being a
/// space.
fn is_forbidden(character: char) -> bool {
    let is_joiner = matches!(character, ZWNJ | ZWJ);
    let category = character.general_category();
    matches!(
        category,
        Category::Control
            | Category::Surrogate
            | Category::PrivateUse
            | Category::Unassigned
            | Category::LineSeparator
            | Category::ParagraphSeparator
    ) || (category == Category::Format && !is_joiner && !direction::directs(character))
        || matches!(character,
            '\u{034f}'                              // grapheme joiner
            | '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}' // Hangul fillers
            | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}' // Khmer, Mongolian
            | '\u{2800}'                            // blank of Braille
            | '\u{fffc}' | '\u{16fe4}' | '\u{1d159}' // placeholders and fillers that show nothing
            | '\u{e0100}'..='\u{e01ef}'            // variation selectors beyond emoji
        )
        || is_sprawling(character)
}

/// Whether a character is displayed several times as wide as other characters, and would move the text next
/// to it. Such characters are dashes of two and three ems, whole sentences in one character, and signs of
/// ancient scripts.
fn is_sprawling(character: char) -> bool {
    matches!(character,
        '\u{0bf5}'..='\u{0bfa}'                    // Tamil signs
        | '\u{2e3a}' | '\u{2e3b}'                  // long dashes
        | '\u{a9c1}'..='\u{a9cd}'                  // Javanese signs
        | '\u{fdf0}'..='\u{fdff}'                  // Arabic ligatures of words
        | '\u{12000}'..='\u{1254f}'                // cuneiform
        | '\u{13000}'..='\u{143fa}'                // hieroglyphs
        | '\u{14400}'..='\u{1467f}'
    )
}

const ZWNJ: char = '\u{200c}';
const ZWJ: char = '\u{200d}';

/// Whether each joiner is between two emoji, or between two characters of a script that needs joiners.
/// Between Latin letters, a joiner would only make a name look like another name.
fn joins_letters(text: &str) -> bool {
    let letters: Vec<char> = text.chars().collect();
    let needs = |letter: Option<&char>| {
        // Latin, Greek and Cyrillic letters are never joined, nor are ASCII digits and signs.
        letter.is_some_and(|&letter| {
            letter > '\u{052f}' && !matches!(letter, ZWNJ | ZWJ) && !direction::directs(letter)
        })
    };
    let mut joiners = letters
        .iter()
        .enumerate()
        .filter(|(_, letter)| matches!(**letter, ZWNJ | ZWJ));
    joiners.all(|(at, _)| at > 0 && needs(letters.get(at - 1)) && needs(letters.get(at + 1)))
}

/// Whether a letter has more combining marks than any language uses. So many marks would cover the lines
/// above and below.
fn has_many_marks(text: &str) -> bool {
    let mut marks = 0;
    text.chars().any(|letter| {
        let is_mark = matches!(
            letter.general_category(),
            Category::NonspacingMark | Category::EnclosingMark
        );
        marks = if is_mark { marks + 1 } else { 0 };
        marks > limits::MARKS_PER_LETTER_MAX
    })
}

/// Whether a character is visible when it stands alone. Joiners and variation selectors are allowed between
/// other characters, for example in emoji, but a text can't consist only of them.
fn is_visible(character: char) -> bool {
    !(character.is_whitespace()
        || direction::directs(character)
        || matches!(character,
            ZWNJ | ZWJ
            | '\u{0300}'..='\u{036f}'               // combining marks
            | '\u{fe00}'..='\u{fe0f}'               // variation selectors
        ))
}

/// A name for a text in which programs look for links, such as a mail: after each sign that joins the parts of an
/// address, a space.
#[must_use]
pub fn without_links(name: &str) -> String {
    const JOINS: [char; 11] = ['.', ':', '/', '@', '\\', '。', '．', '｡', '：', '／', '＠'];
    let mut apart = String::with_capacity(name.len());
    for (at, character) in name.char_indices() {
        let before = name[..at].chars().next_back();
        if before.is_some_and(|before| JOINS.contains(&before)) && character != ' ' {
            apart.push(' ');
        }
        apart.push(character);
    }
    apart
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENGLAND: &str = "\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}";

    #[test]
    fn a_name_is_no_link() {
        for (name, apart) in [
            ("http://evil.example/x?a=", "http: / / evil. example/ x?a="),
            ("a@b。example", "a@ b。 example"),
            ("evil．example", "evil． example"),
            ("J. R. Ewing", "J. R. Ewing"),
            ("Tom.", "Tom."),
            ("Guest 204", "Guest 204"),
        ] {
            assert_eq!(without_links(name), apart);
        }
    }

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
            // Persian and Hindi need joiners. Thai and Hebrew need several marks on a letter.
            ("می\u{200c}خواهم", "می\u{200c}خواهم"),
            ("क्\u{200d}ष", "क्\u{200d}ष"),
            ("ที่นี่", "ที่นี่"),
            // Flags that are made of tags, and marks that have an effect.
            (ENGLAND, ENGLAND),
            ("Ann \u{200e} Bo\u{200f}b", "Ann Bob"),
            ("דוד C++\u{200e}", "דוד C++\u{200e}"),
            ("\u{2067}דוד 5!\u{2069}", "דוד 5!"),
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
            ("\u{200d}\u{fe0f}", TextError::Forbidden),
            ("\u{fe0f}\u{fe0f}", TextError::Empty),
            ("\u{3164}", TextError::Forbidden),
            ("Ann\u{0}", TextError::Forbidden),
            ("Ann\u{1b}[31m", TextError::Forbidden),
            ("\u{202e}nnA", TextError::Forbidden),
            ("A\u{200b}nn", TextError::Forbidden),
            ("A\u{2066}nn", TextError::Forbidden),
            ("\u{202a}Ann\u{202c}", TextError::Forbidden),
            ("\u{200e}\u{200f}", TextError::Empty),
            // The flag of Texas, an incomplete flag, and tags after another character.
            (
                "\u{1f3f4}\u{e0075}\u{e0073}\u{e0074}\u{e0078}\u{e007f}",
                TextError::Forbidden,
            ),
            (
                "\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}",
                TextError::Forbidden,
            ),
            ("Ann\u{e0067}\u{e007f}", TextError::Forbidden),
            ("A\u{200c}nn", TextError::Forbidden),
            ("Ann\u{200d}", TextError::Forbidden),
            ("А\u{200d}нна", TextError::Forbidden),
            ("A\u{034f}nn", TextError::Forbidden),
            ("Ann\u{1bca0}", TextError::Forbidden),
            ("Ann\u{1d173}", TextError::Forbidden),
            ("Ann\u{115f}", TextError::Forbidden),
            ("Ann\u{2800}", TextError::Forbidden),
            ("Ann\u{378}", TextError::Forbidden),
            ("Ann\u{fdd0}", TextError::Forbidden),
            ("\u{fdfd}", TextError::Forbidden),
            ("\u{1242b}", TextError::Forbidden),
            ("\u{2e3b}", TextError::Forbidden),
            (
                "A\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}nn",
                TextError::Forbidden,
            ),
        ];
        for (raw, error) in cases {
            assert_eq!(normalise(raw, 24), Err(error), "{raw:?}");
        }
        let too_long = Err(TextError::TooLong { chars_max: 24 });
        assert_eq!(normalise(&"a".repeat(25), 24), too_long);
        assert_eq!(normalise(&"\u{301}".repeat(100_000), 24), too_long);
    }
}
