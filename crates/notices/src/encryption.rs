//! The encryption of what a browser is told (RFC 8291): one record of the content coding `aes128gcm` (RFC 8188). The
//! push service that passes it on can't read it.

use boneyard_base::limits;
use p256::{PublicKey, SecretKey};
use rand::TryRng as _;
use rand::rngs::{SysError, SysRng};
use ring::aead::{self, AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::hkdf::{self, HKDF_SHA256, KeyType, Salt};

/// The length of an uncompressed point of the curve P-256 in bytes.
const POINT_BYTES: usize = 65;

/// The first byte of an uncompressed point.
const UNCOMPRESSED: u8 = 4;

/// The length of the secret that a browser shares with the server, in bytes.
const AUTH_BYTES: usize = 16;

const SALT_BYTES: usize = 16;

/// The size of a record that the head announces. The only record is shorter.
const RECORD_BYTES: u32 = 4_096;

/// The byte after the text of the last record. Zeros follow it.
const END: u8 = 2;

/// The keys of a browser.
#[derive(Clone, Debug)]
pub(crate) struct Recipient {
    key: PublicKey,
    point: [u8; POINT_BYTES],
    auth: [u8; AUTH_BYTES],
}

/// Why a text can't be encrypted.
#[derive(Debug, thiserror::Error)]
pub(crate) enum EncryptError {
    /// The text has no room in a record.
    #[error("the text is too long")]
    TooLong,
    /// The operating system provides no random numbers.
    #[error("no randomness for a key: {0}")]
    Random(#[from] SysError),
}

/// The length of a key that is derived.
struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

impl Recipient {
    /// The keys, if the first one is an uncompressed point of the curve and the second one has the right length.
    pub(crate) fn new(public_key: &[u8], auth: &[u8]) -> Option<Self> {
        let point: [u8; POINT_BYTES] = public_key.try_into().ok()?;
        if point[0] != UNCOMPRESSED {
            return None;
        }
        Some(Self {
            key: PublicKey::from_sec1_bytes(&point).ok()?,
            point,
            auth: auth.try_into().ok()?,
        })
    }

    /// Encrypts a text with a new key. All results have the same length.
    pub(crate) fn encrypt(&self, text: &[u8]) -> Result<Vec<u8>, EncryptError> {
        let mut salt = [0; SALT_BYTES];
        SysRng.try_fill_bytes(&mut salt)?;
        self.encrypt_with(text, limits::PUSH_PLAIN_BYTES, &random_key()?, salt)
    }

    /// Encrypts a text, with what follows it filled up to `size` bytes.
    fn encrypt_with(
        &self,
        text: &[u8],
        size: usize,
        sender: &SecretKey,
        salt: [u8; SALT_BYTES],
    ) -> Result<Vec<u8>, EncryptError> {
        if text.len() >= size {
            return Err(EncryptError::TooLong);
        }
        let sender_point = sender.public_key().to_sec1_bytes();
        let shared = sender.diffie_hellman(&self.key);
        let info = [b"WebPush: info\0", &self.point[..], &sender_point[..]];
        let input = derive::<32>(&self.auth, shared.raw_secret_bytes(), &info);
        let key = derive::<16>(&salt, &input, &[b"Content-Encoding: aes128gcm\0"]);
        let nonce = derive::<12>(&salt, &input, &[b"Content-Encoding: nonce\0"]);

        let mut record = text.to_vec();
        record.push(END);
        record.resize(size, 0);
        let key =
            UnboundKey::new(&AES_128_GCM, &key).expect("the key has the length of the cipher's");
        let nonce = Nonce::assume_unique_for_key(nonce);
        LessSafeKey::new(key)
            .seal_in_place_append_tag(nonce, Aad::empty(), &mut record)
            .expect("the record is far shorter than the cipher allows");

        let mut body = salt.to_vec();
        body.extend(RECORD_BYTES.to_be_bytes());
        body.push(POINT_BYTES as u8);
        body.extend(&*sender_point);
        body.extend(record);
        debug_assert_eq!(
            body.len(),
            SALT_BYTES + 5 + POINT_BYTES + size + aead::MAX_TAG_LEN
        );
        Ok(body)
    }
}

/// A new private key.
pub(crate) fn random_key() -> Result<SecretKey, SysError> {
    loop {
        let mut bytes = [0; 32];
        SysRng.try_fill_bytes(&mut bytes)?;
        // A number that is no key comes once in four billion times.
        if let Ok(key) = SecretKey::from_slice(&bytes) {
            return Ok(key);
        }
    }
}

/// `N` bytes that follow from a secret (HKDF with SHA-256, RFC 5869).
fn derive<const N: usize>(salt: &[u8], secret: &[u8], info: &[&[u8]]) -> [u8; N] {
    let key: hkdf::Prk = Salt::new(HKDF_SHA256, salt).extract(secret);
    let mut derived = [0; N];
    key.expand(info, Length(N))
        .and_then(|output| output.fill(&mut derived))
        .expect("so few bytes can be derived");
    derived
}

#[cfg(test)]
mod tests {
    use data_encoding::BASE64URL_NOPAD;

    use super::*;

    fn bytes(base64: &str) -> Vec<u8> {
        BASE64URL_NOPAD.decode(base64.as_bytes()).unwrap()
    }

    #[test]
    fn the_example_of_rfc_8291_comes_out() {
        // RFC 8291, section 5 and appendix A.
        let recipient = Recipient::new(
            &bytes("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
            &bytes("BTBZMqHH6r4Tts7J_aSIgg"),
        )
        .unwrap();
        let sender =
            SecretKey::from_slice(&bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")).unwrap();
        let salt = bytes("DGv6ra1nlYgDCS1FRnbzlw").try_into().unwrap();
        let text = b"When I grow up, I want to be a watermelon";
        let body = recipient
            .encrypt_with(text, text.len() + 1, &sender, salt)
            .unwrap();
        let expected = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
        assert_eq!(BASE64URL_NOPAD.encode(&body), expected);
    }

    #[test]
    fn keys_that_are_none_are_refused_and_all_texts_have_one_length() {
        let key = random_key().unwrap();
        let point = key.public_key().to_sec1_bytes();
        let recipient = Recipient::new(&point, &[7; AUTH_BYTES]).unwrap();
        let lengths = [&b""[..], b"{}", &[b'x'; limits::PUSH_PLAIN_BYTES - 1]]
            .map(|text| recipient.encrypt(text).unwrap().len());
        assert_eq!(lengths, [lengths[0]; 3]);
        assert!(lengths[0] <= 4_096, "what push services take");
        let long = recipient.encrypt(&[b'x'; limits::PUSH_PLAIN_BYTES]);
        assert!(matches!(long, Err(EncryptError::TooLong)));

        let mut beside_the_curve = point.to_vec();
        beside_the_curve[64] ^= 1;
        let mut compressed = point[..33].to_vec();
        compressed[0] = 2;
        for point in [&beside_the_curve[..], &compressed, &point[..64], &[], &[0]] {
            assert!(Recipient::new(point, &[7; AUTH_BYTES]).is_none());
        }
        assert!(Recipient::new(&point, &[7; 15]).is_none());
    }
}
