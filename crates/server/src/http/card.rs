//! Cards: what chats and search engines show for a link. A card is a title, a sentence and a picture, in the
//! `<head>` of the page. `/cards/{picture}` returns the pictures of games and tables.

use std::fmt::Write as _;

use axum::Extension;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::{ACCEPT_LANGUAGE, CACHE_CONTROL, CONTENT_TYPE, HeaderName};
use axum::response::{IntoResponse as _, Response};
use boneyard_base::Address;
use boneyard_records::picture::{self, Card, PictureFormat};
use boneyard_records::pictures::{Picture, Subject};
use boneyard_rules::Preset;
use boneyard_rules::Seating;
use boneyard_words::Language;
use quick_xml::escape::escape;
use serde::Deserialize;

use super::assets::{ROBOTS, page_with};
use super::records::at_leisure;
use super::site::public_url;
use super::{ApiError, Path, Query, packed};
use crate::AppState;

const CROSS_ORIGIN: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

/// What the head of a page says about the page.
pub(super) struct Head {
    pub(super) title: String,
    pub(super) description: String,
    /// The path of the page, without what is different for each visitor.
    pub(super) path: String,
    /// The path of the picture.
    pub(super) picture: String,
    /// Whether search engines may list the page.
    pub(super) listed: bool,
}

impl Head {
    /// The page with this head, in the language of the reader.
    pub(super) fn page(
        &self,
        state: &AppState,
        request: &HeaderMap,
        language: &Language,
    ) -> Response {
        let site = public_url(&state.config, request).map(|site| site.to_string());
        let page = page_with(language.code, &self.tags(site.as_deref()));
        let page = packed::page(request, page);
        if self.listed {
            return ([(CACHE_CONTROL, "no-cache")], page).into_response();
        }
        // The page may contain the name of a host.
        let hidden = [(CACHE_CONTROL, "private, no-cache"), (ROBOTS, "noindex")];
        (hidden, page).into_response()
    }

    /// The tags of the head. URLs in them must be absolute, so they are left out if the URL of the site isn't
    /// known.
    fn tags(&self, site: Option<&str>) -> String {
        let (title, description) = (escape(&self.title), escape(&self.description));
        let mut head = format!(
            "<title>{title}</title>\n    <meta name=\"description\" content=\"{description}\">\n"
        );
        let mut tag = |name: &str, content: &str| {
            // Writing into a String can't fail.
            let _ = writeln!(
                head,
                "    <meta property=\"{name}\" content=\"{}\">",
                escape(content)
            );
        };
        tag("og:type", "website");
        tag("og:site_name", "Boneyard");
        tag("og:title", &self.title);
        tag("og:description", &self.description);
        if let Some(site) = site {
            let (page, picture) = (&self.path, &self.picture);
            tag("og:url", &format!("{site}{page}"));
            tag("og:image", &format!("{site}{picture}"));
            tag("og:image:width", &picture::WIDTH.to_string());
            tag("og:image:height", &picture::HEIGHT.to_string());
            tag("twitter:card", "summary_large_image");
            if self.listed {
                let address = format!("{site}{page}");
                let address = escape(&address);
                let _ = writeln!(head, "    <link rel=\"canonical\" href=\"{address}\">");
            }
        }
        head
    }
}

/// The language that the reader prefers.
pub(super) fn language(request: &HeaderMap) -> &'static Language {
    let lines = request.get_all(ACCEPT_LANGUAGE).iter();
    let lines: Vec<&str> = lines.filter_map(|line| line.to_str().ok()).collect();
    Language::accepted(&lines.join(","))
}

/// The name of a preset in a language, and the preset in a sentence.
pub(super) fn game(preset: Preset, language: &Language) -> (&'static str, &'static str) {
    let game = language.game(preset.name());
    game.map_or((preset.name(), ""), |game| (game.name, game.description))
}

/// The path of the picture of a preset's card.
pub(super) fn picture_of(preset: Preset) -> String {
    format!("/cards/{}.png", preset.slug())
}

/// The path of the picture of a table's card.
pub(super) fn picture_of_table(preset: Preset, seating: Seating, taken: usize) -> String {
    let (picture, seating) = (picture_of(preset), seating.name());
    format!("{picture}?seating={seating}&taken={taken}")
}

/// The query: the seats of a table, and how many of them are taken.
#[derive(Deserialize)]
pub(super) struct Seats {
    seating: Option<Seating>,
    taken: Option<u8>,
}

/// `GET /cards/{game}.png`: the picture of a game's card. With a query, that of a table's card.
pub(super) async fn picture(
    State(state): State<AppState>,
    Extension(address): Extension<Address>,
    Path(name): Path<String>,
    Query(Seats { seating, taken }): Query<Seats>,
) -> Result<Response, ApiError> {
    let slug = name.strip_suffix(".png").ok_or(ApiError::NoRoute)?;
    let preset = Preset::all().find(|preset| preset.slug() == slug);
    let seats = seating.map(|seating| (seating, taken.unwrap_or(0)));
    let card = Card::new(preset.ok_or(ApiError::NoRoute)?, seats);
    let draw = async || {
        let draw =
            move || picture::draw_card(card, PictureFormat::Png).ok_or(ApiError::Unavailable);
        let image = Bytes::from(at_leisure(&state.turns, address, draw).await?);
        let public = true;
        Ok(Picture { image, public })
    };
    kept_picture(&state, (Subject::Card(card), PictureFormat::Png), draw).await
}

/// A response with a picture. It is drawn only if it isn't in the cache.
pub(super) async fn kept_picture(
    state: &AppState,
    key: (Subject, PictureFormat),
    draw: impl AsyncFnOnce() -> Result<Picture, ApiError>,
) -> Result<Response, ApiError> {
    let picture = if let Some(kept) = state.pictures.get(&key) {
        kept
    } else {
        let picture = draw().await?;
        state.pictures.insert(key, picture.clone());
        picture
    };
    let cache = if picture.public {
        "public, max-age=86400"
    } else {
        "private, max-age=86400"
    };
    let headers = [
        (CONTENT_TYPE, key.1.name()),
        (CACHE_CONTROL, cache),
        // Other sites may embed the picture, because it is made for previews.
        (CROSS_ORIGIN, "cross-origin"),
    ];
    Ok((headers, picture.image).into_response())
}
