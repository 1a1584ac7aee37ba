//! The texts that the server itself writes to visitors: mails, notices, and the previews of links. They come from the
//! files of words that the client has too, `static/locales`.
//!
//! Error texts of the API are not among them. They are English, for programmers; the client has its own texts
//! for the error codes.

use std::cmp::Reverse;

/// A language, and the server's texts in it. Places to fill in are written `{{name}}`.
#[derive(Debug, PartialEq, Eq)]
pub struct Language {
    /// The language's tag, such as `pt`.
    pub code: &'static str,
    /// The subject of a mail with a code. It doesn't contain the code, since mail servers log subjects.
    pub email_subject: &'static str,
    /// The text below the code in the mail.
    pub email_explanation: &'static str,
    /// The title of a notice that it is the player's turn.
    pub notice_turn: &'static str,
    /// The title of a notice that a quick match was found.
    pub notice_found: &'static str,
    /// The title of a notice that a match of a tournament begins.
    pub notice_match: &'static str,
    /// Whose turn it is, for a chat. `{{name}}`: the player's name.
    pub webhook_turn: &'static str,
    /// That a match has ended, for a chat.
    pub webhook_over: &'static str,
    /// The subject of a mail to a player whose turn it has been for long.
    pub turn_mail_subject: &'static str,
    /// The first sentence of this mail.
    pub turn_mail_text: &'static str,
    /// The sentence before the link that ends such mails.
    pub turn_mail_end: &'static str,
    /// The title of the page of this link.
    pub turn_mail_title: &'static str,
    /// The button of this page.
    pub turn_mail_button: &'static str,
    /// The text of the page afterwards.
    pub turn_mail_ended: &'static str,
    /// The title of the front page. Search engines and previews of links show it.
    pub front_page_title: &'static str,
    /// The description of the front page.
    pub front_page_description: &'static str,
    /// The title of the page of a game. `{{game}}`: the game's name.
    pub game_title: &'static str,
    /// A game and where it is played. `{{place}}`, and `{{game}}`.
    pub game_place: &'static str,
    /// The description of a tournament that has not begun. `{{when}}`: the time. `{{game}}`: the rules on one line.
    pub tournament_card_begins: &'static str,
    /// The description of a tournament that has begun. `{{when}}`: the time. `{{game}}`: the rules on one line.
    pub tournament_card_began: &'static str,
    /// The description of a tournament that was called off. `{{game}}`: the rules on one line.
    pub tournament_card_called_off: &'static str,
    /// The title of an invitation to a table. `{{name}}`: the host's name. `{{game}}`: the game's name.
    pub invitation_title: &'static str,
    /// The description of a table with free seats. `{{n}}`: how many. `{{game}}`: the game's description.
    pub invitation_free: &'static str,
    /// The description of a table without a free seat. `{{game}}`: the game's description.
    pub invitation_full: &'static str,
    /// The description of a finished match in the preview of a link. `{{rules}}`: the rules on one line.
    pub record_description: &'static str,
    /// A player of a finished match whose name is no longer shown.
    pub record_player: &'static str,
    games: &'static [Game],
}

/// A game as a language names and describes it.
#[derive(Debug, PartialEq, Eq)]
pub struct Game {
    preset: &'static str,
    /// The game's name.
    pub name: &'static str,
    /// The game in a sentence.
    pub description: &'static str,
    /// Where the game is played at home; `None` for a game that is not of a place.
    pub place: Option<&'static str>,
}

include!(concat!(env!("OUT_DIR"), "/languages.rs"));

impl Language {
    /// The game of a preset, by the preset's name. `None` if the files of words don't describe it.
    #[must_use]
    pub fn game(&self, preset: &str) -> Option<&'static Game> {
        self.games.iter().find(|game| game.preset == preset)
    }

    /// The language that a visitor prefers, by the value of the header `Accept-Language` (RFC 9110, 12.5.4). English if
    /// they prefer none for which there is a file of words.
    ///
    /// A range such as `pt-BR` stands for `pt` too, as in a lookup by RFC 4647. `*` stands for each language that no
    /// other range names.
    #[must_use]
    pub fn accepted(accept_language: &str) -> &'static Self {
        let ranges: Vec<(&str, u16)> = weighted(accept_language).collect();
        let known = LANGUAGES.iter().filter_map(|language| {
            let is_own = |tag: &str| tag.eq_ignore_ascii_case(language.code);
            let is_for = |range: &str| is_own(range.split('-').next().unwrap_or_default());
            if ranges.iter().any(|&(range, q)| q == 0 && is_own(range)) {
                return None;
            }
            let preference = |is_it: &dyn Fn(&str) -> bool| {
                let places = ranges.iter().enumerate();
                let own = places.filter(|(_, (range, q))| *q > 0 && is_it(range));
                own.map(|(place, (_, q))| (*q, Reverse(place))).max()
            };
            let preference = preference(&is_for).or_else(|| preference(&|range| range == "*"))?;
            Some((preference, language.code == ENGLISH.code, language))
        });
        // Of languages that `*` stands for, English is used; otherwise the first one.
        let best = known
            .rev()
            .max_by_key(|&(preference, is_english, _)| (preference, is_english));
        best.map_or(ENGLISH, |(.., language)| language)
    }
}

/// The items of a header's list with their weights in thousandths, such as those of `Accept-Language` and
/// `Accept-Encoding` (RFC 9110, 12.4.2). An item without a weight has the greatest one. Items with a weight that can't be
/// read are left out.
pub fn weighted(list: &str) -> impl Iterator<Item = (&str, u16)> {
    list.split(',').filter_map(|item| {
        let mut parts = item.split(';').map(str::trim);
        let name = parts.next().filter(|name| !name.is_empty())?;
        let weight = parts.find_map(|parameter| {
            let (key, value) = parameter.split_once('=')?;
            key.trim_end().eq_ignore_ascii_case("q").then_some(value)
        });
        Some((name, weight.map_or(Some(WEIGHT_MAX), thousandths)?))
    })
}

/// The greatest weight, which is written `1`.
const WEIGHT_MAX: u16 = 1_000;

/// A weight such as `0.85` in thousandths. Further digits don't count.
fn thousandths(weight: &str) -> Option<u16> {
    let weight = weight.trim_start();
    let (whole, digits) = weight.split_once('.').unwrap_or((weight, ""));
    if !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let first: u16 = format!("{digits:0<3.3}").parse().ok()?;
    match whole {
        "0" => Some(first),
        "1" if first == 0 => Some(WEIGHT_MAX),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_server_and_the_client_know_the_same_places() {
        let client = include_str!("../../../static/js/format/world_games.js");
        let all = ENGLISH.games.iter().filter(|game| game.place.is_some());
        let rows = client.lines().filter(|line| line.starts_with("  ['"));
        assert_eq!(all.clone().count(), rows.count());
        for game in all {
            let name = game.preset;
            assert!(client.contains(&format!("\n  ['{name}', '")), "{name}");
            for language in LANGUAGES {
                assert!(
                    language.game(name).unwrap().place.is_some(),
                    "{}",
                    language.code
                );
            }
        }
    }

    #[test]
    fn the_language_is_the_one_that_the_browser_prefers() {
        let cases = [
            ("", "en"),
            ("tlh, x-none", "en"),
            ("pt-BR,pt;q=0.9,en;q=0.8", "pt"),
            ("tlh,en;q=0.2,fr-CH;q=0.7", "fr"),
            ("ES-419", "es"),
            ("fr;q=0, en;q=0.1", "en"),
            ("fr;q=x,,;q=", "en"),
            // Spaces and tabs may stand around the semicolon, and `q` may be a capital.
            ("fr; q=0.9, en; q=0.1", "fr"),
            ("en;q=0.7, pl; q=0.9", "pl"),
            ("en ;\tQ=0.7 , it ; q=0.8", "it"),
            ("de;q=1.000,fr;q=1.0", "de"),
            ("de;q=1.1, fr;q=0.001", "fr"),
            ("de;q=nan, es;q=0.5", "es"),
            ("de;q=0.3333333, es;q=0.334", "es"),
            ("pl;level=1;q=0.4, ht;q=0.5", "ht"),
            // Scripts and regions.
            ("zh-Hant-TW, zh;q=0.9, es-Latn-419;q=0.8, en;q=0.7", "es"),
            ("frr, ht-HT;q=0.1", "ht"),
            // Everything else.
            ("*", "en"),
            ("zh, *;q=0.5, fr;q=0.2", "en"),
            ("fr;q=0.2, *;q=0.1", "fr"),
            ("en;q=0, *;q=0.5", "de"),
            ("pt-BR;q=0, pt;q=0.5, en;q=0.4", "pt"),
            ("*;q=0", "en"),
        ];
        for (accepted, code) in cases {
            assert_eq!(Language::accepted(accepted).code, code, "{accepted}");
        }
    }
}
