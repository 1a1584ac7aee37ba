//! The texts of the mails that contain a code, in the client's languages.

use http::HeaderMap;
use http::header::ACCEPT_LANGUAGE;

/// A language of the client.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Language {
    #[default]
    English,
    Spanish,
    French,
    Portuguese,
}

/// The languages and their tags.
const TAGS: [(&str, Language); 4] = [
    ("en", Language::English),
    ("es", Language::Spanish),
    ("fr", Language::French),
    ("pt", Language::Portuguese),
];

impl Language {
    /// The language of the client that a browser prefers. English if the browser prefers none of the client's
    /// languages.
    pub(crate) fn of(headers: &HeaderMap) -> Self {
        let accepted = headers.get(ACCEPT_LANGUAGE);
        let accepted = accepted.and_then(|value| value.to_str().ok());
        let ranges = accepted.unwrap_or_default().split(',');
        let known = ranges.filter_map(|range| {
            let (tag, weight) = range.split_once(";q=").unwrap_or((range, "1"));
            let primary = tag.trim().split('-').next()?;
            let (_, language) = TAGS
                .iter()
                .find(|(tag, _)| tag.eq_ignore_ascii_case(primary))?;
            let weight: f32 = weight.trim().parse().ok()?;
            (weight > 0.0).then_some((weight, *language))
        });
        // If several languages are equally preferred, the first one is used.
        let best = known.reduce(|best, next| if next.0 > best.0 { next } else { best });
        best.map_or_else(Self::default, |(_, language)| language)
    }

    /// The subject of a mail with a code. It doesn't contain the code, since mail servers log subjects.
    pub(super) const fn subject(self) -> &'static str {
        match self {
            Self::English => "Your Boneyard code",
            Self::Spanish => "Tu código de Boneyard",
            Self::French => "Votre code Boneyard",
            Self::Portuguese => "O seu código do Boneyard",
        }
    }

    /// The text below the code in the mail.
    pub(super) const fn explanation(self) -> &'static str {
        match self {
            Self::English => {
                "Type this code on the page where you asked for it. It is good for ten minutes.\n\n\
                 Give it to nobody. If you didn't ask for it, you need do nothing: without the code \
                 nobody gets in."
            }
            Self::Spanish => {
                "Escribe este código en la página donde lo pediste. Vale diez minutos.\n\n\
                 No se lo des a nadie. Si no lo pediste, no tienes que hacer nada: sin el código no \
                 entra nadie."
            }
            Self::French => {
                "Saisissez ce code sur la page où vous l'avez demandé. Il est valable dix minutes.\n\n\
                 Ne le donnez à personne. Si vous ne l'avez pas demandé, vous n'avez rien à faire : \
                 sans le code, personne n'entre."
            }
            Self::Portuguese => {
                "Digite este código na página onde o pediu. Ele vale por dez minutos.\n\n\
                 Não o dê a ninguém. Se não o pediu, não precisa fazer nada: sem o código ninguém \
                 entra."
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    #[test]
    fn the_language_is_the_one_that_the_browser_prefers() {
        let cases = [
            ("", Language::English),
            ("de, tlh", Language::English),
            ("pt-BR,pt;q=0.9,en;q=0.8", Language::Portuguese),
            ("de,en;q=0.2,fr-CH;q=0.7", Language::French),
            ("ES-419", Language::Spanish),
            ("fr;q=0, en;q=0.1", Language::English),
            ("fr;q=x,,;q=", Language::English),
        ];
        for (accepted, language) in cases {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT_LANGUAGE, HeaderValue::from_static(accepted));
            assert_eq!(Language::of(&headers), language, "{accepted}");
        }
        assert_eq!(Language::of(&HeaderMap::new()), Language::English);
    }
}
