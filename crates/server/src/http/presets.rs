//! `GET /api/presets`: all that a table can be made of.

use std::sync::LazyLock;

use axum::http::HeaderMap;
use axum::response::Response;
use boneyard_protocol::Catalogue;

use super::packed::Packed;

/// The same for everybody until the server is replaced.
static CATALOGUE: LazyLock<Packed> = LazyLock::new(|| Packed::new(&Catalogue::new()));

/// Tells every preset and every option.
pub(super) async fn presets(request: HeaderMap) -> Response {
    CATALOGUE.answer(&request)
}
