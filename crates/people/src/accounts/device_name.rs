//! The name of a browser in the list of an account's devices. The rest of the header `User-Agent` is not
//! stored.

use http::HeaderMap;
use http::header::USER_AGENT;

/// Parts of the header `User-Agent`, and the browser that each part indicates. The first match is used. Edge,
/// for example, also sends `Chrome/`, so Edge comes before Chrome.
const BROWSERS: [(&str, &str); 11] = [
    ("Edg/", "Edge"),
    ("EdgA/", "Edge"),
    ("EdgiOS/", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chromium/", "Chromium"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];

/// Parts of the header `User-Agent`, and the operating system that each part indicates.
const SYSTEMS: [(&str, &str); 8] = [
    ("Windows", "Windows"),
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("CrOS", "ChromeOS"),
    ("Macintosh", "macOS"),
    ("FreeBSD", "FreeBSD"),
    ("Linux", "Linux"),
];

/// The browser and the operating system of a request, such as `Firefox on Windows`.
pub fn of(headers: &HeaderMap) -> String {
    let agent = headers
        .get(USER_AGENT)
        .and_then(|agent| agent.to_str().ok());
    let agent = agent.unwrap_or_default();
    let find = |known: &[(&str, &'static str)]| {
        let found = known.iter().find(|(said, _)| agent.contains(said));
        found.map(|(_, name)| *name)
    };
    let browser = find(&BROWSERS).unwrap_or("Browser");
    match find(&SYSTEMS) {
        Some(system) => format!("{browser} on {system}"),
        None => browser.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    #[test]
    fn browsers_get_their_usual_names() {
        let windows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64";
        let webkit = "AppleWebKit/537.36 (KHTML, like Gecko)";
        let cases = [
            (
                format!("{windows}; rv:140.0) Gecko/20100101 Firefox/140.0"),
                "Firefox on Windows",
            ),
            (
                format!("{windows}) {webkit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0"),
                "Edge on Windows",
            ),
            (
                format!(
                    "Mozilla/5.0 (Linux; Android 10; K) {webkit} Chrome/140.0 Mobile Safari/537.36"
                ),
                "Chrome on Android",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 \
                 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1"
                    .to_owned(),
                "Safari on iPhone",
            ),
            ("curl/8.5.0 <b>".to_owned(), "Browser"),
        ];
        for (agent, name) in cases {
            let mut headers = HeaderMap::new();
            headers.insert(USER_AGENT, HeaderValue::from_str(&agent).unwrap());
            assert_eq!(of(&headers), name);
        }
        assert_eq!(of(&HeaderMap::new()), "Browser");
    }
}
