//! The settings of a server: flags and environment variables.

mod smtp;

use std::fmt;
use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use async_nats::{ConnectOptions, ServerAddr};
use clap::{Args, Parser, Subcommand, ValueEnum};
use lettre::message::Mailbox;
use percent_encoding::percent_decode_str;

pub use self::smtp::{ParseSmtpUrlError, SmtpUrl};
use crate::gate::{ForwardedHeader, TrustedProxy};
use crate::identity::Secret;
use crate::limits;
use crate::records::KeepRecords;
use crate::store::Sharing;

/// The command line.
#[derive(Clone, Debug, Parser)]
#[command(
    name = "boneyard-server",
    version,
    about = "A multiplayer dominoes server",
    long_about = "A multiplayer dominoes server: Block, Draw, All Fives, and Fives and Threes, \
                  for two to four players in their browsers.\n\n\
                  Once it accepts connections, it prints its address as the first line on \
                  standard output. Logs go to standard error. SIGINT and SIGTERM stop it \
                  gracefully."
)]
pub struct Cli {
    /// The command, if the program shall not serve.
    #[command(subcommand)]
    pub command: Option<Command>,

    /// The server's settings.
    #[command(flatten)]
    pub config: Config,
}

/// Commands of the program besides serving.
#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
pub enum Command {
    /// Ask the server at the --listen address for its health; exit with 0 if it is healthy, else with 1
    Health,

    /// Copy the SQLite database to a new file, whether a server runs on it or not
    ///
    /// Only the owner can read the copy, and it is checked before it gets its name. An existing file is not
    /// overwritten. Prints how many bytes, tables and finished matches the copy has.
    Backup {
        /// The file to create
        file: PathBuf,
    },

    /// Replace the SQLite database with a backup, while no server runs on it
    ///
    /// The backup is checked before anything is changed, and stays as it is. The earlier database is kept,
    /// and its new name is printed.
    Restore {
        /// The backup to restore
        file: PathBuf,
    },

    /// Add and remove moderators, whether a server runs on the database or not
    ///
    /// Moderators look at reports and act on them. Each change is recorded among the acts of moderators.
    Moderator {
        /// The change
        #[command(subcommand)]
        change: ModeratorChange,
    },

    /// Maintain ratings
    Ratings {
        /// The command
        #[command(subcommand)]
        what: RatingsCommand,
    },
}

/// Changes to the list of moderators.
#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
pub enum ModeratorChange {
    /// Make the account of this name a moderator
    Add {
        /// The name of the account
        name: String,
    },

    /// Make a moderator an ordinary account again
    Remove {
        /// The name of the account
        name: String,
    },

    /// Print the names of all moderators
    List,
}

/// Commands for ratings.
#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
pub enum RatingsCommand {
    /// Compute all ratings again from the records of rated matches, and compare
    ///
    /// Matches are taken in the order in which they were rated; for a match whose record was deleted, the
    /// data that is kept for this purpose. Prints the number of ratings, and the stored ones that differ. If
    /// some differ and are not corrected, exits with 1. No server may run on a SQLite database meanwhile.
    Recompute {
        /// Correct the ratings that differ
        #[arg(long)]
        write: bool,
    },
}

/// The settings of a server. Each flag has an environment variable; the flag wins.
#[derive(Clone, Debug, Args)]
pub struct Config {
    /// Address and port to serve on; port 0 lets the system choose a free one
    #[arg(
        long,
        env = "BONEYARD_LISTEN",
        value_name = "ADDRESS:PORT",
        default_value = "127.0.0.1:8080"
    )]
    pub listen: SocketAddr,

    /// The address of the database.
    #[arg(
        help = "The database: sqlite://path/to/file (created if missing) or \
                postgres://user@host/name",
        long,
        env = "BONEYARD_DATABASE",
        value_name = "URL",
        default_value = "sqlite://data/boneyard.db",
        // The flag may also stand after `backup` and `restore`.
        global = true,
        // The address may contain a password.
        hide_env_values = true
    )]
    pub database: String,

    /// The address of NATS.
    #[arg(
        help = "Address of NATS, through which several servers on one PostgreSQL database work \
                together: nats://[user:password@]host:port, or tls://; several hosts of one NATS \
                are separated by commas. Without it no other server may use the database",
        long,
        env = "BONEYARD_NATS",
        value_name = "URL",
        // The address may contain a password.
        hide_env_values = true
    )]
    pub nats: Option<NatsUrl>,

    /// The address that browsers use.
    #[arg(
        help = "Address under which browsers reach the server, if not the one it listens on: \
                behind a proxy, say https://dominoes.example",
        long,
        env = "BONEYARD_PUBLIC_URL",
        value_name = "URL"
    )]
    pub public_url: Option<PublicUrl>,

    /// The proxies that may name a request's address.
    #[arg(
        help = "Address, network or host name of the proxy in front, say 10.1.2.3, 10.1.2.0/24 or \
                caddy; several are separated by commas. The server believes the visitor's address that \
                the proxy names, so that limits count visitors and not the proxy. A name is looked \
                up every few seconds, and stands for exactly the addresses that it has then",
        long,
        env = "BONEYARD_TRUSTED_PROXY",
        value_name = "PROXY",
        value_delimiter = ','
    )]
    pub trusted_proxy: Vec<TrustedProxy>,

    /// The header in which trusted proxies name a request's address
    #[arg(
        long,
        env = "BONEYARD_FORWARDED_HEADER",
        value_name = "HEADER",
        default_value = "x-forwarded-for"
    )]
    pub forwarded_header: ForwardedHeader,

    /// How many connections one address may have open.
    #[arg(
        help = "Connections that one address may have open: an IPv4 address, or a /64 network of \
                IPv6. A school or a family shares one",
        long,
        env = "BONEYARD_CONNECTIONS_PER_ADDRESS",
        value_name = "NUMBER",
        default_value_t = limits::CONNECTIONS_PER_ADDRESS,
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    pub connections_per_address: u32,

    /// How many tables one address may open.
    #[arg(
        help = "Tables that may be opened from one address in an hour",
        long,
        env = "BONEYARD_TABLES_PER_ADDRESS",
        value_name = "NUMBER",
        default_value_t = limits::TABLES_PER_ADDRESS,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000)
    )]
    pub tables_per_address: u32,

    /// How many rows one address may have written.
    #[arg(
        help = "Rows (moves, names, seats and the like) that may be written from one address in a \
                minute; a 25th of it for one visitor, a tenth at one table. Bots and load tests \
                need more",
        long,
        env = "BONEYARD_ROWS_PER_ADDRESS",
        value_name = "NUMBER",
        default_value_t = limits::ROWS_PER_ADDRESS,
        value_parser = clap::value_parser!(u32).range(25..=1_000_000_000)
    )]
    pub rows_per_address: u32,

    /// The address of the host's own listener.
    #[arg(
        help = "Address and port of a second listener, for the host alone: metrics in the text \
                format of Prometheus on /metrics, the log's filter on /log. Never open it to the \
                internet",
        long,
        env = "BONEYARD_METRICS",
        value_name = "ADDRESS:PORT"
    )]
    pub metrics: Option<SocketAddr>,

    /// Secret that signs the identity cookies, 64 or more hex digits; if not given, created at the first
    /// start and stored in the database
    #[arg(
        long,
        env = "BONEYARD_SIGNING_KEY",
        value_name = "HEX",
        hide_env_values = true
    )]
    pub signing_key: Option<Secret>,

    /// How fast one socket may send.
    #[arg(
        help = "Messages that one WebSocket may send in a second, on average; a client that \
                sends many more is disconnected. People send a few, bots and load tests more",
        long,
        env = "BONEYARD_MESSAGE_RATE",
        value_name = "NUMBER",
        default_value_t = limits::MESSAGES_PER_SECOND,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000)
    )]
    pub message_rate: u32,

    /// The SMTP server.
    #[arg(
        help = "SMTP server that sends mails, so that people can sign in by a code that comes to \
                their email address: smtps://user:password@host, or smtp://... for \
                STARTTLS. Without it the server sends no mail",
        long,
        env = "BONEYARD_SMTP",
        value_name = "URL",
        requires = "mail_from",
        // The address may contain a password.
        hide_env_values = true
    )]
    pub smtp: Option<SmtpUrl>,

    /// The sender of mails.
    #[arg(
        help = "Sender of mails: \"Boneyard <boneyard@dominoes.example>\"",
        long,
        env = "BONEYARD_MAIL_FROM",
        value_name = "ADDRESS",
        requires = "smtp"
    )]
    pub mail_from: Option<Mailbox>,

    /// How many threads decide for computer players.
    #[arg(
        help = "Threads that decide for computer players; as many as the machine has cores if not \
                given. They run when the server has no other work",
        long,
        env = "BONEYARD_COMPUTER_THREADS",
        value_name = "NUMBER",
        value_parser = clap::value_parser!(u16).range(1..=i64::from(limits::COMPUTER_THREADS_MAX))
    )]
    pub computer_threads: Option<u16>,

    /// How long computer players wait before they play, in milliseconds.
    #[arg(
        help = "How long a position is on the table before a computer player plays, in \
                milliseconds; four times as long while a person could call \"Muggins!\"",
        long,
        env = "BONEYARD_BOT_DELAY",
        value_name = "MILLISECONDS",
        default_value_t = limits::BOT_DELAY_MS,
        value_parser = clap::value_parser!(u64).range(..=limits::BOT_DELAY_MS_MAX)
    )]
    pub bot_delay: u64,

    /// How long finished matches are kept.
    #[arg(
        help = "Days for which the records of finished matches are kept; for ever if not given",
        long,
        env = "BONEYARD_KEEP_RECORDS",
        value_name = "DAYS",
        value_parser = clap::value_parser!(u32).range(1..=i64::from(limits::KEEP_RECORDS_DAYS_MAX))
    )]
    pub keep_records: Option<u32>,

    /// What to do with the logs of closed tables
    #[arg(
        long,
        env = "BONEYARD_FINISHED_LOGS",
        value_name = "WHAT",
        default_value = "compress"
    )]
    pub finished_logs: FinishedLogs,

    /// Which log lines are written.
    #[arg(
        help = "What to log: error, warn, info, debug or trace, also for single parts, say \
                info,boneyard_server::store=trace",
        long,
        env = "BONEYARD_LOG",
        value_name = "FILTER",
        default_value = "info"
    )]
    pub log: String,

    /// The format of log lines
    #[arg(
        long,
        env = "BONEYARD_LOG_FORMAT",
        value_name = "FORMAT",
        default_value = "text"
    )]
    pub log_format: LogFormat,
}

/// What to do with a table's log a day after the table is closed. The records of its matches stay.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum FinishedLogs {
    /// Keep it, compressed
    #[default]
    Compress,
    /// Delete it
    Drop,
}

/// The format of log lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// For people
    Text,
    /// For programs: one JSON object in each line
    Json,
}

/// The address of the server for browsers: scheme and authority, without a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicUrl {
    /// In lower case, as browsers send it in `Origin`: `https://dominoes.example`.
    origin: String,
}

/// A text that is not a [`PublicUrl`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a public URL is http:// or https:// and a host, without a path")]
pub struct ParsePublicUrlError;

impl PublicUrl {
    /// The origin in the form that browsers send.
    #[must_use]
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// Whether browsers use TLS.
    #[must_use]
    pub fn is_https(&self) -> bool {
        self.origin.starts_with("https://")
    }
}

impl FromStr for PublicUrl {
    type Err = ParsePublicUrlError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let origin = text.strip_suffix('/').unwrap_or(text).to_ascii_lowercase();
        let host = origin
            .strip_prefix("https://")
            .or_else(|| origin.strip_prefix("http://"))
            .ok_or(ParsePublicUrlError)?;
        let plain = |c: char| c.is_ascii_alphanumeric() || ".-_:[]".contains(c);
        if host.is_empty() || !host.chars().all(plain) {
            return Err(ParsePublicUrlError);
        }
        // Browsers leave a scheme's default port out.
        let default_port = if origin.starts_with("https://") {
            ":443"
        } else {
            ":80"
        };
        let origin = origin.strip_suffix(default_port).unwrap_or(&origin);
        Ok(Self {
            origin: origin.to_owned(),
        })
    }
}

impl fmt::Display for PublicUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.origin)
    }
}

/// The address of NATS: its servers, and the client's credentials.
#[derive(Clone, PartialEq, Eq)]
pub struct NatsUrl {
    servers: Vec<ServerAddr>,
    sign_in: SignIn,
}

#[derive(Clone, PartialEq, Eq)]
enum SignIn {
    Anonymous,
    User { name: String, password: String },
    Token(String),
}

/// A text that is not a [`NatsUrl`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an address of NATS is nats://[user:password@]host:port[,host:port...], or tls://...")]
pub struct ParseNatsUrlError;

impl NatsUrl {
    /// The servers of NATS; the client may connect to any of them.
    pub(crate) fn servers(&self) -> &[ServerAddr] {
        &self.servers
    }

    /// Adds the client's credentials.
    pub(crate) fn sign_in(&self, options: ConnectOptions) -> ConnectOptions {
        match self.sign_in.clone() {
            SignIn::Anonymous => options,
            SignIn::User { name, password } => options.user_and_password(name, password),
            SignIn::Token(token) => options.token(token),
        }
    }
}

impl FromStr for NatsUrl {
    type Err = ParseNatsUrlError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (scheme, rest) = text.split_once("://").ok_or(ParseNatsUrlError)?;
        if !["nats", "tls"].contains(&scheme) || rest.contains(['/', '?', '#']) {
            return Err(ParseNatsUrlError);
        }
        let (user, hosts) = match rest.rsplit_once('@') {
            Some((user, hosts)) => (Some(user), hosts),
            None => (None, rest),
        };
        let decode = |text| percent_decode_str(text).decode_utf8_lossy().into_owned();
        let sign_in = match user.map(|user| (user, user.split_once(':'))) {
            None => SignIn::Anonymous,
            Some((_, Some((name, password)))) => SignIn::User {
                name: decode(name),
                password: decode(password),
            },
            Some((token, None)) => SignIn::Token(decode(token)),
        };
        let server = |host: &str| {
            let server: ServerAddr = format!("{scheme}://{host}").parse().ok()?;
            (!server.host().is_empty()).then_some(server)
        };
        let servers: Option<Vec<_>> = hosts.split(',').map(server).collect();
        let servers = servers.ok_or(ParseNatsUrlError)?;
        Ok(Self { servers, sign_in })
    }
}

/// The servers, without the password.
impl fmt::Display for NatsUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, server) in self.servers.iter().enumerate() {
            let comma = if index == 0 { "" } else { "," };
            write!(f, "{comma}{}", server.as_url_str())?;
        }
        Ok(())
    }
}

impl fmt::Debug for NatsUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "NatsUrl({self})")
    }
}

impl Config {
    /// Whether other servers may write to the database.
    #[must_use]
    pub fn sharing(&self) -> Sharing {
        let nodes = self.nats.as_ref().map(|_| Sharing::Nodes);
        nodes.unwrap_or_default()
    }

    /// Whether browsers reach the server over TLS.
    #[must_use]
    pub fn is_https(&self) -> bool {
        self.public_url.as_ref().is_some_and(PublicUrl::is_https)
    }

    /// How many threads decide for computer players: as many as the machine has cores, unless the settings
    /// say otherwise.
    #[must_use]
    pub fn computer_thread_count(&self) -> usize {
        // Without an answer from the system, one thread always works.
        let cores = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        self.computer_threads.map_or_else(cores, usize::from)
    }

    /// How long records of finished matches are kept; none means for ever.
    #[must_use]
    pub fn keep_records(&self) -> Option<KeepRecords> {
        self.keep_records.map(KeepRecords::days)
    }

    /// How long a position is on the table before a computer player acts in it.
    #[must_use]
    pub const fn bot_delay(&self) -> Duration {
        Duration::from_millis(self.bot_delay)
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_setting_has_an_environment_variable() {
        for argument in Cli::command().get_arguments() {
            let id = argument.get_id().as_str();
            let expected = format!("BONEYARD_{}", id.to_uppercase());
            let env = argument.get_env().and_then(|name| name.to_str());
            assert_eq!(env, Some(expected.as_str()));
        }
    }

    #[test]
    fn a_public_url_is_an_origin() {
        let cases = [
            ("https://dominoes.example", "https://dominoes.example"),
            ("HTTPS://Dominoes.Example/", "https://dominoes.example"),
            ("https://dominoes.example:443", "https://dominoes.example"),
            (
                "http://dominoes.example:8080",
                "http://dominoes.example:8080",
            ),
            ("http://[::1]:80", "http://[::1]"),
        ];
        for (text, origin) in cases {
            let url: PublicUrl = text.parse().unwrap();
            assert_eq!(url.origin(), origin);
        }
        for text in [
            "",
            "dominoes.example",
            "ftp://x",
            "https://",
            "https://x/path",
            "https://a b",
        ] {
            assert_eq!(text.parse::<PublicUrl>(), Err(ParsePublicUrlError));
        }
    }

    #[test]
    fn an_address_of_nats_is_its_servers_and_who_signs_in() {
        let url = |text: &str| text.parse::<NatsUrl>();
        let plain = url("nats://127.0.0.1:4222").unwrap();
        assert_eq!(plain.to_string(), "nats://127.0.0.1:4222");
        assert!(plain.sign_in == SignIn::Anonymous);
        let several = url("tls://ann:p%40ss@a.example:4222,b.example:4223").unwrap();
        assert_eq!(
            several.to_string(),
            "tls://a.example:4222,tls://b.example:4223"
        );
        let ann = SignIn::User {
            name: "ann".to_owned(),
            password: "p@ss".to_owned(),
        };
        assert!(several.sign_in == ann);
        let token = url("nats://secret@a.example").unwrap();
        assert!(token.sign_in == SignIn::Token("secret".to_owned()));
        for text in [
            "",
            "a.example:4222",
            "http://a.example",
            "nats://",
            "nats://a.example:4222/x",
            "nats://a.example:4222,",
            "nats://a b",
        ] {
            assert_eq!(url(text), Err(ParseNatsUrlError), "{text}");
        }
    }

    #[test]
    fn secrets_are_not_printed() {
        let key = "5".repeat(64);
        let nats = format!("nats://ann:{key}@a.example");
        let line = ["boneyard-server", "--signing-key", &key, "--nats", &nats];
        let cli = Cli::try_parse_from(line).unwrap();
        assert!(cli.config.signing_key.is_some() && cli.config.nats.is_some());
        assert!(!format!("{cli:?}").contains("5555"));
    }
}
