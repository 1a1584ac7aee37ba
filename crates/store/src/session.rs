//! The common interface to both databases: sessions, statements and values. Parameters are written `$1`,
//! `$2`, …. Where PostgreSQL can't infer the type of a parameter, the statement contains a `CAST`.

use std::vec;

use boneyard_base::{
    DeviceId, PersonId, PlayerId, RecipientId, RecordId, TableId, Timestamp, TournamentId,
};

use super::StoreError;

/// A connection to a database.
pub(super) trait Session {
    /// Runs statements without parameters.
    fn run(&mut self, sql: &str) -> Result<(), StoreError>;

    /// Runs one statement, and returns the number of changed rows.
    fn execute(&mut self, sql: &'static str, values: &[Value]) -> Result<u64, StoreError>;

    /// Runs one statement, and returns the rows.
    fn query(&mut self, sql: &'static str, values: &[Value]) -> Result<Vec<Row>, StoreError>;

    /// The present time of the database's clock.
    fn time(&mut self) -> Result<Timestamp, StoreError>;
}

/// The values of a row that have not been read yet, in the order of the columns.
pub(super) struct Row(pub(super) vec::IntoIter<Value>);

/// A value of a column or of a parameter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Value {
    #[default]
    Null,
    Integer(i64),
    Text(String),
    Bytes(Vec<u8>),
}

/// The error if a value has another type than expected, or is out of range.
#[derive(Debug)]
pub(super) struct WrongType;

macro_rules! held_as {
    ($type:ty, $variant:ident) => {
        impl From<$type> for Value {
            fn from(value: $type) -> Self {
                Self::$variant(value)
            }
        }

        impl TryFrom<Value> for $type {
            type Error = WrongType;

            fn try_from(value: Value) -> Result<Self, WrongType> {
                match value {
                    Value::$variant(value) => Ok(value),
                    _ => Err(WrongType),
                }
            }
        }
    };
}

held_as!(i64, Integer);
held_as!(String, Text);
held_as!(Vec<u8>, Bytes);

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

macro_rules! held_as_small_integer {
    ($($type:ty),*) => {
        $(impl From<$type> for Value {
            fn from(value: $type) -> Self {
                Self::Integer(value.into())
            }
        }

        impl TryFrom<Value> for $type {
            type Error = WrongType;

            fn try_from(value: Value) -> Result<Self, WrongType> {
                Self::try_from(i64::try_from(value)?).map_err(|_| WrongType)
            }
        })*
    };
}

held_as_small_integer!(u8, u16, u32);

impl From<bool> for Value {
    fn from(truth: bool) -> Self {
        Self::Integer(truth.into())
    }
}

impl TryFrom<Value> for bool {
    type Error = WrongType;

    fn try_from(value: Value) -> Result<Self, WrongType> {
        i64::try_from(value).map(|number| number != 0)
    }
}

impl From<Timestamp> for Value {
    fn from(at: Timestamp) -> Self {
        Self::Integer(at.0)
    }
}

impl TryFrom<Value> for Timestamp {
    type Error = WrongType;

    fn try_from(value: Value) -> Result<Self, WrongType> {
        i64::try_from(value).map(Self)
    }
}

impl<T> TryFrom<Value> for Option<T>
where
    T: TryFrom<Value, Error = WrongType>,
{
    type Error = WrongType;

    fn try_from(value: Value) -> Result<Self, WrongType> {
        match value {
            Value::Null => Ok(None),
            value => T::try_from(value).map(Some),
        }
    }
}

impl<T: Into<Self>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

macro_rules! held_as_16_bytes {
    ($id:ty, $to:expr, $from:expr) => {
        impl From<$id> for Value {
            fn from(id: $id) -> Self {
                Self::Bytes($to(&id).to_vec())
            }
        }

        impl TryFrom<Value> for $id {
            type Error = WrongType;

            fn try_from(value: Value) -> Result<Self, WrongType> {
                let bytes = <[u8; 16]>::try_from(Vec::try_from(value)?);
                bytes.map($from).map_err(|_| WrongType)
            }
        }
    };
}

held_as_16_bytes!(PlayerId, PlayerId::as_bytes, PlayerId::from_bytes);

macro_rules! held_as_16_bytes_of_its_bits {
    ($($id:ty),*) => {
        $(held_as_16_bytes!($id, |id: &$id| id.bits().to_be_bytes(), |bytes| {
            <$id>::from_bits(u128::from_be_bytes(bytes))
        });)*
    };
}

held_as_16_bytes_of_its_bits!(
    TableId,
    TournamentId,
    RecordId,
    PersonId,
    DeviceId,
    RecipientId
);
