//! The ids of tables, people, records and devices, and invitations.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use uuid::Uuid;

/// The text is not an id. An id is 32 lower-case hex digits, as its `Display` prints it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("an id is 32 lower-case hex digits")]
pub struct ParseIdError;

/// Accepts only the canonical form. The parser of `uuid` would also accept braces, hyphens and capitals, so
/// that one table would have several URLs.
fn parse_canonical(text: &str) -> Result<Uuid, ParseIdError> {
    if text.len() != 32 {
        return Err(ParseIdError);
    }
    let bits = text.bytes().try_fold(0_u128, |bits, byte| {
        let digit = match byte {
            b'0'..=b'9' => byte - b'0',
            b'a'..=b'f' => byte - b'a' + 10,
            _ => return Err(ParseIdError),
        };
        Ok(bits << 4 | u128::from(digit))
    });
    bits.map(Uuid::from_u128)
}

macro_rules! random_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[cfg_attr(feature = "schema", schemars(extend("pattern" = "^[0-9a-f]{32}$")))]
        pub struct $name(#[cfg_attr(feature = "schema", schemars(with = "String"))] Uuid);

        impl $name {
            /// A random id: 122 bits from the operating system's random source.
            #[must_use]
            pub fn random() -> Self {
                Self(Uuid::new_v4())
            }

            /// The id as a number.
            #[must_use]
            pub const fn bits(self) -> u128 {
                self.0.as_u128()
            }

            /// The id with these bits. The bits must be as hard to guess as those of [`Self::random`].
            #[must_use]
            pub const fn from_bits(bits: u128) -> Self {
                Self(Uuid::from_u128(bits))
            }
        }

        /// Serialized as text; in binary formats as 16 bytes.
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                if serializer.is_human_readable() {
                    let mut digits = Uuid::encode_buffer();
                    serializer.serialize_str(self.0.simple().encode_lower(&mut digits))
                } else {
                    self.0.as_bytes().serialize(serializer)
                }
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                if deserializer.is_human_readable() {
                    boneyard_rules::text::deserialize(deserializer)
                } else {
                    Deserialize::deserialize(deserializer).map(|bytes| Self(Uuid::from_bytes(bytes)))
                }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&self.0.simple(), f)
            }
        }

        impl FromStr for $name {
            type Err = ParseIdError;

            fn from_str(text: &str) -> Result<Self, ParseIdError> {
                parse_canonical(text).map(Self)
            }
        }
    };
}

random_id! {
    /// The id of a table: 32 lower-case hex digits.
    TableId
}

random_id! {
    /// An invitation to a table that isn't listed, or to a seat that is kept for friends: 32 lower-case
    /// hex digits, as in the link `/t/{table}?invite={invite}`.
    Invite
}

random_id! {
    /// The id of a match's record: 32 lower-case hex digits, as in the record's address `/m/{record}`.
    /// Every visitor who knows the id may see the record.
    RecordId
}

random_id! {
    /// The public id of an account: 32 lower-case hex digits, as in the address of the account's page
    /// `/p/{person}`.
    PersonId
}

random_id! {
    /// The id of a visitor at one table: 32 lower-case hex digits. It stays the same at this table when
    /// the visitor changes the name or the seat. The visitor's id at another table can't be computed from
    /// it.
    Pseudonym
}

random_id! {
    /// The id of a tournament: 32 lower-case hex digits, as in the address `/e/{tournament}`. Every visitor who
    /// knows the id may see the tournament.
    TournamentId
}

random_id! {
    /// The id of two players who search for a match as partners: 32 lower-case hex digits, as in the link
    /// `/?partner={party}`.
    PartyId
}

random_id! {
    /// The id of a browser that is signed in to an account: 32 lower-case hex digits. The account's owner
    /// uses it to sign the browser out; it gives no other access.
    DeviceId
}

random_id! {
    /// The id of a recipient of notices: a browser that is told something by Web Push, an account that is told by mail,
    /// or a webhook. 32 lower-case hex digits. A browser's owner uses it to change what the browser is told; it gives
    /// no other access.
    RecipientId
}

impl fmt::Debug for RecipientId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RecipientId({self})")
    }
}

impl fmt::Debug for DeviceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DeviceId({self})")
    }
}

impl fmt::Debug for PersonId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PersonId({self})")
    }
}

impl fmt::Debug for Pseudonym {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Pseudonym({self})")
    }
}

/// Doesn't print the id: a reader of the logs could use it to join the pair.
impl fmt::Debug for PartyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PartyId(…)")
    }
}

impl fmt::Debug for RecordId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RecordId(…)")
    }
}

impl fmt::Debug for TournamentId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TournamentId({self})")
    }
}

impl fmt::Debug for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TableId({self})")
    }
}

/// Doesn't print the invitation: a reader of the logs could use it.
impl fmt::Debug for Invite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Invite(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_reads_back_as_printed_and_in_no_other_form() {
        let id = TableId::random();
        let text = id.to_string();
        assert_eq!(text.parse(), Ok(id));
        assert_eq!(serde_json::to_value(id).unwrap(), serde_json::json!(text));
        let hyphened = id.0.hyphenated().to_string();
        for other in [
            "",
            "7",
            &text[1..],
            &hyphened,
            &"A".repeat(32),
            &"é".repeat(16),
        ] {
            assert_eq!(other.parse::<TableId>(), Err(ParseIdError), "{other}");
        }
    }

    #[test]
    fn an_invitation_is_not_printed_by_accident() {
        let invite = Invite::random();
        assert!(!format!("{invite:?}").contains(&invite.to_string()));
    }
}
