//! The URL of a browser at its push service. The browser chooses it, so it may be anything.

use std::net::IpAddr;

use boneyard_base::limits;
use http::Uri;

/// The only port at which push services are asked: that of HTTPS.
pub(crate) const PORT: u16 = 443;

/// The URL of a browser at its push service: `https://`, the name of a host, and a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Endpoint {
    /// The host's name, in lower case.
    host: String,
    /// The path and the query.
    path: String,
}

impl Endpoint {
    /// Parses a URL. `None` if it isn't one of a push service. What the host's name stands for is checked when the
    /// name is resolved, each time anew.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let is_plain = text.len() <= limits::PUSH_ENDPOINT_BYTES_MAX
            && text
                .bytes()
                .all(|byte| byte.is_ascii_graphic() && byte != b'#');
        let url: Uri = text.parse().ok().filter(|_| is_plain)?;
        if url.scheme_str() != Some("https") || url.authority()?.as_str().contains('@') {
            return None;
        }
        if url.port().is_some_and(|port| port != PORT) {
            return None;
        }
        let host = url.host()?.to_ascii_lowercase();
        is_name(&host).then(|| Self {
            path: url
                .path_and_query()
                .map_or("/", |path| path.as_str())
                .to_owned(),
            host,
        })
    }

    /// The host's name.
    pub(crate) fn host(&self) -> &str {
        &self.host
    }

    /// The path and the query.
    pub(crate) fn path(&self) -> &str {
        &self.path
    }

    /// The origin, which a token names.
    pub(crate) fn origin(&self) -> String {
        format!("https://{}", self.host)
    }

    /// The domain to which the host belongs: the last two parts of its name. A push service has many hosts.
    pub(crate) fn service(&self) -> &str {
        let dots = self.host.rmatch_indices('.').nth(1);
        dots.map_or(&self.host, |(dot, _)| &self.host[dot + 1..])
    }
}

/// Whether a host is named, and not given by its address. A name has several parts, the last of them with a letter at
/// its beginning: resolvers read numbers in many forms as addresses.
fn is_name(host: &str) -> bool {
    let is_part = |part: &str| {
        !part.is_empty()
            && part
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
    };
    let begins_with_letter =
        |part: &str| part.starts_with(|first: char| first.is_ascii_alphabetic());
    host.contains('.')
        && host.split('.').all(is_part)
        && host.rsplit('.').next().is_some_and(begins_with_letter)
        && host.parse::<IpAddr>().is_err()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_of_push_services_are_taken_and_nothing_else() {
        for (url, service) in [
            (
                "https://fcm.googleapis.com/fcm/send/abc:d-_e",
                "googleapis.com",
            ),
            (
                "https://updates.push.services.mozilla.com/wpush/v2/gAAA",
                "mozilla.com",
            ),
            ("https://web.push.apple.com/QABC", "apple.com"),
            (
                "https://wns2-by3p.notify.windows.com/w/?token=Bw%3d",
                "windows.com",
            ),
            ("https://Push.example:443/x", "push.example"),
        ] {
            let endpoint = Endpoint::parse(url).unwrap_or_else(|| panic!("{url}"));
            assert_eq!(endpoint.service(), service);
        }
        let endpoint = Endpoint::parse("https://a.b.example/w?x=1").unwrap();
        assert_eq!(endpoint.origin(), "https://a.b.example");
        assert_eq!(
            (endpoint.host(), endpoint.path()),
            ("a.b.example", "/w?x=1")
        );
        let long = format!(
            "https://push.example/{}",
            "x".repeat(limits::PUSH_ENDPOINT_BYTES_MAX)
        );
        for url in [
            "",
            "/path",
            "http://push.example/",
            "ftp://push.example/",
            "https://push.example:8443/",
            "https://push.example:22/",
            "https://user@push.example/",
            "https://user:password@push.example/",
            "https://push.example/#part",
            "https://push.example/a b",
            "https://push.example/\u{e9}",
            "https://localhost/",
            "https://intranet/",
            "https://push.example./",
            "https://.example/",
            "https://127.0.0.1/",
            "https://127.1/",
            "https://2130706433/",
            "https://0x7f.0.0.1/",
            "https://10.0.0x1/",
            "https://[::1]/",
            "https://[fd00::1]/",
            "https://169.254.169.254/latest/meta-data",
            "https://pu%73h.example/",
            &long,
        ] {
            assert_eq!(Endpoint::parse(url), None, "{url}");
        }
    }
}
