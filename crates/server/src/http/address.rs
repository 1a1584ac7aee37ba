//! Extractors for the URL of a request: the parameters in its path, and its query.

use std::borrow::Cow;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use boneyard_protocol::body::parse_query;
use percent_encoding::percent_decode_str;
use serde::de::DeserializeOwned;

use super::ApiError;

/// The path parameters that the route names. If a parameter can't be parsed, the request gets the same
/// response as a request for a URL that doesn't exist.
pub(crate) struct Path<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Path<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        #[expect(clippy::disallowed_types, reason = "this is what all others use")]
        let path = axum::extract::Path::from_request_parts(parts, state).await;
        path.map(|path| Self(path.0)).map_err(|_| ApiError::NoRoute)
    }
}

/// The query parameters of a request's URL.
pub(crate) struct Query<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let fields = fields(parts.uri.query().unwrap_or_default());
        Ok(Self(parse_query(&fields).map_err(ApiError::Query)?))
    }
}

/// Decodes the names and values of a query in the encoding of HTML forms.
fn fields(query: &str) -> Vec<(String, String)> {
    let decoded = |text: &str| {
        let spaced = text.replace('+', " ");
        let decoded: Cow<'_, str> = percent_decode_str(&spaced).decode_utf8_lossy();
        decoded.into_owned()
    };
    let fields = query.split('&').filter(|field| !field.is_empty());
    let fields = fields.map(|field| field.split_once('=').unwrap_or((field, "")));
    fields
        .map(|(name, value)| (decoded(name), decoded(value)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_is_decoded() {
        let pairs = fields("opponent=Ann+%26+Ben%C3%A9&&x&y=a=b&%ff=");
        let expected = [
            ("opponent", "Ann & Ben\u{e9}"),
            ("x", ""),
            ("y", "a=b"),
            ("\u{fffd}", ""),
        ];
        assert!(
            pairs
                .iter()
                .map(|(name, value)| (name.as_str(), value.as_str()))
                .eq(expected),
            "{pairs:?}"
        );
    }
}
