//! Reads the values that a client sent, and makes the error for a value that can't be read.
//!
//! Fields of messages, bodies of requests and queries are all read here. So all their errors have the
//! same form: the path of the field, and the values that the field may have.

use std::borrow::Cow;
use std::fmt;

use serde::de::value::{BorrowedStrDeserializer, MapAccessDeserializer};
use serde::de::{
    DeserializeSeed, Expected, IntoDeserializer as _, MapAccess, SeqAccess, Unexpected, Visitor,
};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

/// The capacity with which a message's list of fields is allocated. Most messages have fewer fields, so the
/// list needn't grow.
const USUAL_FIELDS: usize = 8;

/// 2^53. Every JSON reader that stores numbers as 64-bit floats reads all whole numbers up to this one
/// exactly.
const LARGEST_WHOLE: f64 = 9_007_199_254_740_992.0;

/// The description of a variant with a value: the key is the variant's name.
const ONE_KEY: &str = "an object with one key";

/// A field that is missing, or has a value that it can't have.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub struct WrongField {
    /// The path of the field, such as `rules.finish.plain` or `computers[1]`.
    path: String,
    fault: Fault,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Fault {
    Missing,
    Twice,
    /// The field must have a value that fits this description.
    Expected(String),
    /// An error from the type of the field, as text.
    Other(String),
}

impl WrongField {
    pub(crate) fn missing(name: &str) -> Self {
        Self::at(name, Fault::Missing)
    }

    pub(crate) fn twice(name: &str) -> Self {
        Self::at(name, Fault::Twice)
    }

    pub(crate) fn expected(name: &str, expected: &str) -> Self {
        Self::at(name, Fault::Expected(expected.to_owned()))
    }

    fn at(path: &str, fault: Fault) -> Self {
        let path = path.to_owned();
        Self { path, fault }
    }

    /// The same error, with `outer` added in front of the path: the name or the index of the value that
    /// contains the field.
    pub(crate) fn within(mut self, outer: &str) -> Self {
        let between = if self.path.is_empty() || self.path.starts_with('[') {
            ""
        } else {
            "."
        };
        self.path = format!("{outer}{between}{}", self.path);
        self
    }
}

impl fmt::Display for WrongField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, fault } = self;
        match fault {
            Fault::Missing => write!(f, "`{path}` is missing"),
            Fault::Twice => write!(f, "`{path}` is there twice"),
            Fault::Expected(expected) => write!(f, "`{path}` must be {expected}"),
            Fault::Other(text) if path.is_empty() => f.write_str(text),
            Fault::Other(text) => write!(f, "`{path}`: {text}"),
        }
    }
}

impl serde::de::Error for WrongField {
    fn custom<T: fmt::Display>(text: T) -> Self {
        Self::at("", Fault::Other(text.to_string()))
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        match found {
            // The text is the name of a variant that has a value.
            Unexpected::UnitVariant => Self::expected("", ONE_KEY),
            _ => Self::expected("", &expected.to_string()),
        }
    }

    fn invalid_value(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::expected("", &expected.to_string())
    }

    fn unknown_variant(_: &str, variants: &'static [&'static str]) -> Self {
        Self::expected("", &one_of(variants))
    }

    fn missing_field(name: &'static str) -> Self {
        Self::missing(name)
    }

    fn duplicate_field(name: &'static str) -> Self {
        Self::twice(name)
    }
}

fn one_of(choices: &[&str]) -> String {
    format!("one of \"{}\"", choices.join("\", \""))
}

/// A value that serde can read.
///
/// A field that is `null` counts as absent. JSON has only one type of numbers, so `2.0` is a whole
/// number.
#[derive(Clone, Copy)]
pub(crate) enum Reader<'a> {
    /// A JSON value.
    Json(&'a RawValue),
    /// A value of a query, which is always text.
    Text(&'a str),
}

#[derive(Deserialize)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

/// The type of a JSON value. The contents of lists and objects are not read yet.
enum JsonKind<'a> {
    Null,
    Bool(bool),
    Whole(i64),
    /// A whole number that is too large for `i64`.
    Large(u64),
    Fraction(f64),
    Text(Cow<'a, str>),
    List,
    Object,
}

impl<'a> Reader<'a> {
    fn kind(self) -> JsonKind<'a> {
        let json = match self {
            Self::Text(text) => return JsonKind::Text(Cow::Borrowed(text)),
            Self::Json(value) => value.get(),
        };
        match json.as_bytes().first() {
            Some(b'n') => JsonKind::Null,
            Some(b't' | b'f') => JsonKind::Bool(json == "true"),
            Some(b'"') => match json.get(1..json.len() - 1) {
                Some(text) if !text.contains('\\') => JsonKind::Text(Cow::Borrowed(text)),
                // A string with half of a surrogate pair is not valid text.
                _ => serde_json::from_str(json)
                    .map_or(JsonKind::Null, |Text(text)| JsonKind::Text(text)),
            },
            Some(b'[') => JsonKind::List,
            Some(b'{') => JsonKind::Object,
            _ => number(json),
        }
    }

    fn is_null(self) -> bool {
        matches!(self, Self::Json(value) if value.get() == "null")
    }

    fn whole<V: Visitor<'a>>(self, visitor: V, expected: &str) -> Result<V::Value, WrongField> {
        let read = match self.kind() {
            JsonKind::Whole(number) => visitor.visit_i64(number),
            JsonKind::Large(number) => visitor.visit_u64(number),
            // In a query, a number is text.
            JsonKind::Text(text) if matches!(self, Self::Text(_)) => match text.parse() {
                Ok(number) => visitor.visit_i64::<WrongField>(number),
                Err(_) => Err(WrongField::missing("")),
            },
            _ => Err(WrongField::missing("")),
        };
        read.map_err(|_| WrongField::expected("", expected))
    }

    /// Reads the values of a list.
    fn list<V: Visitor<'a>>(self, visitor: V, expected: &str) -> Result<V::Value, WrongField> {
        let Some(values) = self.values() else {
            return Err(WrongField::expected("", expected));
        };
        visitor.visit_seq(List {
            values: values.into_iter(),
            at: 0,
        })
    }

    fn values(self) -> Option<Vec<&'a RawValue>> {
        match self {
            Self::Json(value) => serde_json::from_str(value.get()).ok(),
            Self::Text(_) => None,
        }
    }

    fn fields(self) -> Option<Vec<(Cow<'a, str>, &'a RawValue)>> {
        match self {
            Self::Json(value) => serde_json::from_str::<Fields<'a>>(value.get()).ok(),
            Self::Text(_) => None,
        }
        .map(|fields| fields.0)
    }

    /// Reads the fields of an object. Fields that are `null` are left out unless `nulls` is true.
    fn object<V: Visitor<'a>>(self, visitor: V, nulls: bool) -> Result<V::Value, WrongField> {
        let fields = self.fields();
        let fields = fields.ok_or_else(|| WrongField::expected("", "an object"))?;
        let values = fields.into_iter();
        let values = values.map(|(name, value)| (name, Reader::Json(value)));
        visitor.visit_map(Object::of(
            values.filter(|(_, value)| nulls || !value.is_null()),
        ))
    }
}

fn number<'a>(json: &str) -> JsonKind<'a> {
    if let Ok(number) = json.parse() {
        return JsonKind::Whole(number);
    }
    if let Ok(number) = json.parse() {
        return JsonKind::Large(number);
    }
    match json.parse::<f64>() {
        Ok(number) if number.fract() == 0.0 && number.abs() <= LARGEST_WHOLE => {
            JsonKind::Whole(number as i64)
        }
        Ok(number) => JsonKind::Fraction(number),
        Err(_) => JsonKind::Null,
    }
}

/// The fields of a JSON object. A value is parsed only when a message uses it, so that unknown fields
/// cost nothing.
pub(crate) struct Fields<'a>(pub(crate) Vec<(Cow<'a, str>, &'a RawValue)>);

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

/// Gives serde the values of a list, one after the other.
struct List<'a> {
    values: std::vec::IntoIter<&'a RawValue>,
    at: usize,
}

impl<'a> SeqAccess<'a> for List<'a> {
    type Error = WrongField;

    fn next_element_seed<T: DeserializeSeed<'a>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, WrongField> {
        let Some(value) = self.values.next() else {
            return Ok(None);
        };
        let read = seed.deserialize(Reader::Json(value));
        self.at += 1;
        read.map(Some)
            .map_err(|error| error.within(&format!("[{}]", self.at - 1)))
    }
}

/// Gives serde the fields of an object, one after the other.
pub(crate) struct Object<'a, I> {
    fields: I,
    last: Option<(Cow<'a, str>, Reader<'a>)>,
}

impl<'a, I: Iterator<Item = (Cow<'a, str>, Reader<'a>)>> Object<'a, I> {
    pub(crate) fn of(fields: I) -> Self {
        Self { fields, last: None }
    }
}

impl<'a, I: Iterator<Item = (Cow<'a, str>, Reader<'a>)>> MapAccess<'a> for Object<'a, I> {
    type Error = WrongField;

    fn next_key_seed<K: DeserializeSeed<'a>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, WrongField> {
        self.last = self.fields.next();
        let name = self.last.as_ref().map(|(name, _)| name.clone());
        name.map(|name| seed.deserialize(name.into_deserializer()))
            .transpose()
    }

    fn next_value_seed<V: DeserializeSeed<'a>>(&mut self, seed: V) -> Result<V::Value, WrongField> {
        let (name, value) = self.last.take().ok_or_else(|| WrongField::missing(""))?;
        seed.deserialize(value).map_err(|error| error.within(&name))
    }
}

/// Generates a method for each type of whole numbers, with a description of its values for errors.
macro_rules! whole_numbers {
    ($($method:ident: $expected:literal,)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, WrongField> {
            self.whole(visitor, $expected)
        }
    )*};
}

impl<'de> serde::Deserializer<'de> for Reader<'de> {
    type Error = WrongField;

    whole_numbers! {
        deserialize_u8: "a whole number from 0 to 255",
        deserialize_u16: "a whole number from 0 to 65535",
        deserialize_u32: "a whole number from 0 to 4294967295",
        deserialize_u64: "a whole number from 0",
        deserialize_i8: "a whole number from -128 to 127",
        deserialize_i16: "a whole number from -32768 to 32767",
        deserialize_i32: "a whole number from -2147483648 to 2147483647",
        deserialize_i64: "a whole number",
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, WrongField> {
        match self.kind() {
            JsonKind::Null => visitor.visit_unit(),
            JsonKind::Bool(value) => visitor.visit_bool(value),
            JsonKind::Whole(number) => visitor.visit_i64(number),
            JsonKind::Large(number) => visitor.visit_u64(number),
            JsonKind::Fraction(number) => visitor.visit_f64(number),
            JsonKind::Text(Cow::Borrowed(text)) => visitor.visit_borrowed_str(text),
            JsonKind::Text(Cow::Owned(text)) => visitor.visit_string(text),
            JsonKind::List => self.list(visitor, "a list"),
            // The fields of this object aren't known, so a `null` is kept: it may have a meaning.
            JsonKind::Object => self.object(visitor, true),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, WrongField> {
        match self.kind() {
            JsonKind::Bool(value) => visitor.visit_bool(value),
            _ => Err(WrongField::expected("", "true or false")),
        }
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, WrongField> {
        self.deserialize_f64(visitor)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, WrongField> {
        match self.kind() {
            JsonKind::Whole(_) | JsonKind::Large(_) | JsonKind::Fraction(_) => {
                self.deserialize_any(visitor)
            }
            _ => Err(WrongField::expected("", "a number")),
        }
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, WrongField> {
        match self.kind() {
            JsonKind::Text(Cow::Borrowed(text)) => visitor.visit_borrowed_str(text),
            JsonKind::Text(Cow::Owned(text)) => visitor.visit_string(text),
            _ => Err(WrongField::expected("", "a string")),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, WrongField> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, WrongField> {
        if self.is_null() {
            visitor.visit_none()
        } else {
            visitor.visit_some(self)
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, WrongField> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, WrongField> {
        self.list(visitor, "a list")
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, WrongField> {
        let expected = format!("a list of {length}");
        if self.values().is_none_or(|values| values.len() != length) {
            return Err(WrongField::expected("", &expected));
        }
        self.list(visitor, &expected)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, WrongField> {
        self.object(visitor, false)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, WrongField> {
        self.object(visitor, true)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, WrongField> {
        match self.kind() {
            JsonKind::Text(Cow::Borrowed(text)) => {
                visitor.visit_enum(BorrowedStrDeserializer::new(text))
            }
            JsonKind::Text(Cow::Owned(text)) => visitor.visit_enum(text.into_deserializer()),
            // A variant with a value is an object with one key, the variant's name.
            JsonKind::Object => match self.fields().as_deref() {
                Some([(name, value)]) => {
                    let field = (name.clone(), Reader::Json(value));
                    let object = Object::of(std::iter::once(field));
                    visitor.visit_enum(MapAccessDeserializer::new(object))
                }
                _ => Err(WrongField::expected("", ONE_KEY)),
            },
            _ => Err(WrongField::expected("", &one_of(variants))),
        }
    }

    /// Reads what stands beside the name of a variant without a value.
    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, WrongField> {
        if self.is_null() {
            visitor.visit_unit()
        } else {
            Err(WrongField::expected("", "null"))
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, WrongField> {
        visitor.visit_unit()
    }

    serde::forward_to_deserialize_any! {
        i128 u128 char bytes byte_buf unit_struct tuple_struct identifier
    }
}
