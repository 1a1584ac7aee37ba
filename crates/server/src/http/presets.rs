//! `GET /api/presets`: all presets and all options of tables.

use std::sync::LazyLock;

use axum::http::HeaderMap;
use axum::response::Response;
use boneyard_protocol::Catalogue;

use super::packed::Packed;

/// The response, which is the same for all requests while the server runs.
static CATALOGUE: LazyLock<Packed> = LazyLock::new(|| Packed::new(&Catalogue::default()));

/// Returns every preset and every option.
pub(super) async fn presets(request: HeaderMap) -> Response {
    CATALOGUE.answer(&request)
}
