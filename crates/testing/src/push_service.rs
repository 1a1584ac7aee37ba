//! A push service on this machine, with an authority of its own for its certificate, and a browser that decrypts what
//! the service gets for it. Both are written from the RFCs, apart from the server's code.

use std::net::SocketAddr;
use std::sync::Arc;

use data_encoding::BASE64URL_NOPAD;
use p256::ecdsa::signature::Verifier as _;
use p256::ecdsa::{Signature, VerifyingKey};
use p256::{PublicKey, SecretKey};
use parking_lot::Mutex;
use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::hmac;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};
use tokio_rustls::rustls::{RootCertStore, ServerConfig};

/// What a push service answers.
#[derive(Clone, Debug)]
pub enum PushAnswer {
    /// A status, with the lines of headers.
    Status(u16, String),
    /// Nothing, on a connection that stays open.
    Never,
}

/// A request that a push service got.
#[derive(Clone, Debug)]
pub struct PushRequest {
    /// The path of the browser's URL.
    pub path: String,
    /// The headers, in lower case, one per line.
    pub head: String,
    /// The encrypted text.
    pub body: Vec<u8>,
}

/// A push service.
pub struct PushService {
    /// The address of the service.
    pub address: SocketAddr,
    /// The authority that has signed the service's certificate.
    pub roots: RootCertStore,
    answer: Arc<Mutex<PushAnswer>>,
    requests: mpsc::UnboundedReceiver<PushRequest>,
}

impl PushService {
    /// Starts a service with this host's name, which takes what it gets.
    pub async fn start(host: &str) -> Self {
        let authority_key = KeyPair::generate().unwrap();
        let mut authority = CertificateParams::default();
        authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let authority_certificate = authority.self_signed(&authority_key).unwrap();
        let issuer = Issuer::new(authority, authority_key);
        let key = KeyPair::generate().unwrap();
        let certificate = CertificateParams::new([host.to_owned()]).unwrap();
        let certificate = certificate.signed_by(&key, &issuer).unwrap();

        let mut roots = RootCertStore::empty();
        roots.add(authority_certificate.der().clone()).unwrap();
        let chain: Vec<CertificateDer<'static>> = vec![certificate.der().clone()];
        let key = PrivateKeyDer::from(PrivatePkcs8KeyDer::from(key.serialize_der()));
        let config = ServerConfig::builder()
            .with_no_client_auth()
            .with_single_cert(chain, key)
            .unwrap();
        let acceptor = TlsAcceptor::from(Arc::new(config));

        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (got, requests) = mpsc::unbounded_channel();
        let answer = Arc::new(Mutex::new(PushAnswer::Status(201, String::new())));
        let answers = Arc::clone(&answer);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (acceptor, got, answers) =
                    (acceptor.clone(), got.clone(), Arc::clone(&answers));
                tokio::spawn(serve(stream, acceptor, got, answers));
            }
        });
        Self {
            address,
            roots,
            answer,
            requests,
        }
    }

    /// Sets what the service answers from now on.
    pub fn answers(&self, answer: PushAnswer) {
        *self.answer.lock() = answer;
    }

    /// Sets the status that the service answers from now on.
    pub fn answers_status(&self, status: u16) {
        self.answers(PushAnswer::Status(status, String::new()));
    }

    /// Waits for the next request.
    pub async fn next(&mut self) -> PushRequest {
        self.requests.recv().await.unwrap()
    }

    /// Whether no request has come, apart from those that the test has already taken.
    pub fn is_empty(&mut self) -> bool {
        self.requests.try_recv().is_err()
    }
}

/// Reads a request, tells the test, and answers.
async fn serve(
    stream: TcpStream,
    acceptor: TlsAcceptor,
    got: mpsc::UnboundedSender<PushRequest>,
    answers: Arc<Mutex<PushAnswer>>,
) -> Option<()> {
    let mut stream = BufReader::new(acceptor.accept(stream).await.ok()?);
    let mut first = String::new();
    stream.read_line(&mut first).await.ok()?;
    let path = first.strip_prefix("POST ")?.split(' ').next()?.to_owned();
    let mut head = String::new();
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).await.ok()?;
        if line.trim_end().is_empty() {
            break;
        }
        head.push_str(&line.replace('\r', ""));
    }
    let mut request = PushRequest {
        path,
        head,
        body: Vec::new(),
    };
    request.body = vec![0; request.header("content-length").parse().ok()?];
    stream.read_exact(&mut request.body).await.ok()?;
    let answer = answers.lock().clone();
    got.send(request).ok()?;
    match answer {
        PushAnswer::Status(status, headers) => {
            let answer = format!("HTTP/1.1 {status} x\r\n{headers}content-length: 0\r\n\r\n");
            stream.write_all(answer.as_bytes()).await.ok()?;
            stream.shutdown().await.ok()
        }
        // Until the client goes.
        PushAnswer::Never => stream.read(&mut [0]).await.ok().map(drop),
    }
}

impl PushRequest {
    /// The value of a header; empty without it.
    pub fn header(&self, name: &str) -> &str {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(':'));
        let found = lines.find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map_or("", |(_, value)| value.trim())
    }

    /// The claims of the server's token, if the token is signed with the key that it names and that is `server_key`.
    pub fn claims(&self, server_key: &str) -> Value {
        let said = self.header("authorization").strip_prefix("vapid ").unwrap();
        let field = |name: &str| {
            let mut fields = said.split(',').map(str::trim);
            fields.find_map(|field| field.strip_prefix(name)).unwrap()
        };
        let (token, key) = (field("t="), field("k="));
        assert_eq!(key, server_key);
        let (signed, signature) = token.rsplit_once('.').unwrap();
        let key = VerifyingKey::from_sec1_bytes(&decoded(key)).unwrap();
        let signature = Signature::from_slice(&decoded(signature)).unwrap();
        key.verify(signed.as_bytes(), &signature).unwrap();
        let (head, claims) = signed.split_once('.').unwrap();
        let head: Value = serde_json::from_slice(&decoded(head)).unwrap();
        assert_eq!(head["alg"], "ES256");
        serde_json::from_slice(&decoded(claims)).unwrap()
    }
}

/// A browser that has subscribed at a push service.
pub struct PushBrowser {
    key: SecretKey,
    auth: [u8; 16],
    endpoint: String,
}

impl PushBrowser {
    /// A browser with this URL at its push service.
    pub fn at(endpoint: &str) -> Self {
        let mut seed = [1; 32];
        let bytes = uuid_bytes();
        seed[16..].copy_from_slice(&bytes);
        Self {
            key: SecretKey::from_slice(&seed).unwrap(),
            auth: bytes,
            endpoint: endpoint.to_owned(),
        }
    }

    /// What the page sends the server of the subscription.
    pub fn subscription(&self) -> Value {
        let point = self.key.public_key().to_sec1_bytes();
        json!({
            "endpoint": self.endpoint,
            "p256dh": BASE64URL_NOPAD.encode(&point),
            "auth": BASE64URL_NOPAD.encode(&self.auth),
            "language": "en",
        })
    }

    /// Decrypts the text of a request (RFC 8188, RFC 8291).
    pub fn read(&self, request: &PushRequest) -> Value {
        assert_eq!(request.header("content-encoding"), "aes128gcm");
        let body = &request.body;
        let (salt, rest) = body.split_at(16);
        let (size, rest) = rest.split_at(4);
        assert!(rest.len() <= u32::from_be_bytes(size.try_into().unwrap()) as usize);
        let (sender, record) = rest[1..].split_at(rest[0].into());
        let sender_key = PublicKey::from_sec1_bytes(sender).unwrap();
        let shared = self.key.diffie_hellman(&sender_key);
        let own = self.key.public_key().to_sec1_bytes();
        let info = [b"WebPush: info\0", &own[..], sender].concat();
        let input = hkdf(&self.auth, shared.raw_secret_bytes(), &info);
        let key = hkdf(salt, &input, b"Content-Encoding: aes128gcm\0");
        let nonce = hkdf(salt, &input, b"Content-Encoding: nonce\0");
        let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key[..16]).unwrap());
        let nonce = Nonce::assume_unique_for_key(nonce[..12].try_into().unwrap());
        let mut record = record.to_vec();
        let text = key.open_in_place(nonce, Aad::empty(), &mut record).unwrap();
        let end = text.iter().rposition(|&byte| byte != 0).unwrap();
        assert_eq!(text[end], 2, "the last record ends with 2 and zeros");
        serde_json::from_slice(&text[..end]).unwrap()
    }
}

/// The first 32 bytes that follow from a secret (RFC 5869).
fn hkdf(salt: &[u8], secret: &[u8], info: &[u8]) -> [u8; 32] {
    let sign = |key: &[u8], text: &[u8]| {
        let signed = hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, key), text);
        <[u8; 32]>::try_from(signed.as_ref()).unwrap()
    };
    sign(&sign(salt, secret), &[info, &[1]].concat())
}

fn decoded(text: &str) -> Vec<u8> {
    BASE64URL_NOPAD.decode(text.as_bytes()).unwrap()
}

/// 16 random bytes.
fn uuid_bytes() -> [u8; 16] {
    *boneyard_base::PlayerId::random().as_bytes()
}
