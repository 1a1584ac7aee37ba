//! Responses that are made for a request and are compressed: pages, and JSON that is long and repetitive.

use std::io::Write as _;

use axum::body::Bytes;
use axum::http::header::{CONTENT_ENCODING, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, HeaderName};
use axum::response::{IntoResponse as _, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::Serialize;

use super::assets::accepts;

/// A response with a value as JSON, such as all positions of a match. It is compressed if the client accepts
/// that. Consecutive positions are so similar that compression makes the response ten times smaller.
pub(super) fn json(request: &HeaderMap, value: &impl Serialize) -> Response {
    let plain = serde_json::to_vec(value).expect("answers have no keys but the names of fields");
    let packed = accepts(request, "gzip")
        .then(|| gzip(&plain).ok())
        .flatten();
    answer(JSON, plain.into(), packed.map(Bytes::from))
}

/// A response with a page in the language of the reader. It is compressed if the client accepts that.
pub(super) fn page(request: &HeaderMap, page: String) -> Response {
    let packed = accepts(request, "gzip")
        .then(|| gzip(page.as_bytes()).ok())
        .flatten();
    answer(PAGE, page.into(), packed.map(Bytes::from))
}

/// A constant value, which is encoded and compressed only once.
pub(super) struct Packed {
    plain: Bytes,
    gzip: Option<Bytes>,
}

impl Packed {
    pub(super) fn new(value: &impl Serialize) -> Self {
        let plain = serde_json::to_vec(value).expect("a value has no keys but the names of fields");
        Self {
            gzip: gzip(&plain).ok().map(Bytes::from),
            plain: plain.into(),
        }
    }

    /// A response with the value as JSON. It is compressed if the client accepts that.
    pub(super) fn answer(&self, request: &HeaderMap) -> Response {
        let gzip = self.gzip.clone().filter(|_| accepts(request, "gzip"));
        answer(JSON, self.plain.clone(), gzip)
    }
}

/// The headers that say what a response is, and on which headers of the request it depends.
type ResponseHeaders = [(HeaderName, &'static str); 2];

const JSON: ResponseHeaders = [
    (CONTENT_TYPE, "application/json"),
    (VARY, "accept-encoding"),
];
const PAGE: ResponseHeaders = [
    (CONTENT_TYPE, "text/html; charset=utf-8"),
    (VARY, "accept-encoding, accept-language"),
];

fn answer(kind: ResponseHeaders, plain: Bytes, gzip: Option<Bytes>) -> Response {
    match gzip {
        Some(packed) => (kind, [(CONTENT_ENCODING, "gzip")], packed).into_response(),
        None => (kind, plain).into_response(),
    }
}

fn gzip(plain: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(plain)?;
    encoder.finish()
}
