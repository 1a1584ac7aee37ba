//! The ids of tables and of players. They are random, can't be guessed, and have different types.

use std::fmt;
use std::str::FromStr;

pub use boneyard_protocol::{
    DeviceId, PartyId, PersonId, RecipientId, RecordId, TableId, TournamentId,
};
use serde::de::{Deserialize, Deserializer, Error as _};
use serde::ser::{Serialize, Serializer};
use uuid::Uuid;

/// The id of a visitor, which is in the identity cookie. As text it has 32 lower-case hex digits. Only the
/// visitor may know the id. Other players get the visitor's seat number and name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayerId(Uuid);

/// The error if a text is not a [`PlayerId`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a player's id is 32 lower-case hex digits")]
pub struct ParsePlayerIdError;

impl PlayerId {
    /// Makes an id for a person, with 122 bits from the random source of the operating system.
    #[must_use]
    pub fn random() -> Self {
        Self(Uuid::new_v4())
    }

    /// Makes an id for a bot, with 122 random bits. The UUID version of a bot's id differs from the UUID
    /// version of a person's id.
    #[must_use]
    pub fn random_bot() -> Self {
        let bytes = Uuid::new_v4().into_bytes();
        Self(uuid::Builder::from_custom_bytes(bytes).into_uuid())
    }

    /// Whether the id belongs to a bot.
    #[must_use]
    pub fn is_bot(&self) -> bool {
        // RFC 9562: version 4 is for random ids, version 8 for custom formats.
        self.0.get_version_num() == 8
    }

    /// The 16 bytes of the id.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8; 16] {
        self.0.as_bytes()
    }

    /// The id that has these bytes, which [`Self::as_bytes`] has returned.
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

/// With a player's id alone nobody can act as the player, since the cookie is signed. But the id shows which
/// tables belong to the same player, so it is never written to the log.
impl fmt::Debug for PlayerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PlayerId(…)")
    }
}

impl FromStr for PlayerId {
    type Err = ParsePlayerIdError;

    /// Parses exactly the text that `Display` writes, and no other form of an id.
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

/// Serialized as text, and in binary formats as 16 bytes.
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
