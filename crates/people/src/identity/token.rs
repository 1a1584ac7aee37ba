//! The secret tokens that identify programs.

use std::fmt;
use std::str::FromStr;

use data_encoding::HEXLOWER;
use http::HeaderMap;
use http::header::AUTHORIZATION;
use rand::TryRng as _;
use rand::rngs::SysRng;
use sha2::{Digest as _, Sha256};

/// The prefix of a token. A person who finds a token can see what it is.
const PREFIX: &str = "boneyard_";

/// The number of random bytes in a token.
const TOKEN_BYTES: usize = 32;

/// The token of a program: 32 bytes from the random source of the operating system, in hex. It can't be
/// guessed, so the stored hash needs no salt and no slow hash function.
#[derive(Clone, PartialEq, Eq)]
pub struct Token([u8; TOKEN_BYTES]);

/// The error if a text is not a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("that is no token")]
pub struct ParseTokenError;

impl Token {
    /// Makes a new random token.
    pub fn random() -> Result<Self, rand::rngs::SysError> {
        let mut bytes = [0; TOKEN_BYTES];
        SysRng.try_fill_bytes(&mut bytes)?;
        Ok(Self(bytes))
    }

    /// The hash that is stored instead of the token.
    pub fn hash(&self) -> String {
        HEXLOWER.encode(&Sha256::digest(self.0))
    }

    /// The token as text, for its owner. The owner sees it only once.
    pub fn reveal(&self) -> String {
        format!("{PREFIX}{}", HEXLOWER.encode(&self.0))
    }
}

/// The token of a request. `None` if the request has no token. Requests from browsers have none.
pub(crate) fn bearer(headers: &HeaderMap) -> Option<Result<Token, ParseTokenError>> {
    let value = headers.get(AUTHORIZATION)?;
    let text = value.to_str().unwrap_or_default();
    let (scheme, token) = text.split_once(' ').unwrap_or_default();
    Some(if scheme.eq_ignore_ascii_case("bearer") {
        token.trim().parse()
    } else {
        Err(ParseTokenError)
    })
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(..)")
    }
}

impl FromStr for Token {
    type Err = ParseTokenError;

    /// Parses exactly the text that [`Token::reveal`] returns, and no other form of it.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let hex = text.strip_prefix(PREFIX).ok_or(ParseTokenError)?;
        let bytes = HEXLOWER.decode(hex.as_bytes()).ok();
        bytes
            .and_then(|bytes| bytes.try_into().ok())
            .map(Self)
            .ok_or(ParseTokenError)
    }
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    #[test]
    fn a_token_reads_back_as_shown_and_in_no_other_form() {
        let token = Token::random().unwrap();
        let shown = token.reveal();
        assert_eq!(shown.parse(), Ok(token.clone()));
        let others = [
            "",
            "boneyard_",
            &shown[1..],
            &shown.to_uppercase(),
            &format!("{shown}0"),
            "boneyard_€",
        ];
        for other in others {
            assert_eq!(other.parse::<Token>(), Err(ParseTokenError), "{other}");
        }
    }

    #[test]
    fn a_token_is_not_printed_and_not_stored() {
        let token = Token::random().unwrap();
        let secret = &token.reveal()[PREFIX.len()..];
        assert!(!format!("{token:?}").contains(secret));
        assert!(!token.hash().contains(secret));
        assert_ne!(token.hash(), Token::random().unwrap().hash());
    }

    #[test]
    fn a_header_names_a_token_or_fails() {
        let token = Token::random().unwrap();
        let mut headers = HeaderMap::new();
        assert_eq!(bearer(&headers), None);
        let cases = [
            (format!("Bearer {}", token.reveal()), Ok(token.clone())),
            (format!("bearer  {}", token.reveal()), Ok(token.clone())),
            (token.reveal(), Err(ParseTokenError)),
            (format!("Basic {}", token.reveal()), Err(ParseTokenError)),
            ("Bearer".to_owned(), Err(ParseTokenError)),
        ];
        for (value, found) in cases {
            headers.insert(AUTHORIZATION, HeaderValue::from_str(&value).unwrap());
            assert_eq!(bearer(&headers), Some(found), "{value}");
        }
    }
}
