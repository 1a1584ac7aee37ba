//! Answers that are long and alike in their parts: compressed on the way.

use std::io::Write as _;

use axum::http::HeaderMap;
use axum::http::header::{CONTENT_ENCODING, CONTENT_TYPE, VARY};
use axum::response::{IntoResponse as _, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::Serialize;

use super::assets::accepts;

/// A value as JSON, compressed if whoever asks can unpack it: positions follow from each other, and
/// shrink to a tenth.
pub(super) fn json(request: &HeaderMap, value: &impl Serialize) -> Response {
    let plain = serde_json::to_vec(value).expect("answers have no keys but the names of fields");
    let kind = [
        (CONTENT_TYPE, "application/json"),
        (VARY, "accept-encoding"),
    ];
    if accepts(request, "gzip")
        && let Ok(packed) = gzip(&plain)
    {
        return (kind, [(CONTENT_ENCODING, "gzip")], packed).into_response();
    }
    (kind, plain).into_response()
}

fn gzip(plain: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(plain)?;
    encoder.finish()
}
