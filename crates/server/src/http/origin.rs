//! Whether a request was sent by a page of this server. Cookies go along with requests of other
//! sites' pages too; browsers say in `Origin` whose page it was.

use axum::extract::{Request, State};
use axum::http::HeaderMap;
use axum::http::header::{HOST, ORIGIN};
use axum::middleware::Next;
use axum::response::Response;

use super::ApiError;
use crate::AppState;
use crate::config::Config;

/// Whether the sender is not another site's page: its origin is the public one or the host that
/// was asked, or it sent none, which no browser does on a write or a WebSocket.
pub(crate) fn is_ours(headers: &HeaderMap, config: &Config) -> bool {
    let Some(origin) = headers.get(ORIGIN) else {
        return true;
    };
    let Ok(origin) = origin.to_str() else {
        return false;
    };
    if let Some(public) = &config.public_url
        && public.origin() == origin
    {
        return true;
    }
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    let asked_for = origin
        .strip_prefix("http://")
        .or_else(|| origin.strip_prefix("https://"));
    let is_asked = match (host, asked_for) {
        (Some(host), Some(asked_for)) => host.eq_ignore_ascii_case(asked_for),
        _ => false,
    };
    // A page of the public name that came over plain HTTP may have been changed on its way.
    let is_public = config.public_url.as_ref().is_some_and(|public| {
        public.origin().strip_prefix("https://") == origin.strip_prefix("http://")
            && public.is_https()
    });
    is_asked && !is_public
}

/// Lets only this server's pages, and programs, make requests that change something.
pub(super) async fn check_writes(
    State(state): State<AppState>,
    request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    if request.method().is_safe() || is_ours(request.headers(), &state.config) {
        Ok(next.run(request).await)
    } else {
        Err(ApiError::ForeignOrigin)
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;
    use clap::Parser as _;

    use super::*;
    use crate::config::Cli;

    #[test]
    fn only_our_own_pages_and_programs_pass() {
        let with_public = [
            "boneyard-server",
            "--public-url",
            "https://dominoes.example",
        ];
        let config = Cli::try_parse_from(with_public).unwrap().config;
        let cases = [
            (None, true),
            (Some("https://dominoes.example"), true),
            (Some("http://127.0.0.1:8080"), true),
            (Some("http://dominoes.example"), false),
            (Some("https://dominoes.example.evil.example"), false),
            (Some("https://evil.example"), false),
            (Some("http://127.0.0.1:8081"), false),
            (Some("null"), false),
            (Some(""), false),
        ];
        for (origin, ours) in cases {
            let mut headers = HeaderMap::new();
            let is_public = origin.is_some_and(|origin| origin.ends_with("dominoes.example"));
            let host = if is_public {
                "dominoes.example"
            } else {
                "127.0.0.1:8080"
            };
            headers.insert(HOST, HeaderValue::from_static(host));
            if let Some(origin) = origin {
                headers.insert(ORIGIN, HeaderValue::from_static(origin));
            }
            assert_eq!(is_ours(&headers, &config), ours, "{origin:?}");
        }
    }
}
