//! Reads the fields of a client's messages, and makes the error for a field that can't be read.

use std::borrow::Cow;
use std::fmt;

use boneyard_fair::{Commitment, Seed};
use boneyard_rules::{ArmId, Seat, Tile};
use serde::de::{DeserializeOwned, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use crate::chat::{Phrase, Reaction, Words};
use crate::client::About;
use crate::clock::AbsentChoice;
use crate::computer::Level;
use crate::id::{Invite, PartyId, TableId};
use crate::reader::{Reader, WrongField};

/// The first capacity of a message's list of fields. Most messages have fewer fields, so the list is
/// allocated only once.
const USUAL_FIELDS: usize = 8;

/// The fields of a JSON object. A value is parsed only when a message uses it, so that unknown fields
/// cost nothing.
pub(crate) struct Fields<'a>(pub(crate) Vec<(Cow<'a, str>, &'a RawValue)>);

/// A type that a message's field may have.
pub(crate) trait Field: Sized {
    /// Reads the field with this name.
    fn read(fields: &Fields<'_>, name: &'static str) -> Result<Self, WrongField>;

    /// Writes the field under this name.
    fn write<M: SerializeMap>(&self, map: &mut M, name: &'static str) -> Result<(), M::Error>;
}

impl<'a> Fields<'a> {
    /// The value of a field; `None` if it is absent or `null`. A field that appears twice is an error.
    pub(crate) fn get(&self, name: &'static str) -> Result<Option<&'a RawValue>, WrongField> {
        let mut found = self.0.iter().filter(|(key, _)| key == name);
        let value = found.next().map(|&(_, value)| value);
        match found.next() {
            Some(_) => Err(WrongField::twice(name)),
            None => Ok(value.filter(|value| value.get() != "null")),
        }
    }

    /// Reads a field that must be present. `expected` describes the field's values in errors.
    fn value<T: DeserializeOwned>(
        &self,
        name: &'static str,
        expected: &'static str,
    ) -> Result<T, WrongField> {
        let value = self.get(name)?.ok_or_else(|| WrongField::missing(name))?;
        T::deserialize(Reader::Json(value)).map_err(|_| WrongField::expected(name, expected))
    }
}

impl<'de> Deserialize<'de> for Fields<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object;

        impl<'de> Visitor<'de> for Object {
            type Value = Fields<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Self::Value, M::Error> {
                let mut fields = Vec::with_capacity(USUAL_FIELDS);
                while let Some((Key(key), value)) = map.next_entry()? {
                    fields.push((key, value));
                }
                Ok(Fields(fields))
            }
        }

        /// A key, borrowed if it contains no escapes.
        #[derive(Deserialize)]
        struct Key<'a>(#[serde(borrow)] Cow<'a, str>);

        deserializer.deserialize_map(Object)
    }
}

/// Implements [`Field`] for types that are one JSON value, each with a description of its values for
/// errors.
macro_rules! fields {
    ($($type:ty: $expected:literal,)*) => {$(
        impl Field for $type {
            fn read(fields: &Fields<'_>, name: &'static str) -> Result<Self, WrongField> {
                fields.value(name, $expected)
            }

            fn write<M: SerializeMap>(&self, map: &mut M, name: &'static str) -> Result<(), M::Error> {
                map.serialize_entry(name, self)
            }
        }
    )*};
}

fields! {
    About: "the type of a message",
    bool: "true or false",
    u16: "a whole number from 0 to 65535",
    u32: "a whole number from 0 to 4294967295",
    u64: "a whole number from 0",
    i64: "a whole number",
    String: "a string",
    TableId: "a table's id: 32 lower-case hex digits",
    Invite: "an invitation: 32 lower-case hex digits",
    PartyId: "a party: 32 lower-case hex digits",
    Vec<String>: "a list of strings",
    Commitment: "a commitment: 64 lower-case hex digits",
    Seed: "a seed: 64 lower-case hex digits",
    Seat: "a seat: 0 to 3",
    Tile: "a tile: two ends of 0 to 9 pips with a hyphen between them",
    ArmId: "an arm: \"a\", \"b\", \"c\" or \"d\"",
    Level: "a level: \"beginner\", \"casual\", \"club\" or \"expert\"",
    AbsentChoice: "\"place\", \"computer\" or \"claim\"",
    Phrase: "a phrase of the protocol",
    Reaction: "a reaction of the protocol",
}

/// A field that may be absent.
impl<T: Field> Field for Option<T> {
    fn read(fields: &Fields<'_>, name: &'static str) -> Result<Self, WrongField> {
        match fields.get(name)? {
            None => Ok(None),
            Some(_) => T::read(fields, name).map(Some),
        }
    }

    fn write<M: SerializeMap>(&self, map: &mut M, name: &'static str) -> Result<(), M::Error> {
        self.as_ref().map_or(Ok(()), |value| value.write(map, name))
    }
}

/// A chat line is either the field `text` or the field `phrase`.
impl Field for Words {
    fn read(fields: &Fields<'_>, _: &'static str) -> Result<Self, WrongField> {
        match (Field::read(fields, "text")?, Field::read(fields, "phrase")?) {
            (Some(text), None) => Ok(Self::Text(text)),
            (None, Some(phrase)) => Ok(Self::Phrase(phrase)),
            (None, None) | (Some(_), Some(_)) => Err(serde::de::Error::custom(
                "either `text` or `phrase` is needed, and not both",
            )),
        }
    }

    fn write<M: SerializeMap>(&self, map: &mut M, _: &'static str) -> Result<(), M::Error> {
        match self {
            Self::Text(text) => text.write(map, "text"),
            Self::Phrase(phrase) => phrase.write(map, "phrase"),
        }
    }
}
