//! `/m/{id}`: the page of a finished match, and its picture for previews of links.

use axum::Extension;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use boneyard_base::Address;
use boneyard_protocol::RecordId;
use boneyard_protocol::record::RecordSeat;
use boneyard_records::{
    Summary,
    picture::{self, PictureFormat},
    pictures::{Picture, Subject},
    replay::{At, position},
};
use boneyard_rules::{Seat, Transcript};
use boneyard_store::StoredRecord;
use boneyard_words::Language;
use serde::Deserialize;

use super::card::{self, Head, kept_picture};
use super::records::{at_leisure, find};
use super::{ApiError, Query, assets};
use crate::AppState;

/// The query: the position of the match to show.
#[derive(Deserialize)]
pub(super) struct Where {
    at: Option<String>,
}

/// `/m/{id}` returns the page of a match. `/m/{id}.svg` and `/m/{id}.png` return its picture.
pub(super) async fn page(
    State(state): State<AppState>,
    Extension(address): Extension<Address>,
    uri: Uri,
    Query(Where { at }): Query<Where>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let name = uri.path().trim_start_matches("/m/");
    let (id, format) = match name.rsplit_once('.') {
        Some((id, "svg")) => (id, Some(PictureFormat::Svg)),
        Some((id, "png")) => (id, Some(PictureFormat::Png)),
        _ => (name, None),
    };
    let Some(format) = format else {
        return Ok(match find(&state.store, id).await {
            Ok(stored) => shown(&state, &stored, at.as_deref(), &headers),
            Err(_) => assets::missing_page(),
        });
    };
    let id: RecordId = id.parse().map_err(|_| ApiError::NoRecord)?;
    let at = at.as_deref().and_then(At::parse);
    let key = (Subject::Record(id, at), format);
    kept_picture(&state, key, async || {
        let record = state.store.records().get(id).await?;
        let StoredRecord {
            transcript, public, ..
        } = record.ok_or(ApiError::NoRecord)?;
        let draw = move || draw(&transcript, at, format);
        let image = Bytes::from(at_leisure(&state.turns, address, draw).await?);
        Ok(Picture { image, public })
    })
    .await
}

fn draw(transcript: &str, at: Option<At>, format: PictureFormat) -> Result<Vec<u8>, ApiError> {
    let transcript: Transcript = transcript.parse().map_err(ApiError::transcript)?;
    let game = position(&transcript, at).ok_or(ApiError::Unavailable)?;
    picture::draw(&game, format).ok_or(ApiError::Unavailable)
}

/// The page of a match, with the head from which chat programs and other sites make a preview. A record that
/// can't be read has the page of a record that doesn't exist.
fn shown(
    state: &AppState,
    stored: &StoredRecord,
    at: Option<&str>,
    request: &HeaderMap,
) -> Response {
    let language = card::language(request);
    Summary::of(stored).map_or_else(
        |_| assets::missing_page(),
        |summary| head(&summary, stored, at, language).page(state, request, language),
    )
}

/// The head of the page of a record.
fn head(summary: &Summary, stored: &StoredRecord, at: Option<&str>, language: &Language) -> Head {
    let mut sides: Vec<(usize, &u16)> = summary.scores.iter().enumerate().collect();
    if sides.len() > 2 {
        sides.sort_by_key(|(side, _)| summary.places.get(*side));
    }
    let sides = sides.into_iter().map(|(side, score)| {
        let people = summary.seats(&stored.seats);
        let of_side = people.iter().enumerate().filter(|&(seat, _)| {
            let seat = Seat::new(seat as u8);
            seat.is_some_and(|seat| summary.rules.seating().side(seat).index() == side)
        });
        let names: Vec<_> = of_side.map(|(_, seat)| name(seat, language)).collect();
        format!("{} {score}", names.join(" & "))
    });
    // The query's text goes into the page only if it is a well-formed position.
    let at = at.filter(|at| At::parse(at).is_some());
    let at = at.map_or_else(String::new, |at| format!("?at={at}"));
    let rules = summary.rules.to_string();
    Head {
        title: sides.collect::<Vec<_>>().join(" – "),
        description: language.record_description.replace("{{rules}}", &rules),
        path: format!("/m/{}", stored.id),
        picture: format!("/m/{}.png{at}", stored.id),
        listed: stored.public,
    }
}

/// The name of the player in a seat, or a substitute for a name that is no longer shown.
fn name<'a>(seat: &'a RecordSeat, language: &'a Language) -> &'a str {
    seat.name.as_deref().unwrap_or(language.record_player)
}
