//! TLS connections to PostgreSQL.

use std::error::Error;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use postgres::Socket;
use postgres::tls::{MakeTlsConnect, TlsConnect};
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::client::{verify_server_cert_signed_by_trust_anchor, verify_server_name};
use rustls::crypto::{
    WebPkiSupportedAlgorithms, ring, verify_tls12_signature, verify_tls13_signature,
};
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::server::ParsedCertificate;
use rustls::{
    CertificateError, ClientConfig, DigitallySignedStruct, RootCertStore, SignatureScheme,
};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::TlsError;

/// The name of the protocol in a TLS handshake (ALPN). PostgreSQL 17 requires it if the connection begins
/// with TLS.
const PROTOCOL: &[u8] = b"postgresql";

/// Which certificates of a database server are trusted.
#[derive(Debug)]
pub(super) enum Trust {
    /// Any certificate. This protects only against an attacker who reads the traffic, not against one who
    /// changes it.
    Anything,
    /// A certificate that one of these authorities has signed, or a certificate that is itself in this list.
    Signed {
        roots: RootCertStore,
        /// The same certificates as in `roots`. A server certificate in this list needs no signature of an
        /// authority, since many PostgreSQL servers have a self-signed certificate.
        certificates: Vec<CertificateDer<'static>>,
        /// Whether the certificate must contain the host name from the database's address.
        checks_name: bool,
    },
}

impl Trust {
    /// Trusts the certificates in a file.
    pub(super) fn file(
        path: &str,
        certificates: Vec<CertificateDer<'static>>,
        checks_name: bool,
    ) -> Result<Self, TlsError> {
        let trust = Self::signed(certificates, checks_name);
        trust.ok_or_else(|| TlsError::Roots {
            path: path.to_owned(),
            reason: "it holds no certificate".to_owned(),
        })
    }

    /// Trusts the authorities that the operating system trusts.
    pub(super) fn system() -> Result<Self, TlsError> {
        let found = rustls_native_certs::load_native_certs();
        Self::signed(found.certs, true).ok_or_else(|| TlsError::Roots {
            path: "system".to_owned(),
            reason: "no certificates were found; install the package ca-certificates".to_owned(),
        })
    }

    fn signed(certificates: Vec<CertificateDer<'static>>, checks_name: bool) -> Option<Self> {
        let mut roots = RootCertStore::empty();
        let (usable, _) = roots.add_parsable_certificates(certificates.iter().cloned());
        (usable > 0).then_some(Self::Signed {
            roots,
            certificates,
            checks_name,
        })
    }
}

/// Verifies a database server's certificate.
#[derive(Debug)]
struct Verifier {
    trust: Trust,
    algorithms: WebPkiSupportedAlgorithms,
}

impl ServerCertVerifier for Verifier {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        _ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        if let Trust::Signed {
            roots,
            certificates,
            checks_name,
        } = &self.trust
        {
            let parsed = ParsedCertificate::try_from(certificate)?;
            if !certificates.contains(certificate) {
                let algorithms = self.algorithms.all;
                verify_server_cert_signed_by_trust_anchor(
                    &parsed,
                    roots,
                    intermediates,
                    now,
                    algorithms,
                )?;
            }
            if *checks_name {
                verify_server_name(&parsed, name)?;
            }
        }
        Ok(ServerCertVerified::assertion())
    }

    // Signatures are verified even if any certificate is trusted. So if a password is bound to the
    // certificate (SCRAM channel binding), a host without the certificate's key can't use the password.
    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls12_signature(message, certificate, signed, &self.algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls13_signature(message, certificate, signed, &self.algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.algorithms.supported_schemes()
    }
}

/// Makes a TLS connection, and stores whether TLS was used: some database servers don't offer TLS.
#[derive(Clone)]
pub(super) struct Connector {
    rustls: MakeRustlsConnect,
    used: Arc<AtomicBool>,
}

impl Connector {
    pub(super) fn new(trust: Trust) -> Result<Self, TlsError> {
        let provider = ring::default_provider();
        let verifier = Verifier {
            trust,
            algorithms: provider.signature_verification_algorithms,
        };
        let mut config = ClientConfig::builder_with_provider(Arc::new(provider))
            .with_safe_default_protocol_versions()
            .map_err(|error| TlsError::Handshake(error.to_string()))?
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(verifier))
            .with_no_client_auth();
        config.alpn_protocols = vec![PROTOCOL.to_vec()];
        Ok(Self {
            rustls: MakeRustlsConnect::new(config),
            used: Arc::default(),
        })
    }

    /// A connector for one connection, and a flag. After the connection was made, the flag is set if the
    /// connection is encrypted.
    pub(super) fn for_one(&self) -> (Self, Arc<AtomicBool>) {
        let used = Arc::new(AtomicBool::new(false));
        let rustls = self.rustls.clone();
        let connector = Self {
            rustls,
            used: Arc::clone(&used),
        };
        (connector, used)
    }
}

type Rustls = <MakeRustlsConnect as MakeTlsConnect<Socket>>::TlsConnect;

impl MakeTlsConnect<Socket> for Connector {
    type Stream = <Rustls as TlsConnect<Socket>>::Stream;
    type TlsConnect = Noted;
    type Error = <MakeRustlsConnect as MakeTlsConnect<Socket>>::Error;

    fn make_tls_connect(&mut self, host: &str) -> Result<Noted, Self::Error> {
        // If the database's address names several hosts, the driver tries one after another. The flag must
        // describe the last host that was tried.
        self.used.store(false, Ordering::Relaxed);
        let rustls = MakeTlsConnect::<Socket>::make_tls_connect(&mut self.rustls, host)?;
        let used = Arc::clone(&self.used);
        Ok(Noted { rustls, used })
    }
}

/// Makes a TLS connection to one host, and sets the flag.
pub(super) struct Noted {
    rustls: Rustls,
    used: Arc<AtomicBool>,
}

impl TlsConnect<Socket> for Noted {
    type Stream = <Rustls as TlsConnect<Socket>>::Stream;
    type Error = <Rustls as TlsConnect<Socket>>::Error;
    type Future = <Rustls as TlsConnect<Socket>>::Future;

    fn connect(self, stream: Socket) -> Self::Future {
        self.used.store(true, Ordering::Relaxed);
        self.rustls.connect(stream)
    }
}

/// The TLS error that caused an error of the driver. `None` if the error has another cause.
pub(super) fn explained(error: &postgres::Error) -> Option<TlsError> {
    // The driver has no public error kinds, so the text of the error is compared.
    if error.to_string() != "error performing TLS handshake" {
        return None;
    }
    let cause = error.source()?;
    let rustls = cause
        .downcast_ref::<io::Error>()
        .and_then(|error| error.get_ref()?.downcast_ref::<rustls::Error>());
    Some(match rustls {
        Some(rustls::Error::InvalidCertificate(
            error @ (CertificateError::NotValidForName
            | CertificateError::NotValidForNameContext { .. }),
        )) => TlsError::WrongName(error.to_string()),
        Some(rustls::Error::InvalidCertificate(error)) => TlsError::Untrusted(error.to_string()),
        Some(error) => TlsError::Handshake(error.to_string()),
        None if cause.to_string().contains("does not support TLS") => TlsError::NotOffered,
        None => TlsError::Handshake(cause.to_string()),
    })
}
