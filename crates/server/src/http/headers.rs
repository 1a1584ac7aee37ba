//! Headers that every response has. They identify the server, and tell browsers what they must not do with
//! the response.

use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HeaderName, HeaderValue, REFERRER_POLICY,
    STRICT_TRANSPORT_SECURITY, X_CONTENT_TYPE_OPTIONS,
};
use axum::middleware::Next;
use axum::response::Response;

use crate::AppState;

/// Browsers load only the server's own files, and run no inline script or style. So if a player's name or a
/// notation were inserted into the page as HTML by mistake, it would have no effect.
pub(super) const CONTENT_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
     img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; \
     form-action 'none'; frame-ancestors 'none'";

const ALWAYS: [(HeaderName, HeaderValue); 4] = [
    // The client recognises the server's responses by this header. A response without it comes from a proxy
    // or from the sign-in page of a network, so the client continues to wait for the server.
    (
        HeaderName::from_static("x-boneyard"),
        HeaderValue::from_static("1"),
    ),
    (X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    // The URL of a table may contain an invitation, so the URL must not be sent to other sites.
    (REFERRER_POLICY, HeaderValue::from_static("same-origin")),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        HeaderValue::from_static("same-origin"),
    ),
];

/// Other sites may not embed the server's files, unless a response sets this header to another value.
const RESOURCES: (HeaderName, HeaderValue) = (
    HeaderName::from_static("cross-origin-resource-policy"),
    HeaderValue::from_static("same-origin"),
);

/// What a page may load. A page with a form sets this header to a policy that allows it.
const POLICY: (HeaderName, HeaderValue) = (
    CONTENT_SECURITY_POLICY,
    HeaderValue::from_static(CONTENT_POLICY),
);

/// After a visit over TLS, browsers refuse to use plain HTTP for a year.
const TLS_ONLY: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// Adds the headers that every response has.
pub(super) async fn complete(
    State(state): State<AppState>,
    request: Request,
    next: Next,
) -> Response {
    let mut response = next.run(request).await;
    response.headers_mut().extend(ALWAYS);
    for (name, ours) in [RESOURCES, POLICY] {
        response.headers_mut().entry(name).or_insert(ours);
    }
    if state.config.is_https() {
        response
            .headers_mut()
            .insert(STRICT_TRANSPORT_SECURITY, TLS_ONLY);
    }
    response
}

/// Forbids caches to store the API's responses, because they depend on the visitor and on the time.
pub(super) async fn never_stored(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    response
        .headers_mut()
        .insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
