//! `/m/{id}`: the page of a finished match, and its picture for previews of links.

use axum::Extension;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::{ACCEPT_LANGUAGE, CACHE_CONTROL, CONTENT_TYPE, HeaderName, VARY};
use axum::response::{IntoResponse as _, Response};
use boneyard_base::Address;
use boneyard_protocol::RecordId;
use boneyard_protocol::record::RecordSeat;
use boneyard_records::{
    Summary, picture,
    pictures::{Kind, Picture},
    replay::{At, position},
};
use boneyard_rules::{Seat, Transcript};
use boneyard_store::StoredRecord;
use boneyard_words::Language;
use quick_xml::escape::escape;
use serde::Deserialize;

use super::assets::ROBOTS;
use super::qr::public_url;
use super::records::{at_leisure, find};
use super::{ApiError, Path, Query, assets};
use crate::AppState;

const CROSS_ORIGIN: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

/// The query: the position of the match to show.
#[derive(Deserialize)]
pub(super) struct Where {
    at: Option<String>,
}

/// `/m/{id}` returns the page of a match. `/m/{id}.svg` and `/m/{id}.png` return its picture.
pub(super) async fn page(
    State(state): State<AppState>,
    Extension(address): Extension<Address>,
    Path(name): Path<String>,
    Query(Where { at }): Query<Where>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let (id, kind) = match name.rsplit_once('.') {
        Some((id, "svg")) => (id, Some(Kind::Svg)),
        Some((id, "png")) => (id, Some(Kind::Png)),
        _ => (name.as_str(), None),
    };
    let Some(kind) = kind else {
        return Ok(match find(&state.store, id).await {
            Ok(stored) => shown(&state, &stored, at.as_deref(), &headers),
            Err(_) => assets::missing_page(),
        });
    };
    let id: RecordId = id.parse().map_err(|_| ApiError::NoRecord)?;
    let at = at.as_deref().and_then(At::parse);
    let key = (id, at, kind);
    let Picture { image, public } = if let Some(kept) = state.pictures.get(&key) {
        kept
    } else {
        let record = state.store.record(id).await?;
        let StoredRecord {
            transcript, public, ..
        } = record.ok_or(ApiError::NoRecord)?;
        let draw = move || draw(&transcript, at, kind);
        let image = Bytes::from(at_leisure(&state.turns, address, draw).await?);
        let picture = Picture { image, public };
        state.pictures.insert(key, picture.clone());
        picture
    };
    let cache = if public {
        "public, max-age=86400"
    } else {
        "private, max-age=86400"
    };
    let headers = [
        (CONTENT_TYPE, kind.name()),
        (CACHE_CONTROL, cache),
        // Other sites may embed the picture, because it is made for previews.
        (CROSS_ORIGIN, "cross-origin"),
    ];
    Ok((headers, image).into_response())
}

fn draw(transcript: &str, at: Option<At>, kind: Kind) -> Result<Vec<u8>, ApiError> {
    let transcript: Transcript = transcript.parse().map_err(ApiError::transcript)?;
    let game = position(&transcript, at).ok_or(ApiError::Unavailable)?;
    picture::draw(&game, kind).ok_or(ApiError::Unavailable)
}

/// The page of a match, with meta tags from which chat programs and other sites make a preview.
fn shown(
    state: &AppState,
    stored: &StoredRecord,
    at: Option<&str>,
    headers: &HeaderMap,
) -> Response {
    let card = match (Summary::of(stored), public_url(&state.config, headers)) {
        (Ok(summary), Some(site)) => {
            let accepted = headers.get(ACCEPT_LANGUAGE);
            let accepted = accepted.and_then(|value| value.to_str().ok());
            let language = Language::accepted(accepted.unwrap_or_default());
            card(&summary, stored, at, &site.to_string(), language)
        }
        _ => String::new(),
    };
    let kind = [
        (CONTENT_TYPE, "text/html; charset=utf-8"),
        (CACHE_CONTROL, "no-cache"),
        (VARY, "accept-language"),
    ];
    let page = assets::page_with(&card);
    let hidden = (!stored.public).then_some([(ROBOTS, "noindex")]);
    match hidden {
        Some(hidden) => (kind, hidden, page).into_response(),
        None => (kind, page).into_response(),
    }
}

/// The Open Graph meta tags for a record.
fn card(
    summary: &Summary,
    stored: &StoredRecord,
    at: Option<&str>,
    site: &str,
    language: &Language,
) -> String {
    let sides = summary.scores.iter().enumerate().map(|(side, score)| {
        let people = summary.seats(&stored.seats);
        let of_side = people.iter().enumerate().filter(|&(seat, _)| {
            let seat = Seat::new(seat as u8);
            seat.is_some_and(|seat| summary.rules.seating.side(seat).index() == side)
        });
        let names: Vec<_> = of_side.map(|(_, seat)| name(seat, language)).collect();
        format!("{} {score}", names.join(" & "))
    });
    let title = sides.collect::<Vec<_>>().join(" – ");
    // The query's text goes into the page only if it is a well-formed position.
    let at = at.filter(|at| At::parse(at).is_some());
    let image = format!(
        "{site}/m/{}.png{}",
        stored.id,
        at.map_or_else(String::new, |at| format!("?at={at}"))
    );
    let rules = summary.rules.to_string();
    let description = language.record_description.replace("{{rules}}", &rules);
    let tags = [
        ("og:type", "website"),
        ("og:site_name", "Boneyard"),
        ("og:title", &title),
        ("og:description", &description),
        ("og:url", &format!("{site}/m/{}", stored.id)),
        ("og:image", &image),
        ("og:image:width", &picture::WIDTH.to_string()),
        ("og:image:height", &picture::HEIGHT.to_string()),
        ("twitter:card", "summary_large_image"),
    ];
    let tags = tags.map(|(name, content)| {
        format!(
            "    <meta property=\"{name}\" content=\"{}\">\n",
            escape(content)
        )
    });
    tags.concat()
}

/// The name of the player in a seat, or a substitute for a name that is no longer shown.
fn name<'a>(seat: &'a RecordSeat, language: &'a Language) -> &'a str {
    seat.name.as_deref().unwrap_or(language.record_player)
}
