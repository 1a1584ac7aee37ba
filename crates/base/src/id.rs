//! The ids of tables and of players: random, impossible to guess, and of different types.

use std::fmt;
use std::str::FromStr;

pub use boneyard_protocol::{DeviceId, PartyId, PersonId, RecordId, TableId};
use serde::de::{Deserialize, Deserializer, Error as _};
use serde::ser::{Serialize, Serializer};
use uuid::Uuid;

/// A visitor's id, as the identity cookie holds it: 32 lower-case hex digits. The id is its owner's secret;
/// other people are told seat numbers and names.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayerId(Uuid);

/// A text that is not a [`PlayerId`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a player's id is 32 lower-case hex digits")]
pub struct ParsePlayerIdError;

impl PlayerId {
    /// A new id for a person: 122 bits from the operating system's random source.
    #[must_use]
    pub fn random() -> Self {
        Self(Uuid::new_v4())
    }

    /// A new id for a program: 122 random bits, in a form that no person's id has.
    #[must_use]
    pub fn random_bot() -> Self {
        let bytes = Uuid::new_v4().into_bytes();
        Self(uuid::Builder::from_custom_bytes(bytes).into_uuid())
    }

    /// Whether the id is a program's.
    #[must_use]
    pub fn is_bot(&self) -> bool {
        // RFC 9562: version 4 is random, version 8 is for custom formats.
        self.0.get_version_num() == 8
    }

    /// The id's 16 bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8; 16] {
        self.0.as_bytes()
    }

    /// The id with these bytes, as [`Self::as_bytes`] gave them.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 16]) -> Self {
        Self(Uuid::from_bytes(bytes))
    }
}

impl fmt::Display for PlayerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0.simple(), f)
    }
}

/// Knowing an id isn't enough to become the player, since the cookie is signed. But the id tells which tables
/// belong to one person, so it stays out of the logs.
impl fmt::Debug for PlayerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PlayerId(…)")
    }
}

impl FromStr for PlayerId {
    type Err = ParsePlayerIdError;

    /// Reads exactly what `Display` prints, and no other spelling of an id.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let id = Uuid::try_parse(text)
            .map(Self)
            .map_err(|_| ParsePlayerIdError)?;
        if id.to_string() == text {
            Ok(id)
        } else {
            Err(ParsePlayerIdError)
        }
    }
}

/// As text; in binary formats as 16 bytes.
impl Serialize for PlayerId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_str(self)
        } else {
            self.0.as_bytes().serialize(serializer)
        }
    }
}

impl<'de> Deserialize<'de> for PlayerId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            let text = String::deserialize(deserializer)?;
            text.parse().map_err(D::Error::custom)
        } else {
            Deserialize::deserialize(deserializer).map(Self::from_bytes)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_known_by_its_id() {
        let (person, bot) = (PlayerId::random(), PlayerId::random_bot());
        assert!(!person.is_bot());
        assert!(bot.is_bot());
        assert_eq!(bot.to_string().parse(), Ok(bot));
    }

    #[test]
    fn an_id_reads_back_as_printed_and_in_no_other_form() {
        let id = PlayerId::random();
        let text = id.to_string();
        assert_eq!(text.parse(), Ok(id));
        let stored = serde_json::to_value(id).unwrap();
        assert_eq!(stored, serde_json::json!(text));
        assert_eq!(serde_json::from_value::<PlayerId>(stored).unwrap(), id);

        let hyphened = id.0.hyphenated().to_string();
        for other in ["", "7", &text[1..], &hyphened, &"A".repeat(32)] {
            assert_eq!(
                other.parse::<PlayerId>(),
                Err(ParsePlayerIdError),
                "{other}"
            );
        }
    }
}
