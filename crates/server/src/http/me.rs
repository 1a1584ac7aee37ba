//! `GET /api/me`: who am I?

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use axum::response::IntoResponse;
use boneyard_protocol::http::MeBody;

use super::ApiError;
use crate::identity::{Identity, MaybeVisitor};

/// Tells a visitor their name. A stranger becomes a visitor; a visitor's cookie is renewed, so it
/// runs out a year after the last visit. A program has its token, and gets no cookie.
pub(super) async fn me(
    State(identity): State<Identity>,
    MaybeVisitor(visitor): MaybeVisitor,
    headers: HeaderMap,
) -> Result<impl IntoResponse, ApiError> {
    let is_program = headers.contains_key(AUTHORIZATION);
    let visitor = match visitor {
        Some(visitor) => visitor,
        None if is_program => return Err(ApiError::NoIdentity),
        None => Identity::stranger(),
    };
    let cookie = (!is_program).then(|| identity.cookie(visitor.player));
    let name = visitor.name;
    Ok((cookie, Json(MeBody { name })))
}
