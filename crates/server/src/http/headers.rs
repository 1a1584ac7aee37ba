//! Headers of every answer: what sent it, and what a browser must not do with it.

use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HeaderName, HeaderValue, REFERRER_POLICY,
    STRICT_TRANSPORT_SECURITY, X_CONTENT_TYPE_OPTIONS,
};
use axum::middleware::Next;
use axum::response::Response;

use crate::AppState;

/// Browsers may load only the server's own files, and run no inline code or style: a name or a notation that
/// got into the page as HTML could still do nothing.
const CONTENT_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
     img-src 'self' data:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; \
     form-action 'none'; frame-ancestors 'none'";

const ALWAYS: [(HeaderName, HeaderValue); 5] = [
    // An answer without this header comes from a proxy or from a network's sign-in page, so the client keeps
    // waiting for the server.
    (
        HeaderName::from_static("x-boneyard"),
        HeaderValue::from_static("1"),
    ),
    (
        CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(CONTENT_POLICY),
    ),
    (X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    // The address of a table may contain an invitation, which must not reach other sites.
    (REFERRER_POLICY, HeaderValue::from_static("same-origin")),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        HeaderValue::from_static("same-origin"),
    ),
];

/// Other sites may show none of the server's files, except those whose answer allows it.
const RESOURCES: (HeaderName, HeaderValue) = (
    HeaderName::from_static("cross-origin-resource-policy"),
    HeaderValue::from_static("same-origin"),
);

/// For a year after a visit over TLS, browsers don't use plain HTTP.
const TLS_ONLY: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// Adds the headers that every answer has.
pub(super) async fn complete(
    State(state): State<AppState>,
    request: Request,
    next: Next,
) -> Response {
    let mut response = next.run(request).await;
    response.headers_mut().extend(ALWAYS);
    let (name, ours) = RESOURCES;
    response.headers_mut().entry(name).or_insert(ours);
    if state.config.is_https() {
        response
            .headers_mut()
            .insert(STRICT_TRANSPORT_SECURITY, TLS_ONLY);
    }
    response
}

/// Keeps the API's answers out of all caches: they depend on the visitor and on the time.
pub(super) async fn never_stored(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    response
        .headers_mut()
        .insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
