//! The URL at which browsers open the server. The host sets it.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// The URL at which browsers open the server: scheme, host and port, without a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicUrl {
    /// The URL in lower case, as browsers send it in the header `Origin`: `https://dominoes.example`.
    origin: Arc<str>,
}

/// The error if a text is not a [`PublicUrl`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a public URL is http:// or https:// and a host, without a path")]
pub struct ParsePublicUrlError;

impl PublicUrl {
    /// The URL in the form that browsers send in the header `Origin`.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// Whether browsers connect over TLS.
    pub fn is_https(&self) -> bool {
        self.origin.starts_with("https://")
    }
}

impl FromStr for PublicUrl {
    type Err = ParsePublicUrlError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let origin = text.strip_suffix('/').unwrap_or(text).to_ascii_lowercase();
        let host = origin
            .strip_prefix("https://")
            .or_else(|| origin.strip_prefix("http://"))
            .ok_or(ParsePublicUrlError)?;
        let plain = |c: char| c.is_ascii_alphanumeric() || ".-_:[]".contains(c);
        if host.is_empty() || !host.chars().all(plain) {
            return Err(ParsePublicUrlError);
        }
        // Browsers leave out the default port of the scheme.
        let default_port = if origin.starts_with("https://") {
            ":443"
        } else {
            ":80"
        };
        let origin = origin.strip_suffix(default_port).unwrap_or(&origin);
        Ok(Self {
            origin: origin.into(),
        })
    }
}

impl fmt::Display for PublicUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.origin)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_public_url_is_an_origin() {
        let cases = [
            ("https://dominoes.example", "https://dominoes.example"),
            ("HTTPS://Dominoes.Example/", "https://dominoes.example"),
            ("https://dominoes.example:443", "https://dominoes.example"),
            (
                "http://dominoes.example:8080",
                "http://dominoes.example:8080",
            ),
            ("http://[::1]:80", "http://[::1]"),
        ];
        for (text, origin) in cases {
            let url: PublicUrl = text.parse().unwrap();
            assert_eq!(url.origin(), origin);
        }
        for text in [
            "",
            "dominoes.example",
            "ftp://x",
            "https://",
            "https://x/path",
            "https://a b",
        ] {
            assert_eq!(text.parse::<PublicUrl>(), Err(ParsePublicUrlError));
        }
    }
}
