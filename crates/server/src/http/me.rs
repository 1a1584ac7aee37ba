//! `/api/me`: the visitor's identity.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use axum::response::IntoResponse;
use boneyard_people::Identity;
use boneyard_protocol::http::MeBody;

use super::{ApiError, Json};
use crate::AppState;

/// Returns the visitor's name. A client without a valid cookie becomes a new visitor. The visitor's cookie
/// is renewed, so it expires a year after the last visit; a bot uses its token and gets no cookie. Pages use
/// `POST`, with which browsers send the page's origin. So a page that may not open a WebSocket is refused
/// here, with the reason.
pub(super) async fn me(
    State(AppState {
        identity,
        people,
        demo,
        notices,
        ..
    }): State<AppState>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, ApiError> {
    let is_program = headers.contains_key(AUTHORIZATION);
    let (credential, visitor) = match identity.known(&headers).await? {
        Some(known) => known,
        None if is_program => return Err(ApiError::NoIdentity),
        None => {
            let stranger = Identity::stranger();
            (stranger.player.into(), stranger)
        }
    };
    let cookie = (!is_program).then(|| identity.cookie(credential));
    let body = MeBody {
        name: visitor.name,
        person: visitor.person,
        offers_email: people.offers_email(),
        offers_passkeys: people.offers_passkeys(&headers),
        demo,
        push_key: notices.map(|notices| notices.public_key().to_owned()),
    };
    Ok((cookie, Json(body)))
}
