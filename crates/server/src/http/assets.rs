//! Serves the client's files, which `build.rs` has compressed and embedded in the program.

use axum::Router;
use axum::http::header::{
    ACCEPT, ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH,
    VARY,
};
use axum::http::{HeaderMap, HeaderName, StatusCode, Uri};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use boneyard_words::weighted;

use crate::AppState;

/// The header that tells search engines not to list a page.
pub(super) const ROBOTS: HeaderName = HeaderName::from_static("x-robots-tag");

/// A file of the client.
struct Asset {
    /// The path without the leading slash, such as `{BUILD}/js/app.js`.
    path: &'static str,
    /// A weak `ETag` with a hash of the content.
    etag: &'static str,
    plain: &'static [u8],
    /// The content compressed with Brotli; `None` if it isn't smaller than the plain content.
    brotli: Option<&'static [u8]>,
    gzip: Option<&'static [u8]>,
}

// The included file defines `BUILD`, and the list `ASSETS`, which is sorted by path.
include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// The routes of the client's files, and of those pages that chats and search engines get no card for. They
/// return the same HTML; the client's code reads the URL.
pub(super) fn routes() -> Router<AppState> {
    Router::new()
        .route("/me", get(page))
        .route("/import", get(page))
        .route("/account", get(page))
        .route("/moderation", get(page))
        .route("/friends", get(page))
        .route("/tournaments", get(page))
        .route("/p/{person}", get(page))
        .route("/leaderboard", get(page))
        .route("/leaderboard/{board}", get(page))
        .route("/games", get(page))
        .route("/rules", get(page))
        .route("/rules/{name}", get(page))
        .fallback_service(get(file))
}

async fn page(headers: HeaderMap) -> Response {
    serve("index.html", &headers)
}

async fn file(uri: Uri, headers: HeaderMap) -> Response {
    let answer = serve(uri.path().trim_start_matches('/'), &headers);
    // A browser that follows a wrong link receives the page, not only a short text.
    if answer.status() == StatusCode::NOT_FOUND
        && list(&headers, &ACCEPT).any(|kind| kind.starts_with("text/html"))
    {
        return missing_page();
    }
    answer
}

/// The response for a URL that doesn't exist: the page with status 404. The client's code shows the message
/// in the reader's language.
pub(super) fn missing_page() -> Response {
    let headers = [(CACHE_CONTROL, "no-store"), (ROBOTS, "noindex")];
    (StatusCode::NOT_FOUND, headers, Html(page_with("en", TITLE))).into_response()
}

/// The title of the page without a card.
const TITLE: &str = "<title>Boneyard</title>";

/// The page in a language, with these lines in its `<head>` in place of the title. The caller must escape their
/// content.
pub(super) fn page_with(language: &str, head: &str) -> String {
    let index = ASSETS.binary_search_by_key(&"index.html", |asset| asset.path);
    let page = index.map_or(&[][..], |index| ASSETS[index].plain);
    String::from_utf8_lossy(page)
        .replacen("lang=\"en\"", &format!("lang=\"{language}\""), 1)
        .replacen(TITLE, head, 1)
}

fn serve(path: &str, request: &HeaderMap) -> Response {
    let Ok(index) = ASSETS.binary_search_by_key(&path, |asset| asset.path) else {
        // The file may belong to another build. When a new version of the server replaces this one, a page
        // of the new version may still request its files here. So browsers must not cache this response.
        let cache = [(CACHE_CONTROL, "no-store")];
        return (StatusCode::NOT_FOUND, cache, "not found").into_response();
    };
    let asset = &ASSETS[index];
    let lifetime = if path.starts_with(BUILD) {
        // The path contains the build, so the content never changes. Browsers cache the file for a year
        // without asking again.
        "public, max-age=31536000, immutable"
    } else {
        // Browsers ask each time whether the file has changed, because the page contains the path of the
        // server's current build.
        "no-cache"
    };
    let cache = [
        (CACHE_CONTROL, lifetime),
        (ETAG, asset.etag),
        (VARY, "accept-encoding"),
    ];
    if is_known(request, asset.etag) {
        return (StatusCode::NOT_MODIFIED, cache).into_response();
    }
    let kind = [(CONTENT_TYPE, content_type(path))];
    let forms = [("br", asset.brotli), ("gzip", asset.gzip)];
    for (coding, form) in forms {
        if let Some(body) = form
            && accepts(request, coding)
        {
            return (cache, kind, [(CONTENT_ENCODING, coding)], body).into_response();
        }
    }
    (cache, kind, asset.plain).into_response()
}

/// Whether the client already has the content with this `ETag`.
fn is_known(request: &HeaderMap, etag: &str) -> bool {
    // RFC 9110 requires the weak comparison here, for which `W/"x"` and `"x"` are equal.
    fn strong(tag: &str) -> &str {
        tag.strip_prefix("W/").unwrap_or(tag)
    }
    list(request, &IF_NONE_MATCH).any(|tag| tag == "*" || strong(tag) == strong(etag))
}

/// Whether the client accepts a content coding (RFC 9110, 12.5.3): it lists the coding, or `*` in place of all that it
/// doesn't list, and without a weight of 0.
pub(super) fn accepts(request: &HeaderMap, coding: &str) -> bool {
    let weight_of = |name: &str| {
        let mut listed = list(request, &ACCEPT_ENCODING).flat_map(weighted);
        listed.find_map(|(own, weight)| own.eq_ignore_ascii_case(name).then_some(weight))
    };
    weight_of(coding)
        .or_else(|| weight_of("*"))
        .is_some_and(|weight| weight > 0)
}

/// The items of a header whose value is a list.
fn list<'a>(request: &'a HeaderMap, name: &HeaderName) -> impl Iterator<Item = &'a str> {
    request
        .get_all(name)
        .into_iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(str::trim)
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("json" | "map") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("woff2") => "font/woff2",
        Some("ico") => "image/x-icon",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn request(name: HeaderName, value: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_static(value))])
    }

    #[test]
    fn a_coding_is_used_only_if_it_is_accepted() {
        let cases = [
            ("gzip, deflate, br, zstd", true),
            ("br;q=0.5", true),
            ("BR", true),
            ("br;q=0", false),
            ("br;q=nonsense", false),
            ("br ; q=0.5", true),
            ("br; Q=0", false),
            ("br;q=0.000, gzip", false),
            ("*", true),
            ("gzip, *;q=0", false),
            ("br;q=0, *", false),
            ("gzip", false),
            ("brotli", false),
            ("", false),
        ];
        for (value, expected) in cases {
            let request = request(ACCEPT_ENCODING, value);
            assert_eq!(accepts(&request, "br"), expected, "{value}");
        }
        assert!(!accepts(&HeaderMap::new(), "br"));
    }

    #[test]
    fn a_tag_is_recognised_in_a_list() {
        let cases = [
            ("W/\"abc\"", true),
            ("\"abc\"", true),
            ("\"x\", W/\"abc\"", true),
            ("*", true),
            ("\"x\",\"abc\"", true),
            ("W/W/\"abc\"", false),
            ("w/\"abc\"", false),
            ("abc", false),
            ("\"abcd\"", false),
            ("", false),
        ];
        for (value, expected) in cases {
            let request = request(IF_NONE_MATCH, value);
            assert_eq!(is_known(&request, "W/\"abc\""), expected, "{value}");
        }
    }

    #[test]
    fn the_page_has_places_for_a_language_and_a_head() {
        let page = page_with("pl", "<title>Domino</title>");
        assert!(page.contains("<html lang=\"pl\">"), "{page}");
        assert!(page.contains("<title>Domino</title>"), "{page}");
        assert_eq!(page.matches("<title>").count(), 1, "{page}");
    }

    #[test]
    fn every_file_has_a_type() {
        for asset in ASSETS {
            let kind = content_type(asset.path);
            assert_ne!(kind, "application/octet-stream", "{}", asset.path);
        }
    }

    #[test]
    fn what_a_browser_installs_has_the_type_that_it_insists_on() {
        // Browsers accept a service worker only with this content type. Its path must be at the root of the
        // site, so that it can control the whole site.
        assert_eq!(content_type("sw.js"), "text/javascript; charset=utf-8");
        let manifest = content_type("manifest.webmanifest");
        assert_eq!(manifest, "application/manifest+json");
    }

    #[test]
    fn the_table_is_sorted_for_the_search() {
        assert!(ASSETS.is_sorted_by_key(|asset| asset.path));
    }
}
