//! Display names: the names by which other players see a visitor.

use boneyard_base::{
    PlayerId, limits,
    text::{self, TextError},
};
use boneyard_store::Name;
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::canonical_combining_class;
use unicode_security::{
    MixedScript as _, RestrictionLevel, RestrictionLevelDetection as _, skeleton,
};
use unicode_width::UnicodeWidthStr as _;

use super::NameError;

/// Names of computer players, bots and guests, in all languages of the client. Each line has the kind of the
/// name, and a word.
const RESERVED: &str = include_str!("reserved.txt");

/// The appearances of the reserved words of a kind, in lower case and in capital letters, without marks.
fn reserved(kind: &str) -> impl Iterator<Item = String> {
    let lines = RESERVED.lines().filter_map(|line| line.split_once(' '));
    let of_kind = lines.filter(move |(of, _)| *of == kind);
    let words = of_kind.map(|(_, word)| without_marks(word));
    words.flat_map(|word| [appearance(&word), appearance(&word.to_uppercase())])
}

/// A text without its combining marks: a dot below a letter, or an accent.
fn without_marks(text: &str) -> String {
    text.nfkd()
        .filter(|&one| canonical_combining_class(one) == 0)
        .collect()
}

/// The canonical form of a name, made by [`text::normalise`]. A name has 1 to 24 characters, or at most 16 if
/// they are displayed twice as wide as Latin letters. Names that look like those of computer players and bots
/// are refused, and words whose letters are of several scripts.
pub(crate) fn normalise(raw: &str) -> Result<String, TextError> {
    let name = text::normalise(raw, limits::NAME_CHARS_MAX)?;
    if name.width() > limits::NAME_COLUMNS_MAX {
        let chars_max = limits::NAME_COLUMNS_MAX / 2;
        return Err(TextError::TooLong { chars_max });
    }
    if is_reserved(&name) {
        return Err(TextError::Reserved);
    }
    if name.split(' ').any(mixes_scripts) {
        return Err(TextError::MixedScripts);
    }
    Ok(name)
}

/// Whether a word has letters of scripts that no language writes in one word (UTS 39, beyond the restriction
/// level "moderately restrictive"). Such a word can look like a word of one of these scripts.
fn mixes_scripts(word: &str) -> bool {
    let letters: String = word.nfkc().filter(|one| one.is_alphabetic()).collect();
    let level = RestrictionLevel::ModeratelyRestrictive;
    !(letters.is_single_script() || letters.check_restriction_level(level))
}

/// Whether a name looks like the name of a computer player, or like a name with a mark that the client adds.
/// A mark is a word in brackets or after a sign, as in "Ann (bot)" and "Ann · bot". "Jan Bot" and "chat-bot"
/// are allowed.
fn is_reserved(name: &str) -> bool {
    let computers: Vec<_> = reserved("computer").collect();
    let marks: Vec<_> = reserved("mark").chain(computers.clone()).collect();
    let mut is_behind_a_sign = false;
    without_marks(name)
        .split(' ')
        .enumerate()
        .any(|(at, word)| {
            let parts: Vec<_> = word.split(is_sign).collect();
            let is_set_apart = is_behind_a_sign || parts.len() > 1;
            is_behind_a_sign = word.ends_with(is_sign) || !word.contains(char::is_alphanumeric);
            let bare = |part: &&str| {
                part.trim_matches(|one: char| !one.is_alphanumeric())
                    .to_owned()
            };
            let mut looks = parts.iter().map(bare).flat_map(|part| keys(&part));
            let begins = word
                .split(['-', '_', '.', '\'', '’'])
                .find(|part| !part.is_empty());
            let mut begins = begins.filter(|_| at == 0).into_iter().flat_map(keys);
            begins.any(|look| computers.contains(&look))
                || looks.any(|look| {
                    (is_set_apart && marks.contains(&look))
                        || (at == 0 && computers.contains(&look))
                })
        })
}

/// Whether a character separates words. Letters, digits and characters that occur within words don't.
fn is_sign(character: char) -> bool {
    let is_of_word = character.is_alphanumeric()
        || canonical_combining_class(character) != 0
        || matches!(character, '-' | '_' | '.' | '\'' | '’');
    !is_of_word
}

/// The appearance of a text. Texts that look the same have the same appearance, also if their letters are
/// from different scripts (UTS 39, skeleton). Capital letters are only compared with what looks like them.
fn appearance(text: &str) -> String {
    let is_selector = |one: &char| matches!(one, '\u{fe00}'..='\u{fe0f}');
    let plain: String = text.nfkc().filter(|one| !is_selector(one)).collect();
    // The skeleton may contain a capital letter, for example the letter O for the digit 0.
    skeleton(&plain).collect::<String>().to_lowercase()
}

/// The appearances of a text in lower case and as it is written. Some capital letters look like other letters
/// although their lower-case forms don't: a capital i, and the Cyrillic and Greek letters that look like T. Signs before
/// and after the letters don't count.
fn keys(text: &str) -> [String; 2] {
    let bare = text.trim_matches(|one: char| one.is_ascii_punctuation() || one == '’');
    let text = if bare.is_empty() { text } else { bare };
    let small = text.nfkc().collect::<String>().to_lowercase();
    [appearance(&small), appearance(text)]
}

/// Checks a name for a guest or a program.
pub(crate) fn of_guest(raw: &str) -> Result<Name, TextError> {
    let text = normalise(raw)?;
    let keys = keys(&text);
    Ok(Name { text, keys })
}

/// Checks a name for an account. Refuses a name that looks like the default name of a guest.
pub fn of_account(raw: &str) -> Result<Name, NameError> {
    let name = of_guest(raw)?;
    let digits = appearance("0123456789 ");
    let keys = keys(&without_marks(&name.text));
    let is_numbered = reserved("guest").any(|guest| {
        let mut numbers = keys.iter().filter_map(|key| key.strip_prefix(&guest));
        numbers.any(|number| number.chars().all(|character| digits.contains(character)))
    });
    if is_numbered {
        return Err(NameError::Guests);
    }
    Ok(name)
}

/// The name of a visitor who has not chosen a name. It is calculated from the id, so it needn't be stored.
#[must_use]
pub fn default_name(player: PlayerId) -> String {
    let [a, b, ..] = *player.as_bytes();
    format!("Guest {}", 1000 + u16::from_be_bytes([a, b]) % 9000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_guest_keeps_one_valid_name() {
        let player = PlayerId::random();
        let name = default_name(player);
        assert_eq!(name, default_name(player));
        assert_eq!(normalise(&name), Ok(name));
    }

    #[test]
    fn wide_letters_are_fewer() {
        let longest = [
            "國".repeat(16),
            "あ".repeat(16),
            "😀".repeat(16),
            "м".repeat(24),
        ];
        for name in longest {
            assert_eq!(normalise(&name).as_deref(), Ok(&*name));
        }
        let too_long = Err(TextError::TooLong { chars_max: 16 });
        assert_eq!(normalise(&"國".repeat(17)), too_long);
        assert_eq!(normalise(&"Ｗ".repeat(24)), too_long);
    }

    #[test]
    fn names_that_look_alike_share_a_key() {
        let share = |one: &str, other: &str| {
            let others = keys(other);
            keys(one).iter().any(|key| others.contains(key))
        };
        for (one, other) in [
            ("Ann", "ANN"),
            ("Ann", "Αnn"),
            ("Ian", "lan"),
            ("IAN", "lAN"),
            ("Tom", "Тom"),
            ("TOM", "ТОМ"),
            ("Kim", "Κim"),
            ("Kim", "Kim\u{fe0f}"),
            ("Bob", "B0b"),
            ("Änne", "A\u{308}NNE"),
            ("Ｗｉｌｌ", "Will"),
            ("m", "rn"),
            ("Tom", "Tom."),
            ("Rex", "Rex_"),
            ("Kim", "'Kim'"),
        ] {
            assert!(share(one, other), "{one} and {other}");
        }
        for (one, other) in [
            ("!", "?"),
            ("Ann", "Anna"),
            ("Ann", "Änn"),
            ("Анна", "Anna"),
        ] {
            assert!(!share(one, other), "{one} and {other}");
        }
    }

    #[test]
    fn a_word_has_letters_of_one_script() {
        for name in ["Αnn", "Тom", "Кim", "Ann Тom", "Aννa"] {
            assert_eq!(normalise(name), Err(TextError::MixedScripts), "{name}");
        }
        for name in [
            "Anna Анна",
            "Łukasz",
            "Öğüş",
            "東京タワー",
            "ひらがな漢字",
            "Kim 김철수",
            "T恤",
            "ቤትAnn",
            "ᏣᎳᎩ",
            "ߒߞߏ",
            "O'Neill-7",
            "😀Ann",
        ] {
            assert_eq!(normalise(name).as_deref(), Ok(name));
        }
    }

    #[test]
    fn an_account_is_not_called_what_guests_are() {
        for name in [
            "Guest 1234",
            "GUEST 9",
            "Guest",
            "Guest l234",
            "guest7",
            "Invitado 1234",
            "Convidado 12",
            "Invité 7",
        ] {
            let refused = of_account(name).unwrap_err();
            assert!(matches!(refused, NameError::Guests), "{name}");
            assert!(of_guest(name).is_ok());
        }
        for name in ["Guest of Ann", "Gust 1", "Honoured Guest"] {
            assert_eq!(of_account(name).unwrap().text, name);
        }
    }

    #[test]
    fn nobody_is_called_what_computer_players_are() {
        for name in [
            "Computer",
            "COMPUTER",
            "Computer (Expert)",
            "Сomputer",
            "Ｃｏｍｐｕｔｅｒ",
            "𝐂omputer 2",
            "Máquina",
            "ordinateur",
            "Computadora",
            "COMPUΤER (Expert)",
            "СОМРUТЕR",
            "Computer.",
            "'Computer'",
            "Coṃputer",
            "Computer-Expert",
            "_Computer_2",
        ] {
            assert_eq!(normalise(name), Err(TextError::Reserved), "{name}");
        }
        for name in ["Computerfreak", "Ann Computer", "Комп", "Mac", "Max"] {
            assert_eq!(normalise(name).as_deref(), Ok(name));
        }
    }

    #[test]
    fn nobody_is_marked_as_bots_and_computer_players_are() {
        for name in [
            "Ann (bot)",
            "Ann(bot)",
            "Ann (BOT)",
            "Ann (b0t)",
            "Ann (ｂｏｔ)",
            "Ann （bot）",
            "Ann (ВОТ)",
            "Ann [bot]",
            "Ann · bot",
            "Ann ·bot",
            "Ann: bot",
            "Ann - bot",
            "(bot) Ann",
            "Ann ( bot )",
            "Ann 🤖 bot",
            "Ana (computadora)",
            "Ana (ordenador)",
            "Ana (robô)",
            "Ana (robo\u{302})",
            "Ana (ordinateur)",
            "Ada · expert",
            "Ada · Débutant",
        ] {
            assert_eq!(normalise(name), Err(TextError::Reserved), "{name}");
        }
        for name in [
            "Jan Bot",
            "chat-bot",
            "Bot",
            "Ann (both)",
            "Ann (Bo)",
            "Club Ada",
            "A·B",
        ] {
            assert_eq!(normalise(name).as_deref(), Ok(name));
        }
    }
}
