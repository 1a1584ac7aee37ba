//! The URL of NATS.

use std::fmt;
use std::str::FromStr;

use async_nats::{ConnectOptions, ServerAddr};
use percent_encoding::percent_decode_str;

/// The URL of NATS: its servers, and the credentials with which the node signs in.
#[derive(Clone, PartialEq, Eq)]
pub struct NatsUrl {
    servers: Vec<ServerAddr>,
    sign_in: SignIn,
}

#[derive(Clone, PartialEq, Eq)]
enum SignIn {
    Anonymous,
    User { name: String, password: String },
    Token(String),
}

/// The error if a text is not a [`NatsUrl`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseNatsUrlError {
    /// The text is no URL of NATS.
    #[error("an address of NATS is nats://[user:password@]host:port[,host:port...], or tls://...")]
    NoUrl,
    /// The password or token is empty, perhaps because a variable isn't set.
    #[error("the password for NATS is empty, so any program could sign in with it: set one")]
    EmptyPassword,
}

impl NatsUrl {
    /// The NATS servers. The client may connect to any of them.
    pub fn servers(&self) -> &[ServerAddr] {
        &self.servers
    }

    /// Adds the credentials to the options of the NATS client.
    pub fn sign_in(&self, options: ConnectOptions) -> ConnectOptions {
        match self.sign_in.clone() {
            SignIn::Anonymous => options,
            SignIn::User { name, password } => options.user_and_password(name, password),
            SignIn::Token(token) => options.token(token),
        }
    }
}

impl FromStr for NatsUrl {
    type Err = ParseNatsUrlError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (scheme, rest) = text.split_once("://").ok_or(ParseNatsUrlError::NoUrl)?;
        if !["nats", "tls"].contains(&scheme) || rest.contains(['/', '?', '#']) {
            return Err(ParseNatsUrlError::NoUrl);
        }
        let (user, hosts) = match rest.rsplit_once('@') {
            Some((user, hosts)) => (Some(user), hosts),
            None => (None, rest),
        };
        let decode = |text| percent_decode_str(text).decode_utf8_lossy().into_owned();
        let sign_in = match user.map(|user| (user, user.split_once(':'))) {
            None => SignIn::Anonymous,
            Some((_, Some((_, ""))) | ("", None)) => return Err(ParseNatsUrlError::EmptyPassword),
            Some((_, Some((name, password)))) => SignIn::User {
                name: decode(name),
                password: decode(password),
            },
            Some((token, None)) => SignIn::Token(decode(token)),
        };
        let server = |host: &str| {
            let server: ServerAddr = format!("{scheme}://{host}").parse().ok()?;
            (!server.host().is_empty()).then_some(server)
        };
        let servers: Option<Vec<_>> = hosts.split(',').map(server).collect();
        let servers = servers.ok_or(ParseNatsUrlError::NoUrl)?;
        Ok(Self { servers, sign_in })
    }
}

/// Writes the servers without the credentials.
impl fmt::Display for NatsUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, server) in self.servers.iter().enumerate() {
            let comma = if index == 0 { "" } else { "," };
            write!(f, "{comma}{}", server.as_url_str())?;
        }
        Ok(())
    }
}

impl fmt::Debug for NatsUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "NatsUrl({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_of_nats_is_its_servers_and_who_signs_in() {
        let url = |text: &str| text.parse::<NatsUrl>();
        let plain = url("nats://127.0.0.1:4222").unwrap();
        assert_eq!(plain.to_string(), "nats://127.0.0.1:4222");
        assert!(plain.sign_in == SignIn::Anonymous);
        let several = url("tls://ann:p%40ss@a.example:4222,b.example:4223").unwrap();
        assert_eq!(
            several.to_string(),
            "tls://a.example:4222,tls://b.example:4223"
        );
        let ann = SignIn::User {
            name: "ann".to_owned(),
            password: "p@ss".to_owned(),
        };
        assert!(several.sign_in == ann);
        let token = url("nats://secret@a.example").unwrap();
        assert!(token.sign_in == SignIn::Token("secret".to_owned()));
        for text in [
            "",
            "a.example:4222",
            "http://a.example",
            "nats://",
            "nats://a.example:4222/x",
            "nats://a.example:4222,",
            "nats://a b",
        ] {
            assert_eq!(url(text), Err(ParseNatsUrlError::NoUrl), "{text}");
        }
        for text in ["nats://ann:@a.example", "nats://@a.example"] {
            assert_eq!(url(text), Err(ParseNatsUrlError::EmptyPassword), "{text}");
        }
    }
}
