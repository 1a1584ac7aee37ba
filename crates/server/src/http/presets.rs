//! `GET /api/presets`: all presets and options of tables.

use std::sync::LazyLock;

use axum::http::HeaderMap;
use axum::response::Response;
use boneyard_protocol::Catalogue;

use super::packed::Packed;

/// It stays the same until the server is replaced.
static CATALOGUE: LazyLock<Packed> = LazyLock::new(|| Packed::new(&Catalogue::new()));

/// Lists every preset and every option.
pub(super) async fn presets(request: HeaderMap) -> Response {
    CATALOGUE.answer(&request)
}
