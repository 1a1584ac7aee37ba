//! TLS to PostgreSQL: tests each `sslmode` with a server that offers TLS, and with one that doesn't.

use std::fs;
use std::time::Duration;

use boneyard_store::{Store, StoreError, TlsError};
use boneyard_testing::{Postgres, Tcp};
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair};
use tempfile::TempDir;
use tokio::time::timeout;

use crate::databases::rows;
use crate::sql::run;

/// The certificates of two authorities in files, and a certificate for "localhost" that the first authority
/// has signed.
struct Certificates {
    directory: TempDir,
    server: String,
    key: String,
}

impl Certificates {
    fn make() -> Self {
        let directory = tempfile::tempdir().unwrap();
        let mut authority = CertificateParams::new(Vec::new()).unwrap();
        authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let ours = KeyPair::generate().unwrap();
        let ours = CertifiedIssuer::self_signed(authority.clone(), ours).unwrap();
        let name = &mut authority.distinguished_name;
        name.push(DnType::CommonName, "another authority");
        let other = KeyPair::generate().unwrap();
        let other = CertifiedIssuer::self_signed(authority, other).unwrap();
        let key = KeyPair::generate().unwrap();
        let server = CertificateParams::new(vec!["localhost".to_owned()]).unwrap();
        let server = server.signed_by(&key, &ours).unwrap().pem();
        for (name, text) in [
            ("ours.crt", ours.pem()),
            ("other.crt", other.pem()),
            ("server.crt", server.clone()),
            ("empty.crt", String::new()),
        ] {
            fs::write(directory.path().join(name), text).unwrap();
        }
        let key = key.serialize_pem();
        Self {
            directory,
            server,
            key,
        }
    }

    /// The connection parameter that names one of the files.
    fn named(&self, name: &str) -> String {
        let path = self.directory.path().join(name).display().to_string();
        format!("sslrootcert={}", path.replace('/', "%2F"))
    }
}

/// After connections were closed, the longest time that PostgreSQL may take to end their sessions.
const SESSIONS_END: Duration = Duration::from_secs(30);

/// A PostgreSQL server with a database, and access to it as an administrator.
struct Server {
    postgres: Postgres,
    /// The address of the database over the server's Unix socket.
    local: String,
}

impl Server {
    fn start(certificates: Option<&Certificates>, rules: &str) -> Self {
        let tcp = Tcp {
            certificate: certificates.map(|made| (made.server.as_str(), made.key.as_str())),
            rules,
        };
        let postgres = Postgres::start_with(tcp);
        let local = postgres.create_database("safe");
        Self { postgres, local }
    }

    /// Opens a store, and returns whether its connections are encrypted.
    async fn open(&self, user: &str, host: &str, parameters: &str) -> Result<bool, StoreError> {
        let port = self.postgres.tcp_address().port();
        let address = format!("postgres://{user}@{host}:{port}/safe?{parameters}");
        let store = Store::open(&address).await?;
        // The store opens another connection for reading.
        store.tables().listed().await?;
        let sessions = self.sessions().await;
        store.close().await;
        let ended = async { while !self.sessions().await.is_empty() {} };
        // A session ends some time after its connection. The next call must not count this session.
        timeout(SESSIONS_END, ended).await.expect("sessions end");
        assert_eq!(sessions.len(), 1, "{sessions:?}");
        assert_eq!(sessions[0][1], "2");
        Ok(sessions[0][0] == "true")
    }

    /// The number of encrypted sessions over TCP, and of sessions over TCP that aren't encrypted.
    async fn sessions(&self) -> Vec<Vec<String>> {
        let count = "SELECT ssl::TEXT, COUNT(*)::TEXT FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) \
             WHERE datname = 'safe' AND pid <> pg_backend_pid() AND client_port > 0 GROUP BY 1";
        rows(&self.local, count).await
    }

    /// Tries to open a store, and returns why that fails.
    async fn refused(&self, host: &str, parameters: &str) -> TlsError {
        match self.open("boneyard", host, parameters).await {
            Err(StoreError::Tls(error)) => error,
            other => panic!("{host} {parameters}: {other:?}"),
        }
    }
}

#[tokio::test]
async fn each_sslmode_gets_what_it_asks_for_from_a_server_with_tls() {
    let made = Certificates::make();
    let server = Server::start(Some(&made), "");
    let (ours, itself) = (made.named("ours.crt"), made.named("server.crt"));
    for (host, parameters, encrypted) in [
        ("localhost", String::new(), true),
        ("127.0.0.1", "sslmode=disable".to_owned(), false),
        ("127.0.0.1", "sslmode=allow".to_owned(), false),
        ("127.0.0.1", "sslmode=prefer".to_owned(), true),
        ("127.0.0.1", "sslmode=require".to_owned(), true),
        ("127.0.0.1", format!("sslmode=require&{ours}"), true),
        ("127.0.0.1", format!("{ours}&sslmode=verify-ca"), true),
        ("127.0.0.1", format!("sslmode=verify-ca&{itself}"), true),
        ("localhost", format!("sslmode=verify-full&{ours}"), true),
        ("localhost", format!("sslmode=verify-full&{itself}"), true),
    ] {
        let opened = server.open("boneyard", host, &parameters).await;
        assert_eq!(opened.expect(&parameters), encrypted, "{parameters}");
    }
}

#[tokio::test]
async fn a_server_whose_certificate_does_not_hold_is_refused() {
    let made = Certificates::make();
    let server = Server::start(Some(&made), "");
    let other = made.named("other.crt");
    for mode in ["require", "verify-ca", "verify-full"] {
        let parameters = format!("sslmode={mode}&{other}");
        let error = server.refused("localhost", &parameters).await;
        assert!(matches!(error, TlsError::Untrusted(_)), "{mode}: {error}");
        assert!(error.to_string().contains("sslrootcert=/path"), "{error}");
    }
    for file in ["ours.crt", "server.crt"] {
        let parameters = format!("sslmode=verify-full&{}", made.named(file));
        let error = server.refused("127.0.0.1", &parameters).await;
        assert!(matches!(error, TlsError::WrongName(_)), "{error}");
    }
    let empty = format!("sslmode=verify-ca&{}", made.named("empty.crt"));
    let error = server.refused("localhost", &empty).await;
    assert!(matches!(error, TlsError::Roots { .. }), "{error}");
}

#[tokio::test]
async fn a_server_without_tls_is_used_only_where_the_address_allows_it() {
    let made = Certificates::make();
    let server = Server::start(None, "");
    for parameters in ["", "sslmode=disable", "sslmode=allow", "sslmode=prefer"] {
        let opened = server.open("boneyard", "127.0.0.1", parameters).await;
        assert!(!opened.expect(parameters), "{parameters}");
    }
    let ours = made.named("ours.crt");
    for parameters in [
        "sslmode=require".to_owned(),
        format!("sslmode=verify-ca&{ours}"),
        format!("sslmode=verify-full&{ours}"),
    ] {
        let error = server.refused("localhost", &parameters).await;
        assert!(matches!(error, TlsError::NotOffered), "{error}");
        assert!(error.to_string().contains("ssl = on"), "{error}");
    }
    // A Unix socket needs no TLS, whatever `sslmode` asks for.
    let socket = format!("{}?sslmode=require", server.local);
    Store::open(&socket).await.unwrap().close().await;
}

#[tokio::test]
async fn what_a_server_refuses_with_tls_or_without_it_is_tried_the_other_way() {
    let made = Certificates::make();
    let rules = "hostssl all plain 127.0.0.1/32 reject\n\
                 hostnossl all strict 127.0.0.1/32 reject\n\
                 hostssl all secret 127.0.0.1/32 scram-sha-256";
    let server = Server::start(Some(&made), rules);
    let sql = "CREATE ROLE plain SUPERUSER LOGIN; CREATE ROLE strict SUPERUSER LOGIN; \
               CREATE ROLE secret SUPERUSER LOGIN PASSWORD 'a secret'";
    run(server.local.clone(), sql.to_owned()).await.unwrap();
    for (user, parameters, encrypted) in [
        ("plain", "sslmode=prefer", false),
        ("strict", "sslmode=allow", true),
        // The password of this user is bound to the certificate.
        (
            "secret:a%20secret",
            "sslmode=require&channel_binding=require",
            true,
        ),
    ] {
        let opened = server.open(user, "127.0.0.1", parameters).await;
        assert_eq!(opened.expect(user), encrypted, "{user}");
    }
    for (user, parameters) in [("plain", "sslmode=require"), ("strict", "sslmode=disable")] {
        let refused = server.open(user, "127.0.0.1", parameters).await;
        let error = refused.unwrap_err().to_string();
        assert!(error.contains("pg_hba.conf"), "{error}");
    }
}
