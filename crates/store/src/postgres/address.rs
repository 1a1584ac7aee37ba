//! The address of a PostgreSQL database, and how connections to the database are protected. `sslmode` and
//! `sslrootcert` have the same meaning as in libpq. The driver knows only half of the modes of `sslmode`, so
//! this module parses them.

use std::fmt;
use std::str::FromStr;

use boneyard_base::limits;
use parking_lot::Mutex;
use percent_encoding::percent_decode_str;
use postgres::config::{Host, SslMode};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject as _;

use super::lock::Lock;
use super::numbers::Numbers;
use super::tls::{Connector, Trust};
use crate::{Sharing, StoreError, TlsError};

/// How a connection is protected: the values of `sslmode`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Mode {
    Disable,
    Allow,
    #[default]
    Prefer,
    Require,
    VerifyCa,
    VerifyFull,
}

impl Mode {
    const ALL: [(&'static str, Self); 6] = [
        ("disable", Self::Disable),
        ("allow", Self::Allow),
        ("prefer", Self::Prefer),
        ("require", Self::Require),
        ("verify-ca", Self::VerifyCa),
        ("verify-full", Self::VerifyFull),
    ];

    /// The modes in which the driver tries to connect. The second mode is tried if the database server
    /// refuses the first one.
    pub(super) fn attempts(self) -> &'static [SslMode] {
        match self {
            Self::Disable => &[SslMode::Disable],
            Self::Allow => &[SslMode::Disable, SslMode::Require],
            Self::Prefer => &[SslMode::Prefer, SslMode::Disable],
            Self::Require | Self::VerifyCa | Self::VerifyFull => &[SslMode::Require],
        }
    }
}

impl FromStr for Mode {
    type Err = TlsError;

    fn from_str(text: &str) -> Result<Self, TlsError> {
        let found = Self::ALL.iter().find(|(name, _)| *name == text);
        found
            .map(|(_, mode)| *mode)
            .ok_or_else(|| TlsError::Mode(text.to_owned()))
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = Self::ALL.iter().find(|(_, mode)| mode == self);
        f.write_str(found.map_or("", |(name, _)| name))
    }
}

/// The host, the user and the protection of connections, and the state that all connections share.
pub(crate) struct Address {
    pub config: postgres::Config,
    pub(super) mode: Mode,
    pub(super) connector: Connector,
    /// Whether the last connection was encrypted. `None` before the first connection. A change is logged.
    pub encrypted: Mutex<Option<bool>>,
    /// Whether other nodes use the same database.
    pub sharing: Sharing,
    /// This server's lock on the database.
    pub(super) lock: Mutex<Lock>,
    /// The numbers of tables that this server has used.
    pub(super) numbers: Numbers,
}

impl Address {
    /// Whether an address names a PostgreSQL database.
    pub(crate) fn is_postgres(address: &str) -> bool {
        address.starts_with("postgres://") || address.starts_with("postgresql://")
    }

    /// Parses an address, and reads the certificates that it names.
    pub(crate) fn parse(address: &str, sharing: Sharing) -> Result<Self, StoreError> {
        let Parameters { rest, mode, roots } = Parameters::take(address)?;
        let mut config: postgres::Config = rest.parse().map_err(|_| StoreError::Address)?;
        config
            .connect_timeout(limits::STORE_TIMEOUT)
            // Without this limit, the driver would wait for hours for an answer from a host that is no longer
            // reachable.
            .tcp_user_timeout(limits::COMMIT_TIMEOUT)
            .keepalives_idle(std::time::Duration::from_mins(1));
        if config.get_hosts().is_empty() {
            // The driver compares this name with the certificate's.
            for address in config.get_hostaddrs().to_vec() {
                config.host(&address.to_string());
            }
        }
        let (mode, trust) = trust(mode, roots.as_deref())?;
        // PostgreSQL doesn't support TLS on Unix sockets. Like libpq, the server then doesn't ask for TLS.
        let mode = if is_socket(&config) {
            Mode::Disable
        } else {
            mode
        };
        Ok(Self {
            config,
            mode,
            connector: Connector::new(trust)?,
            encrypted: Mutex::default(),
            sharing,
            lock: Mutex::default(),
            numbers: Numbers::default(),
        })
    }

    /// Whether the connection stays on this machine.
    pub(super) fn is_local(&self) -> bool {
        let is_local = |host: &Host| match host {
            Host::Tcp(name) => {
                name == "localhost"
                    || name
                        .parse()
                        .is_ok_and(|address: std::net::IpAddr| address.is_loopback())
            }
            #[cfg(unix)]
            Host::Unix(_) => true,
        };
        let addresses = self.config.get_hostaddrs();
        if addresses.is_empty() {
            self.config.get_hosts().iter().all(is_local)
        } else {
            addresses.iter().all(std::net::IpAddr::is_loopback)
        }
    }
}

#[cfg(unix)]
fn is_socket(config: &postgres::Config) -> bool {
    let hosts = config.get_hosts();
    hosts.iter().all(|host| matches!(host, Host::Unix(_)))
}

#[cfg(not(unix))]
fn is_socket(_: &postgres::Config) -> bool {
    false
}

/// Decides which certificates of a database server are trusted.
fn trust(mode: Option<Mode>, roots: Option<&str>) -> Result<(Mode, Trust), TlsError> {
    let Some(roots) = roots else {
        let mode = mode.unwrap_or_default();
        return match mode {
            Mode::VerifyCa | Mode::VerifyFull => Err(TlsError::NoRoots(mode.to_string())),
            _ => Ok((mode, Trust::Anything)),
        };
    };
    if roots == "system" {
        // The authorities that the system trusts sign certificates for any host, so the host name must be
        // verified.
        return match mode.unwrap_or(Mode::VerifyFull) {
            Mode::VerifyFull => Ok((Mode::VerifyFull, Trust::system()?)),
            _ => Err(TlsError::SystemRoots),
        };
    }
    let mode = mode.unwrap_or_default();
    let certificates = || {
        let failed = |error: rustls::pki_types::pem::Error| TlsError::Roots {
            path: roots.to_owned(),
            reason: error.to_string(),
        };
        let certificates = CertificateDer::pem_file_iter(roots).map_err(failed)?;
        certificates.collect::<Result<_, _>>().map_err(failed)
    };
    match mode {
        Mode::Disable | Mode::Allow | Mode::Prefer => Err(TlsError::RootsUnused(mode.to_string())),
        // As in libpq, the mode `require` also verifies the certificate if the address names certificates of
        // authorities.
        Mode::Require | Mode::VerifyCa => Ok((mode, Trust::file(roots, certificates()?, false)?)),
        Mode::VerifyFull => Ok((mode, Trust::file(roots, certificates()?, true)?)),
    }
}

/// The parameters of an address that this module parses, and the rest of the address.
struct Parameters {
    rest: String,
    mode: Option<Mode>,
    roots: Option<String>,
}

impl Parameters {
    /// Separates the parameters from an address. If a parameter occurs twice, the last one is used, as in the
    /// driver.
    fn take(address: &str) -> Result<Self, StoreError> {
        let (mut mode, mut roots) = (None, None);
        // The search begins after the password, since a password may contain a question mark.
        let host_at = address.find('@').map_or(0, |at| at + 1);
        let Some(query_at) = address[host_at..].find('?').map(|at| host_at + at) else {
            let rest = address.to_owned();
            return Ok(Self { rest, mode, roots });
        };
        let mut kept = Vec::new();
        for parameter in address[query_at + 1..].split('&') {
            // A parameter without a value stays in the address, and the driver refuses it.
            let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
            match decoded(name)?.as_str() {
                "sslmode" if parameter.contains('=') => mode = Some(decoded(value)?.parse()?),
                "sslrootcert" if parameter.contains('=') => roots = Some(decoded(value)?),
                _ => kept.push(parameter),
            }
        }
        let rest = format!("{}?{}", &address[..query_at], kept.join("&"));
        // As in libpq, an empty `sslrootcert` counts as a missing one.
        let roots = roots.filter(|roots| !roots.is_empty());
        Ok(Self { rest, mode, roots })
    }
}

fn decoded(text: &str) -> Result<String, StoreError> {
    let decoded = percent_decode_str(text).decode_utf8();
    Ok(decoded.map_err(|_| StoreError::Address)?.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(address: &str) -> (String, Option<Mode>, Option<String>) {
        let taken = Parameters::take(address).expect("parameters");
        (taken.rest, taken.mode, taken.roots)
    }

    #[test]
    fn the_parameters_of_tls_are_found_at_any_place() {
        for (address, rest) in [
            ("postgres://a@h/d?sslmode=require", "postgres://a@h/d?"),
            (
                "postgres://a@h/d?sslmode=disable&%73slmode=%72equire&options=-c%20a",
                "postgres://a@h/d?options=-c%20a",
            ),
            (
                "postgres://a:p?b@h?connect_timeout=1&sslmode=require&port=2",
                "postgres://a:p?b@h?connect_timeout=1&port=2",
            ),
        ] {
            let expected = (rest.to_owned(), Some(Mode::Require), None);
            assert_eq!(taken(address), expected);
            let parsed: postgres::Config = rest.parse().expect("an address");
            assert_eq!(parsed.get_user(), Some("a"));
        }
        let (rest, mode, roots) = taken("postgres://a@h/d?sslrootcert=%2Fca%20x.crt");
        assert_eq!((rest.as_str(), mode), ("postgres://a@h/d?", None));
        assert_eq!(roots.as_deref(), Some("/ca x.crt"));
        assert_eq!(taken("postgres://h/d").0, "postgres://h/d");
    }

    #[test]
    fn parameters_that_do_not_fit_are_refused_with_advice() {
        for (parameters, said) in [
            ("sslmode=on", "sslmode=on is unknown: use disable, allow"),
            (
                "sslmode=verify-full",
                "sslmode=verify-full needs sslrootcert",
            ),
            ("sslrootcert=/no.crt", "it has sslmode=prefer"),
            (
                "sslrootcert=system&sslmode=verify-ca",
                "sslmode=verify-full",
            ),
            ("sslrootcert=/no.crt&sslmode=require", "/no.crt"),
        ] {
            let refused = Address::parse(&format!("postgres://a@h/d?{parameters}"), Sharing::Alone);
            let error = refused.err().expect(parameters).to_string();
            assert!(error.contains(said), "{error}");
        }
        for address in ["postgres://a@h/d?sslmode", "postgres://a@h/d?sslcert=x"] {
            let refused = Address::parse(address, Sharing::Alone).err();
            assert!(matches!(refused, Some(StoreError::Address)), "{address}");
        }
    }

    #[test]
    fn addresses_on_this_machine_are_local() {
        for (address, local) in [
            ("postgres://a@localhost/d", true),
            ("postgres://a@127.0.0.2/d", true),
            ("postgres://a@[::1]/d", true),
            ("postgres://a@%2Frun%2Fpostgresql/d", true),
            ("postgres://a@db/d", false),
            ("postgres://a@localhost,10.0.0.1/d", false),
            ("postgres://a@/d?hostaddr=10.0.0.1", false),
        ] {
            let parsed = Address::parse(address, Sharing::Alone).expect(address);
            assert_eq!(parsed.is_local(), local, "{address}");
        }
    }
}
