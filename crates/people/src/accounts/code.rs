//! Codes that people read, print and type: digits and letters that can't be mistaken for each other, as
//! Douglas Crockford's Base32 has them.

use data_encoding::HEXLOWER;
use rand::TryRng as _;
use rand::rngs::{SysError, SysRng};
use sha2::{Digest as _, Sha256};

/// 32 characters, so that each is worth five bits.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// The number of characters in a group of a shown code.
const GROUP: usize = 4;

/// Signs another device in, for a few minutes: 40 bits.
pub(crate) type TransferCode = Code<8>;

/// Signs the owner of an account in who has lost all devices: 100 bits. That is too many to guess, so the
/// stored hash needs no salt and need not be slow.
pub(crate) type RecoveryCode = Code<20>;

/// A code of `CHARS` characters.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Code<const CHARS: usize>([u8; CHARS]);

impl<const CHARS: usize> Code<CHARS> {
    /// A random code.
    ///
    /// # Errors
    ///
    /// When the operating system has no randomness.
    pub(crate) fn random() -> Result<Self, SysError> {
        let mut bytes = [0; CHARS];
        SysRng.try_fill_bytes(&mut bytes)?;
        Ok(Self(bytes.map(|byte| ALPHABET[usize::from(byte % 32)])))
    }

    /// Reads a typed code. Small letters, spaces and hyphens are accepted, and letters that look like a
    /// digit count as the digit.
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

    /// The hash, which is stored in place of the code.
    pub(crate) fn hash(&self) -> String {
        HEXLOWER.encode(&Sha256::digest(self.0))
    }

    /// The code as it is shown to its owner, once.
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
