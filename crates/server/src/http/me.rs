//! `GET /api/me`: who am I?

use axum::Json;
use axum::extract::State;
use axum::response::IntoResponse;
use boneyard_protocol::http::MeBody;

use crate::identity::{Identity, MaybeVisitor};

/// Tells a visitor their name. A stranger becomes a visitor; a visitor's cookie is renewed, so it
/// runs out a year after the last visit.
pub(super) async fn me(
    State(identity): State<Identity>,
    MaybeVisitor(visitor): MaybeVisitor,
) -> impl IntoResponse {
    let visitor = visitor.unwrap_or_else(Identity::stranger);
    let cookie = identity.cookie(visitor.player);
    let name = visitor.name;
    (cookie, Json(MeBody { name }))
}
