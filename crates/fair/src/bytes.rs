//! Values with a fixed number of bytes, written as hex digits: seeds, secrets, commitments, hashes and
//! keys.

use std::fmt;
use std::str::FromStr;

use data_encoding::HEXLOWER;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest as _, Sha256};

/// The number of bytes of each value. It is the size of a SHA-256 hash, so that nobody can find a value
/// by trying all values.
pub const BYTES: usize = 32;

/// The labels. Each hashed message begins with a label that ends with a zero byte. So a value that is
/// made for one purpose can't be used for another purpose, or in another version of the scheme.
pub(crate) mod label {
    pub(crate) const CHAIN: &[u8] = b"boneyard-fair/1 chain\0";
    pub(crate) const SEED: &[u8] = b"boneyard-fair/1 seed\0";
    pub(crate) const ORDER: &[u8] = b"boneyard-fair/1 order\0";
    pub(crate) const TABLE: &[u8] = b"boneyard-fair/1 table\0";
    pub(crate) const COMPUTER: &[u8] = b"boneyard-fair/1 computer\0";
    pub(crate) const RECORD: &[u8] = b"boneyard-fair/1 record\0";
    pub(crate) const TERMS: &[u8] = b"boneyard-fair/1 terms\0";
    pub(crate) const SECTION: &[u8] = b"boneyard-fair/1 section\0";
}

/// The text doesn't have the right number of lower-case hex digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{size} bytes are written as lower-case hex digits, two for each")]
pub struct ParseBytesError {
    pub(crate) size: usize,
}

/// Defines a type with a fixed number of bytes, written as hex digits.
macro_rules! hex_type {
    ($size:expr, $pattern:literal, $(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[cfg_attr(feature = "schema", schemars(extend("pattern" = $pattern)))]
        pub struct $name(
            #[cfg_attr(feature = "schema", schemars(with = "String"))] pub(crate) [u8; $size],
        );

        impl $name {
            /// The value's bytes.
            #[must_use]
            pub const fn bytes(&self) -> &[u8; $size] {
                &self.0
            }
        }

        impl From<[u8; $size]> for $name {
            fn from(bytes: [u8; $size]) -> Self {
                Self(bytes)
            }
        }

        /// Prints lower-case hex digits.
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                HEXLOWER.encode_display(&self.0).fmt(f)
            }
        }

        impl FromStr for $name {
            type Err = ParseBytesError;

            fn from_str(text: &str) -> Result<Self, ParseBytesError> {
                let bytes = HEXLOWER.decode(text.as_bytes()).ok();
                let bytes = bytes.and_then(|bytes| bytes.try_into().ok());
                bytes.map(Self).ok_or(ParseBytesError { size: $size })
            }
        }
    };
}
pub(crate) use hex_type;

macro_rules! bytes {
    ($(#[$doc:meta])* $name:ident) => {
        hex_type! { BYTES, "^[0-9a-f]{64}$", $(#[$doc])* #[derive(Default)] $name }

        /// Serialized as text; in binary formats as the bytes.
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                if serializer.is_human_readable() {
                    serializer.collect_str(self)
                } else {
                    self.0.serialize(serializer)
                }
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                if deserializer.is_human_readable() {
                    boneyard_rules::text::deserialize(deserializer)
                } else {
                    Deserialize::deserialize(deserializer).map(Self)
                }
            }
        }
    };
}

macro_rules! unprinted {
    ($name:ident) => {
        /// Doesn't print the value, so that it stays out of logs: with this value a program could compute
        /// the tiles before they are shown.
        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(concat!(stringify!($name), "(…)"))
            }
        }
    };
}

bytes! {
    /// The seed of all random values of a table. It is drawn when the table is opened, and never
    /// shown.
    TableSeed
}
bytes! {
    /// A secret in the chain of a match. It is shown when its round has ended.
    Secret
}
bytes! {
    /// The contribution of a seat to the deals of a match. It is revealed after the match's terms are
    /// fixed.
    Seed
}
bytes! {
    /// A value that its owner shows first and can't change afterwards: the head of a chain, or the
    /// hash of a seed.
    #[derive(Debug)]
    Commitment
}
unprinted!(TableSeed);
unprinted!(Secret);
unprinted!(Seed);

bytes! {
    /// A SHA-256 hash.
    #[derive(Debug)]
    Hash
}
bytes! {
    /// The key with which everybody can check a server's signatures (Ed25519, RFC 8032).
    #[derive(Debug)]
    PublicKey
}

impl Hash {
    /// The hash of all parts, joined without separators.
    #[must_use]
    pub fn of(parts: &[&[u8]]) -> Self {
        let mut hash = Sha256::new();
        for part in parts {
            hash.update(part);
        }
        Self(hash.finalize().into())
    }
}

fn hash(label: &[u8], bytes: &[u8; BYTES]) -> [u8; BYTES] {
    Hash::of(&[label, bytes]).0
}

impl Seed {
    /// The commitment to this seed. The seed's owner shows it before any seat shows its seed.
    #[must_use]
    pub fn commitment(&self) -> Commitment {
        Commitment(hash(label::SEED, &self.0))
    }

    /// Whether `promise` is the commitment to this seed.
    #[must_use]
    pub fn keeps(&self, promise: &Commitment) -> bool {
        self.commitment() == *promise
    }
}

impl Secret {
    /// The previous secret in the chain.
    #[must_use]
    pub fn before(&self) -> Self {
        Self(hash(label::CHAIN, &self.0))
    }

    /// The head of the chain, computed from this secret. `number` is the secret's number in the chain;
    /// the first secret has number 1.
    #[must_use]
    pub fn commitment(&self, number: u32) -> Commitment {
        Commitment((0..number).fold(*self, |secret, _| secret.before()).0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_read_back_as_printed_and_in_no_other_form() {
        let seed = Seed::from(std::array::from_fn(|i| (i as u8).wrapping_mul(9)));
        let text = seed.to_string();
        assert_eq!(text.parse(), Ok(seed));
        assert_eq!(serde_json::to_string(&seed).unwrap(), format!("{text:?}"));
        let odd = format!("{}g", &text[1..]);
        for other in ["", &text[1..], &text.to_uppercase(), &odd, &"é".repeat(32)] {
            assert_eq!(
                other.parse::<Seed>(),
                Err(ParseBytesError { size: BYTES }),
                "{other}"
            );
        }
    }

    #[test]
    fn no_secret_is_printed_by_accident() {
        assert_eq!(format!("{:?}", Secret::default()), "Secret(…)");
        assert_eq!(format!("{:?}", Seed::default()), "Seed(…)");
        assert_eq!(format!("{:?}", TableSeed::default()), "TableSeed(…)");
    }
}
