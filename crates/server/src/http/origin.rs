//! Checks that a request was not sent by a page of another site. Browsers send the server's cookies with
//! such a request too, but they name the page's origin in the header `Origin`.

use axum::extract::{Request, State};
use axum::http::HeaderMap;
use axum::http::header::{HOST, HeaderName, ORIGIN};
use axum::middleware::Next;
use axum::response::Response;

use boneyard_people::PublicUrl;

use super::ApiError;
use crate::AppState;
use crate::config::Config;
use crate::gate::{Gate, Mistake, clipped};

/// Refuses a request of another site's page. Logs it for the host, because the cause may be a missing
/// setting.
pub(crate) fn check(headers: &HeaderMap, config: &Config, gate: &Gate) -> Result<(), ApiError> {
    let mistake = match judge(headers, config) {
        Origin::Ours => return Ok(()),
        Origin::Foreign => Mistake::ForeignOrigin,
        Origin::Plain => Mistake::PlainHttp,
    };
    if gate.mistakes.is_due(mistake) {
        tell(mistake, headers, config);
    }
    Err(ApiError::ForeignOrigin)
}

/// Whether a request comes from a page of this server or from a program.
pub(super) fn is_ours(headers: &HeaderMap, config: &Config) -> bool {
    judge(headers, config) == Origin::Ours
}

/// The sender of a request, as its `Origin` header shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Origin {
    /// A page of this server, or a program. A request without an origin comes from a program, because
    /// browsers always send the origin with writes and WebSockets.
    Ours,
    /// A page of another site, or of an origin that the server doesn't know.
    Foreign,
    /// A page of the public URL, but loaded over plain HTTP. It may have been changed on the way.
    Plain,
}

fn judge(headers: &HeaderMap, config: &Config) -> Origin {
    let Some(origin) = headers.get(ORIGIN) else {
        return Origin::Ours;
    };
    // In lower case and without a default port, whatever a program writes.
    let origin = origin.to_str().ok().map(str::parse::<PublicUrl>);
    let Some(Ok(origin)) = origin else {
        return Origin::Foreign;
    };
    let origin = origin.origin();
    let public = config.public_url.as_ref();
    if public.is_some_and(|public| public.origin() == origin) {
        return Origin::Ours;
    }
    let name = origin.strip_prefix("http://");
    if name.is_some() && public.and_then(|public| public.origin().strip_prefix("https://")) == name
    {
        return Origin::Plain;
    }
    // Browsers omit the default port of a scheme in an origin, but proxies may add it to the `Host` header.
    let asked = name.map(|name| (name, ":80"));
    let asked = asked.or_else(|| Some((origin.strip_prefix("https://")?, ":443")));
    match (header(headers, &HOST), asked) {
        (Some(host), Some((name, port)))
            if host
                .strip_suffix(port)
                .unwrap_or(host)
                .eq_ignore_ascii_case(name) =>
        {
            Origin::Ours
        }
        _ => Origin::Foreign,
    }
}

/// The text of a header; `None` if the request has none, or one that is no text.
pub(super) fn header<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

/// Logs which setting would allow the page, in case the page is the server's own.
fn tell(mistake: Mistake, headers: &HeaderMap, config: &Config) {
    let origin = clipped(header(headers, &ORIGIN).unwrap_or_default());
    let host = clipped(header(headers, &HOST).unwrap_or_default());
    match (&config.public_url, mistake) {
        (Some(public), Mistake::PlainHttp) => tracing::warn!(
            ?origin,
            "a page was refused that came over plain HTTP, while --public-url is {public}: have the proxy \
             redirect http:// to https://"
        ),
        (Some(public), _) => tracing::warn!(
            ?origin,
            ?host,
            "a page was refused whose address is neither --public-url, which is {public}, nor the `Host` \
             of its request. If this is the server's own page, set --public-url to its address, which \
             stands here as origin"
        ),
        (None, _) => tracing::warn!(
            ?origin,
            ?host,
            "a page was refused whose address isn't the `Host` of its request. If this is the server's own \
             page, set --public-url to its address, which stands here as origin, or have the proxy pass \
             `Host` on unchanged"
        ),
    }
}

/// Refuses requests that change something if a page of another site sent them.
pub(super) async fn check_writes(
    State(state): State<AppState>,
    request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    if !request.method().is_safe() {
        check(request.headers(), &state.config, &state.gate)?;
    }
    Ok(next.run(request).await)
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;
    use clap::Parser as _;

    use super::*;
    use crate::config::Cli;

    fn judged(public: Option<&str>, host: &str, origin: &str) -> Origin {
        let flags = public.map(|public| ["--public-url", public]);
        let line = ["boneyard-server"]
            .into_iter()
            .chain(flags.into_iter().flatten());
        let config = Cli::try_parse_from(line).unwrap().config;
        let mut headers = HeaderMap::new();
        headers.insert(HOST, HeaderValue::from_str(host).unwrap());
        headers.insert(ORIGIN, HeaderValue::from_str(origin).unwrap());
        judge(&headers, &config)
    }

    #[test]
    fn only_our_own_pages_and_programs_pass() {
        use Origin::{Foreign, Ours, Plain};
        let (public, address) = ("dominoes.example", "127.0.0.1:8080");
        let cases = [
            (public, "https://dominoes.example", Ours),
            (address, "https://dominoes.example", Ours),
            (address, "http://127.0.0.1:8080", Ours),
            (address, "HTTPS://Dominoes.Example:443", Ours),
            (public, "http://dominoes.example", Plain),
            (address, "https://dominoes.example.evil.example", Foreign),
            (address, "https://evil.example", Foreign),
            (address, "http://127.0.0.1:8081", Foreign),
            (address, "null", Foreign),
            (address, "", Foreign),
        ];
        for (host, origin, whose) in cases {
            let found = judged(Some("https://dominoes.example"), host, origin);
            assert_eq!(found, whose, "{host} {origin}");
        }
        let config = Cli::try_parse_from(["boneyard-server"]).unwrap().config;
        assert_eq!(judge(&HeaderMap::new(), &config), Ours);
    }

    #[test]
    fn a_proxy_may_name_the_port_that_browsers_leave_out() {
        for (host, origin, whose) in [
            ("d.example:443", "https://d.example", Origin::Ours),
            ("D.example:80", "http://d.example", Origin::Ours),
            ("d.example:80", "https://d.example", Origin::Foreign),
            ("d.example:8443", "https://d.example", Origin::Foreign),
            ("d.example:8443", "https://d.example:8443", Origin::Ours),
            ("127.0.0.1:8080", "https://d.example", Origin::Foreign),
        ] {
            assert_eq!(judged(None, host, origin), whose, "{host} {origin}");
        }
    }
}
