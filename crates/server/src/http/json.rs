//! JSON in requests and responses.

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use boneyard_protocol::body;
use serde::Serialize;

use super::ApiError;

/// A response whose body is JSON.
pub(crate) struct Json<T>(pub(crate) T);

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        let json = serde_json::to_vec(&self.0);
        let json = json.expect("answers have no keys but the names of fields");
        ([(CONTENT_TYPE, "application/json")], json).into_response()
    }
}

/// The body of a request. The protocol's crate parses it, and reports what is wrong.
pub(crate) struct Body<T>(pub(crate) T);

impl<S: Send + Sync, T: body::Body> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        if !is_json(request.headers()) {
            return Err(ApiError::NotJson);
        }
        let bytes = Bytes::from_request(request, state).await;
        let bytes = bytes.map_err(|rejection| match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => ApiError::TooLarge,
            _ => ApiError::CutOff,
        })?;
        let text = str::from_utf8(&bytes).map_err(|_| ApiError::NotText)?;
        Ok(Self(T::parse(text)?))
    }
}

/// Whether the content type is JSON. HTML forms of other sites can't send this type.
fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers
        .get(CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok());
    kind.is_some_and(|kind| {
        let (kind, parameters) = kind.split_once(';').unwrap_or((kind, ""));
        let parameter = parameters.trim().to_ascii_lowercase();
        // JSON is UTF-8 (RFC 8259, 8.1).
        let is_utf8 = matches!(&*parameter, "" | "charset=utf-8" | "charset=\"utf-8\"");
        is_utf8 && kind.trim().eq_ignore_ascii_case("application/json")
    })
}
