//! The URL of the site. All absolute URLs that the server makes begin with it: those of previews, QR codes, calendars,
//! feeds, webhooks, and what search engines ask for. Mails have the URL of the settings alone, since no request leads to
//! them.

use axum::http::HeaderMap;
use axum::http::header::{HOST, ORIGIN};
use boneyard_base::limits;
use boneyard_people::PublicUrl;

use super::origin::{header, is_ours};
use crate::config::Config;

/// The URL at which browsers reach the server: the public URL in the settings. Without this setting it is the origin of
/// the page that sends the request, if it is a page of this server, or else the `Host` of the request.
pub(super) fn public_url(config: &Config, headers: &HeaderMap) -> Option<PublicUrl> {
    if let Some(url) = &config.public_url {
        return Some(url.clone());
    }
    let of_page = header(headers, &ORIGIN).filter(|_| is_ours(headers, config));
    if let Some(Ok(page)) = of_page.map(str::parse) {
        return Some(page);
    }
    let host = header(headers, &HOST)?;
    if host.len() > limits::HOST_BYTES_MAX {
        return None;
    }
    format!("http://{host}").parse().ok()
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;
    use clap::Parser as _;

    use super::*;
    use crate::config::Cli;

    #[test]
    fn the_settings_come_before_the_page_and_the_page_before_the_host() {
        let cases = [
            (
                Some("https://dominoes.example"),
                "10.0.0.2:8080",
                None,
                "https://dominoes.example",
            ),
            (
                None,
                "dominoes.example",
                Some("https://dominoes.example"),
                "https://dominoes.example",
            ),
            (None, "dominoes.example", None, "http://dominoes.example"),
            // Another site's page doesn't name this one.
            (
                None,
                "dominoes.example",
                Some("https://evil.example"),
                "http://dominoes.example",
            ),
            (
                Some("https://dominoes.example"),
                "dominoes.example",
                Some("https://evil.example"),
                "https://dominoes.example",
            ),
        ];
        for (public, host, origin, expected) in cases {
            let flags = public.map(|public| ["--public-url", public]);
            let line = ["test"].into_iter().chain(flags.into_iter().flatten());
            let config = Cli::try_parse_from(line).unwrap().config;
            let mut headers = HeaderMap::new();
            headers.insert(HOST, HeaderValue::from_static(host));
            if let Some(origin) = origin {
                headers.insert(ORIGIN, HeaderValue::from_static(origin));
            }
            let site = public_url(&config, &headers).unwrap();
            assert_eq!(site.to_string(), expected);
        }
    }
}
