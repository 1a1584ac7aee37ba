//! Reads the fields of a client's messages, and makes the error for a field that can't be read.

use boneyard_fair::{Commitment, Seed};
use boneyard_rules::{Move, Seat};
use serde::Deserialize as _;
use serde::de::DeserializeOwned;
use serde::ser::SerializeMap;

use crate::chat::{Phrase, Reaction, Words};
use crate::clock::AbsentChoice;
use crate::computer::Level;
use crate::id::{Invite, PartyId, Pseudonym, TableId, TournamentId};
use crate::reader::{Fields, Reader, WrongField};
use crate::transparency::SignedHead;

/// A type that a message's field may have.
pub(crate) trait Field: Sized {
    /// Reads the field with this name.
    fn read(fields: &Fields<'_>, name: &'static str) -> Result<Self, WrongField>;

    /// Writes the field under this name.
    fn write<M: SerializeMap>(&self, map: &mut M, name: &'static str) -> Result<(), M::Error>;
}

impl Fields<'_> {
    /// Reads a field that must be present. `expected` describes the field's values in errors.
    pub(crate) fn value<T: DeserializeOwned>(
        &self,
        name: &'static str,
        expected: &'static str,
    ) -> Result<T, WrongField> {
        let value = self.get(name)?.ok_or_else(|| WrongField::missing(name))?;
        T::deserialize(Reader::Json(value)).map_err(|_| WrongField::expected(name, expected))
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
pub(crate) use fields;

fields! {
    bool: "true or false",
    u16: "a whole number from 0 to 65535",
    u32: "a whole number from 0 to 4294967295",
    u64: "a whole number from 0",
    i64: "a whole number",
    String: "a string",
    TableId: "a table's id: 32 lower-case hex digits",
    Pseudonym: "a pseudonym: 32 lower-case hex digits",
    TournamentId: "a tournament's id: 32 lower-case hex digits",
    Invite: "an invitation: 32 lower-case hex digits",
    PartyId: "a party: 32 lower-case hex digits",
    Vec<String>: "a list of strings",
    Commitment: "a commitment: 64 lower-case hex digits",
    Seed: "a seed: 64 lower-case hex digits",
    Seat: "a seat: 0 to 7",
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

/// Implements [`Field`] for objects. The error for a wrong field in an object has the path of that field.
macro_rules! objects {
    ($($type:ty,)*) => {$(
        impl Field for $type {
            fn read(fields: &Fields<'_>, name: &'static str) -> Result<Self, WrongField> {
                let value = fields.get(name)?.ok_or_else(|| WrongField::missing(name))?;
                Self::deserialize(Reader::Json(value)).map_err(|wrong| wrong.within(name))
            }

            fn write<M: SerializeMap>(&self, map: &mut M, name: &'static str) -> Result<(), M::Error> {
                map.serialize_entry(name, self)
            }
        }
    )*};
}

objects! {
    SignedHead,
}

/// A move is an object in an object, and the most frequent value. `serde_json` reads it many times faster than the
/// [`Reader`], which is needed only for what is wrong with it, and for what `serde_json` reads in another way: lists.
impl Field for Move {
    fn read(fields: &Fields<'_>, name: &'static str) -> Result<Self, WrongField> {
        let value = fields.get(name)?.ok_or_else(|| WrongField::missing(name))?;
        let plain = Some(value.get()).filter(|text| !text.contains('['));
        match plain.and_then(|text| serde_json::from_str(text).ok()) {
            Some(chosen) => Ok(chosen),
            None => Self::deserialize(Reader::Json(value)).map_err(|wrong| wrong.within(name)),
        }
    }

    fn write<M: SerializeMap>(&self, map: &mut M, name: &'static str) -> Result<(), M::Error> {
        map.serialize_entry(name, self)
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
