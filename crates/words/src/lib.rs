//! The texts that the server itself writes to visitors: mails, notices, and the previews of links. They come from the
//! files of words that the client has too, `static/locales`.
//!
//! Error texts of the API are not among them. They are English, for programmers; the client has its own texts
//! for the error codes.

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
}

include!(concat!(env!("OUT_DIR"), "/languages.rs"));

impl Language {
    /// The game of a preset, by the preset's name. `None` if the files of words don't describe it.
    #[must_use]
    pub fn game(&self, preset: &str) -> Option<&'static Game> {
        self.games.iter().find(|game| game.preset == preset)
    }

    /// The language that a visitor prefers, by the value of the header `Accept-Language`. English if they prefer
    /// none for which there is a file of words.
    #[must_use]
    pub fn accepted(accept_language: &str) -> &'static Self {
        let known = accept_language.split(',').filter_map(|range| {
            let (tag, weight) = range.split_once(";q=").unwrap_or((range, "1"));
            let primary = tag.trim().split('-').next()?;
            let language = LANGUAGES
                .iter()
                .find(|language| language.code.eq_ignore_ascii_case(primary))?;
            let weight: f32 = weight.trim().parse().ok()?;
            (weight > 0.0).then_some((weight, language))
        });
        // If several languages are equally preferred, the first one is used.
        let best = known.reduce(|best, next| if next.0 > best.0 { next } else { best });
        best.map_or(ENGLISH, |(_, language)| language)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        ];
        for (accepted, code) in cases {
            assert_eq!(Language::accepted(accepted).code, code, "{accepted}");
        }
    }
}
