//! A software authenticator for tests. It creates passkeys and answers challenges like a browser; a test can
//! make it dishonest.

use data_encoding::BASE64URL_NOPAD;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair as _};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

/// ES256, the algorithm of the authenticator's keys (RFC 9053).
const ES256: i8 = -7;

/// Flags in the signed data: the user is present and was verified.
const PRESENT_AND_VERIFIED: u8 = 0x05;
/// A flag in the signed data: the data contains a new passkey.
const HAS_CREDENTIAL: u8 = 0x40;

/// A passkey of the authenticator, for one site. Each copy has its own counter of signatures, like a stolen
/// key.
pub struct SoftPasskey {
    /// The id of the credential.
    pub id: Vec<u8>,
    /// The id of the user, as the server named it.
    pub user_handle: Vec<u8>,
    pkcs8: Vec<u8>,
    /// The number of signatures, which each answer tells the server.
    pub count: u32,
}

/// A page in a browser that uses the authenticator.
#[derive(Clone)]
pub struct SoftBrowser {
    /// The origin of the page. The browser adds it to the data that is signed.
    pub origin: String,
}

impl SoftBrowser {
    /// A page at this origin.
    pub fn at(origin: &str) -> Self {
        Self {
            origin: origin.to_owned(),
        }
    }

    /// Works like `navigator.credentials.create`. Returns a new passkey and the answer for the server.
    pub fn create(&self, options: &Value) -> (SoftPasskey, Value) {
        self.create_as(options, ES256)
    }

    /// Like [`Self::create`], but the public key names this algorithm of COSE, from -24 to -1.
    pub fn create_as(&self, options: &Value, algorithm: i8) -> (SoftPasskey, Value) {
        let random = SystemRandom::new();
        let document =
            EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, &random).unwrap();
        let mut id = vec![0; 32];
        ring::rand::SecureRandom::fill(&random, &mut id).unwrap();
        let passkey = SoftPasskey {
            id,
            user_handle: decode(&options["user"]["id"]),
            pkcs8: document.as_ref().to_vec(),
            count: 1,
        };
        let rp_id = options["rp"]["id"].as_str().unwrap();
        let mut data = passkey.authenticator_data(rp_id, PRESENT_AND_VERIFIED | HAS_CREDENTIAL);
        data.extend([0; 16]);
        data.extend(u16::try_from(passkey.id.len()).unwrap().to_be_bytes());
        data.extend(&passkey.id);
        data.extend(passkey.cose_key(algorithm));
        let answer = json!({
            "id": encode(&passkey.id),
            "rawId": encode(&passkey.id),
            "type": "public-key",
            "authenticatorAttachment": "platform",
            "clientExtensionResults": {},
            "response": {
                "clientDataJSON": encode(&self.client_data("webauthn.create", options)),
                "attestationObject": encode(&attestation_object(&data)),
                "transports": ["internal"],
            },
        });
        (passkey, answer)
    }

    /// Works like `navigator.credentials.get` with this passkey. Returns the answer for the server.
    pub fn get(&self, passkey: &mut SoftPasskey, options: &Value) -> Value {
        passkey.count += 1;
        let rp_id = options["rpId"].as_str().unwrap();
        let data = passkey.authenticator_data(rp_id, PRESENT_AND_VERIFIED);
        let client_data = self.client_data("webauthn.get", options);
        let mut signed = data.clone();
        signed.extend(Sha256::digest(&client_data));
        let signature = passkey.keys().sign(&SystemRandom::new(), &signed).unwrap();
        json!({
            "id": encode(&passkey.id),
            "rawId": encode(&passkey.id),
            "type": "public-key",
            "clientExtensionResults": {},
            "response": {
                "clientDataJSON": encode(&client_data),
                "authenticatorData": encode(&data),
                "signature": encode(signature.as_ref()),
                "userHandle": encode(&passkey.user_handle),
            },
        })
    }

    fn client_data(&self, kind: &str, options: &Value) -> Vec<u8> {
        let data = json!({
            "type": kind,
            "challenge": options["challenge"],
            "origin": self.origin,
            "crossOrigin": false,
        });
        data.to_string().into_bytes()
    }
}

impl SoftPasskey {
    /// A copy of the passkey, as a thief of the key would have it.
    pub fn copy(&self) -> Self {
        Self {
            id: self.id.clone(),
            user_handle: self.user_handle.clone(),
            pkcs8: self.pkcs8.clone(),
            count: self.count,
        }
    }

    fn keys(&self) -> EcdsaKeyPair {
        let random = SystemRandom::new();
        EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, &self.pkcs8, &random).unwrap()
    }

    fn authenticator_data(&self, rp_id: &str, flags: u8) -> Vec<u8> {
        let mut data = Sha256::digest(rp_id).to_vec();
        data.push(flags);
        data.extend(self.count.to_be_bytes());
        data
    }

    /// The public key in CBOR (RFC 9053), on the curve P-256.
    fn cose_key(&self, algorithm: i8) -> Vec<u8> {
        // A negative number n is the byte 0x20 plus -1 - n.
        let algorithm = 0x20 + (-1 - algorithm).unsigned_abs();
        let keys = self.keys();
        // The point on the curve in uncompressed form: the byte 4, then x, then y.
        let point = keys.public_key().as_ref();
        let mut key = vec![
            0xa5, 0x01, 0x02, 0x03, algorithm, 0x20, 0x01, 0x21, 0x58, 0x20,
        ];
        key.extend(&point[1..33]);
        key.extend([0x22, 0x58, 0x20]);
        key.extend(&point[33..65]);
        key
    }
}

/// The authenticator data in CBOR, without an attestation by the manufacturer.
fn attestation_object(data: &[u8]) -> Vec<u8> {
    let mut object = vec![0xa3];
    object.extend(b"\x63fmt\x64none\x67attStmt\xa0\x68authData\x58");
    object.push(u8::try_from(data.len()).unwrap());
    object.extend(data);
    object
}

fn encode(bytes: &[u8]) -> String {
    BASE64URL_NOPAD.encode(bytes)
}

fn decode(text: &Value) -> Vec<u8> {
    BASE64URL_NOPAD
        .decode(text.as_str().unwrap().as_bytes())
        .unwrap()
}
