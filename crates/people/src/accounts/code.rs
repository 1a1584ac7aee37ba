//! Codes that people read, print and type. They contain only digits and letters that can't be mistaken for
//! each other, as in Douglas Crockford's Base32.

use data_encoding::HEXLOWER;
use rand::TryRng as _;
use rand::rngs::{SysError, SysRng};
use sha2::{Digest as _, Sha256};

/// 32 characters, so each character of a code stands for five bits.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// The number of characters in each group of a displayed code.
const GROUP: usize = 4;

/// A code that signs in another device. It has 40 bits, and is valid for a few minutes.
pub(crate) type TransferCode = Code<8>;

/// A code that signs in the owner of an account who has lost all devices. It has 100 bits, which is too many
/// to guess. So the stored hash needs no salt and no slow hash function.
pub(crate) type RecoveryCode = Code<20>;

/// A code of `CHARS` characters.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Code<const CHARS: usize>([u8; CHARS]);

impl<const CHARS: usize> Code<CHARS> {
    /// Makes a random code.
    ///
    /// # Errors
    ///
    /// When the operating system provides no random numbers.
    pub(crate) fn random() -> Result<Self, SysError> {
        let mut bytes = [0; CHARS];
        SysRng.try_fill_bytes(&mut bytes)?;
        Ok(Self(bytes.map(|byte| ALPHABET[usize::from(byte % 32)])))
    }

    /// Parses a typed code. Accepts lower case, spaces and hyphens. A letter that looks like a digit is read
    /// as the digit.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let typed = text.bytes().filter(|byte| !matches!(byte, b' ' | b'-'));
        let read = typed.map(|byte| match byte.to_ascii_uppercase() {
            b'O' => b'0',
            b'I' | b'L' => b'1',
            other => other,
        });
        let code: Vec<u8> = read.take(CHARS + 1).collect();
        let is_code = code.iter().all(|byte| ALPHABET.contains(byte));
        is_code.then_some(())?;
        code.try_into().ok().map(Self)
    }

    /// The hash that is stored instead of the code.
    pub(crate) fn hash(&self) -> String {
        HEXLOWER.encode(&Sha256::digest(self.0))
    }

    /// The code as text, in groups of characters. The owner sees this text only once.
    pub(crate) fn reveal(&self) -> String {
        let groups: Vec<String> = self
            .0
            .chunks(GROUP)
            .map(|group| String::from_utf8_lossy(group).into_owned())
            .collect();
        groups.join("-")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_reads_back_as_people_type_it() {
        let code = RecoveryCode::random().unwrap();
        let shown = code.reveal();
        assert_eq!(shown.len(), 24);
        assert!(Code::read(&shown).as_ref() == Some(&code));
        let typed = shown
            .to_lowercase()
            .replace('-', " ")
            .replace('0', "o")
            .replace('1', "l");
        assert!(Code::read(&typed).as_ref() == Some(&code));
        for other in [
            "",
            "ABCD",
            &shown[1..],
            &format!("{shown}0"),
            "ABCD-EFGÜ",
            "UUUU-UUUU",
        ] {
            assert!(RecoveryCode::read(other).is_none(), "{other}");
            assert!(TransferCode::read(other).is_none(), "{other}");
        }
    }

    #[test]
    fn a_code_is_not_stored() {
        let code = TransferCode::random().unwrap();
        assert_eq!(code.reveal().len(), 9);
        assert!(!code.hash().to_uppercase().contains(&code.reveal()));
        assert_ne!(code.hash(), TransferCode::random().unwrap().hash());
    }
}
