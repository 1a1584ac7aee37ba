//! `GET /api/presets`: all that a table can be made of.

use std::sync::LazyLock;

use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use boneyard_protocol::Catalogue;

/// The same for everybody until the server is replaced, so it is encoded once.
static CATALOGUE: LazyLock<String> = LazyLock::new(|| {
    serde_json::to_string(&Catalogue::new()).expect("the catalogue has no keys but field names")
});

/// Tells every preset and every option.
pub(super) async fn presets() -> impl IntoResponse {
    let kind = [(CONTENT_TYPE, "application/json")];
    (kind, CATALOGUE.as_str())
}
