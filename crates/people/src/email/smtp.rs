//! The setting for the SMTP server.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use boneyard_base::limits;
use lettre::transport::smtp::extension::ClientId;
use lettre::transport::smtp::{AsyncSmtpTransportBuilder, PoolConfig};
use lettre::{AsyncSmtpTransport, Tokio1Executor};

/// The SMTP server that sends the mails, with the user name and password for it.
#[derive(Clone)]
pub struct SmtpUrl {
    /// The address without the user name and the password.
    shown: String,
    /// The address in the form that the mail library parses, with the parameters for TLS.
    url: String,
    /// Whether mails are sent over TLS alone.
    needs_tls: bool,
}

/// The error if a text is not an [`SmtpUrl`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "an SMTP address is smtps://user:password@host[:port], or smtp://... for STARTTLS, with special \
     characters of the password percent-encoded"
)]
pub struct ParseSmtpUrlError;

/// Why no mails can be sent to an SMTP server.
#[derive(Debug, thiserror::Error)]
pub enum SmtpError {
    /// No server's certificate could be verified.
    #[error(
        "no certificates of authorities were found, so no SMTP server could prove its name. Install the \
         package ca-certificates, or name a file with certificates by the variable SSL_CERT_FILE"
    )]
    NoAuthorities,
    /// The SMTP client can't be set up.
    #[error(transparent)]
    Client(#[from] lettre::transport::smtp::Error),
}

impl SmtpUrl {
    /// Makes the SMTP client that sends mails. The client keeps connections to the SMTP server open for a
    /// while. `host` is the name that the client sends to the SMTP server at the beginning of a connection.
    ///
    /// # Errors
    ///
    /// When the client can't be set up, or has no certificates with which it could verify the SMTP server's.
    pub fn transport(&self, host: &str) -> Result<AsyncSmtpTransport<Tokio1Executor>, SmtpError> {
        if self.needs_tls && rustls_native_certs::load_native_certs().certs.is_empty() {
            return Err(SmtpError::NoAuthorities);
        }
        let pool = PoolConfig::new()
            .max_size(limits::MAILS_AT_ONCE as u32)
            .idle_timeout(Duration::from_secs(30));
        Ok(self
            .builder()?
            .hello_name(ClientId::Domain(host.to_owned()))
            .timeout(Some(limits::MAIL_TIMEOUT))
            .pool_config(pool)
            .build())
    }

    fn builder(&self) -> Result<AsyncSmtpTransportBuilder, lettre::transport::smtp::Error> {
        AsyncSmtpTransport::<Tokio1Executor>::from_url(&self.url)
    }
}

impl FromStr for SmtpUrl {
    type Err = ParseSmtpUrlError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (scheme, rest) = text.split_once("://").ok_or(ParseSmtpUrlError)?;
        let rest = rest.strip_suffix('/').unwrap_or(rest);
        if !["smtp", "smtps"].contains(&scheme) || rest.contains(['/', '?', '#']) {
            return Err(ParseSmtpUrlError);
        }
        let host = rest.rsplit_once('@').map_or(rest, |(_, host)| host);
        let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
        // The mails contain secret codes, and the address can contain a password. Both may be sent without
        // TLS only if the SMTP server is on this machine.
        let is_here = ["localhost", "127.0.0.1", "[::1]"].contains(&name);
        let needs_tls = scheme == "smtps" || !is_here;
        let query = if scheme == "smtp" && needs_tls {
            "?tls=required"
        } else {
            ""
        };
        let parsed = Self {
            shown: format!("{scheme}://{host}"),
            url: format!("{scheme}://{rest}{query}"),
            needs_tls,
        };
        // A transport can't be built here to check the address: it needs a runtime, and settings are parsed
        // before a runtime exists. So only the builder is made.
        let usable = parsed.builder().is_ok();
        usable.then_some(parsed).ok_or(ParseSmtpUrlError)
    }
}

/// Shows the server without the password.
impl fmt::Display for SmtpUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown)
    }
}

impl fmt::Debug for SmtpUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SmtpUrl({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_smtp_server_has_a_scheme_and_a_host_and_asks_for_tls() {
        let cases = [
            ("smtps://mail.example", true),
            ("smtps://user:pass@mail.example:465", true),
            ("smtps://user%40dominoes.example:p%2Fss@mail.example", true),
            ("smtp://user:pass@mail.example:587/", true),
            ("smtp://127.0.0.1:2525", true),
            ("smtp://mail.example?tls=opportunistic", false),
            ("smtps://user:p/ss@mail.example", false),
            ("mail.example", false),
            ("http://mail.example", false),
            ("smtps://", false),
            ("smtps://mail.example:port", false),
        ];
        for (text, is_good) in cases {
            assert_eq!(text.parse::<SmtpUrl>().is_ok(), is_good, "{text}");
        }
        let url = |text: &str| text.parse::<SmtpUrl>().unwrap().url;
        assert!(url("smtp://mail.example").ends_with("tls=required"));
        assert!(!url("smtp://127.0.0.1:2525").contains("tls"));
    }

    #[test]
    fn a_password_is_never_shown() {
        let url: SmtpUrl = "smtps://ada:secret@mail.example:465".parse().unwrap();
        assert_eq!(url.to_string(), "smtps://mail.example:465");
        assert_eq!(format!("{url:?}"), "SmtpUrl(smtps://mail.example:465)");
    }
}
