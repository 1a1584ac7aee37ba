//! Reads whole numbers from JSON, where `2.0` is a whole number too.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer};

/// 2^53. Every JSON reader that stores numbers as 64-bit floats reads all whole numbers up to this one
/// exactly.
const LARGEST: f64 = 9_007_199_254_740_992.0;

struct Whole<T>(PhantomData<T>);

impl<T: TryFrom<i64>> Visitor<'_> for Whole<T> {
    type Value = Option<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a whole number")
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Option<T>, E> {
        Ok(T::try_from(number).ok())
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Option<T>, E> {
        Ok(i64::try_from(number)
            .ok()
            .and_then(|number| T::try_from(number).ok()))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Option<T>, E> {
        if number.fract() != 0.0 || number.abs() > LARGEST {
            return Err(E::invalid_value(Unexpected::Float(number), &self));
        }
        self.visit_i64(number as i64)
    }
}

/// Reads an option that is a whole number. A number that doesn't fit the type becomes the type's largest
/// number. No option may have that value, so the rules refuse it, and their error names the option.
pub(crate) fn option_u8<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
    Ok(read(deserializer)?.unwrap_or(u8::MAX))
}

/// Reads an option that is a list of four whole numbers, each like [`option_u8`].
pub(crate) fn option_list<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[u8; 4], D::Error> {
    #[derive(Deserialize)]
    struct Number(#[serde(deserialize_with = "option_u8")] u8);

    Ok(<[Number; 4]>::deserialize(deserializer)?.map(|Number(number)| number))
}

/// Reads an option that is a whole number of 16 bits. A number that doesn't fit is treated as in
/// [`option_u8`].
pub(crate) fn option_u16<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u16, D::Error> {
    Ok(read(deserializer)?.unwrap_or(u16::MAX))
}

/// Reads a whole number; `None` if the type can't hold it.
fn read<'de, D: Deserializer<'de>, T: TryFrom<i64>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    deserializer.deserialize_any(Whole(PhantomData))
}
