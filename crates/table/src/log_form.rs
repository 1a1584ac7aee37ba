//! The form of clocks and rules in a log: the log of a table, and the log of a tournament. These are for the attribute
//! `with` of serde.

use boneyard_protocol::ClockRule;
use serde::{Deserialize, Serialize};

/// The form of [`ClockRule`] in a log, in which a variant is written as a number and not as a name. The fields have
/// the meanings and units of [`ClockRule`].
#[derive(Serialize, Deserialize, Debug)]
#[serde(remote = "ClockRule")]
#[expect(
    missing_docs,
    reason = "the variants and fields are those of ClockRule"
)]
pub enum Clock {
    None,
    PerMove { seconds: u16 },
    Bank { seconds: u16, increment: u16 },
    Days { days: u16, holiday: u16 },
}

/// Writes rules in short notation. A new option adds a word to the notation, and rows without that word stay
/// readable.
pub mod notation {
    use boneyard_rules::Rules;
    use serde::de::{Deserialize as _, Deserializer, Error as _};
    use serde::ser::Serializer;

    /// Writes the rules.
    pub fn serialize<S: Serializer>(rules: &Rules, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(rules)
    }

    /// Reads the rules.
    ///
    /// # Errors
    ///
    /// When the text is no notation of rules.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Rules, D::Error> {
        let notation = String::deserialize(from)?;
        notation.parse().map_err(D::Error::custom)
    }
}
