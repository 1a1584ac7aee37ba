//! The settings of a server, from command-line flags and environment variables.

use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use boneyard_base::limits;
use boneyard_cluster::NatsUrl;
use boneyard_people::{PublicUrl, Secret, Settings, SmtpUrl};
use boneyard_records::KeepRecords;
use boneyard_store::Sharing;
use clap::{Args, Parser, Subcommand, ValueEnum};
use lettre::message::Mailbox;

use crate::gate::{self, ForwardedHeader, TrustedProxy};

/// The command line.
#[derive(Clone, Debug, Parser)]
#[command(
    name = "boneyard-server",
    // With the commit, if it is known: `build.rs` joins them.
    version = env!("BONEYARD_VERSION"),
    about = "A multiplayer dominoes server",
    long_about = "A multiplayer dominoes server: Block, Draw, All Fives, Fives and Threes, \
                  Mexican Train, Chickenfoot and Ringway, for two to eight players in their browsers.\n\n\
                  Once it accepts connections, it prints its address as the first line on \
                  standard output. Logs go to standard error. SIGINT and SIGTERM stop it \
                  gracefully."
)]
pub struct Cli {
    /// The command; without one, the program serves.
    #[command(subcommand)]
    pub command: Option<Command>,

    /// The server's settings.
    #[command(flatten)]
    pub config: Config,
}

/// The commands of the program, other than serving.
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

    /// Play the match of a record again, and say whether it was played by its rules
    ///
    /// The record is the JSON that the page of a finished match downloads. Prints the result of the match and exits
    /// with 0, or prints the first line that the rules refuse, or that says something else than the rules, and exits
    /// with 1. How the tiles were dealt is checked by scripts/verify-deal.
    Replay {
        /// The record
        file: PathBuf,
    },

    /// Add and remove moderators, whether a server runs on the database or not
    ///
    /// Moderators look at reports and act on them. Each change is recorded among the acts of moderators.
    Moderator {
        /// The change to make
        #[command(subcommand)]
        change: ModeratorChange,
    },

    /// Maintain ratings
    Ratings {
        /// What to do with ratings
        #[command(subcommand)]
        what: RatingsCommand,
    },

    /// Fill an empty database with a demo: computer players, their matches, ratings and tables
    ///
    /// It shows a host a living server before any people come. The names of the players and each page say that it
    /// is a demo. Takes about a minute. A database with people or matches is refused. No server may run on the
    /// database meanwhile.
    Demo {
        /// What to do with the demo; without a command, it is filled in
        #[command(subcommand)]
        what: Option<DemoCommand>,
    },
}

/// The commands for the demo.
#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
pub enum DemoCommand {
    /// Fill an empty database with the demo
    Fill,

    /// Take the demo away again, and nothing else
    ///
    /// Tables at which visitors have played stay, and so does the public log, which must never be rewritten.
    /// Prints what was removed. No server may run on the database meanwhile.
    Remove,

    /// Add many short matches of random players, to measure a server with them
    ///
    /// This isn't a demo: it can't be taken away again. Prints one JSON object: the numbers of matches and rows, and
    /// cookies of visitors, with which a measurement asks for records and tables.
    History(HistoryArgs),
}

/// How much `demo history` writes.
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct HistoryArgs {
    /// Finished matches, four at each table
    #[arg(long, default_value_t = 10_000)]
    pub matches: u64,

    /// Public tables at which a match is running
    #[arg(long, default_value_t = 0)]
    pub running: u64,

    /// Visitors who play
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(10..))]
    pub visitors: u32,

    /// Running tables with a long log
    #[arg(long, default_value_t = 0)]
    pub long_tables: u64,

    /// Rows in a long log
    #[arg(long, default_value_t = 5_000)]
    pub long_rows: usize,
}

/// The changes to the list of moderators.
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

/// The commands for ratings.
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

/// The settings of a server. Each flag also has an environment variable; if both are set, the flag is used.
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
        // The flag may also come after the commands `backup` and `restore`.
        global = true,
        // The address may contain a password.
        hide_env_values = true
    )]
    pub database: String,

    /// The address of NATS; `None` for a server without other nodes.
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

    /// The URL at which browsers reach the server.
    #[arg(
        help = "Address under which browsers reach the server, if not the one it listens on: \
                behind a proxy, say https://dominoes.example",
        long,
        env = "BONEYARD_PUBLIC_URL",
        value_name = "URL"
    )]
    pub public_url: Option<PublicUrl>,

    /// The trusted proxies. If a request comes through a trusted proxy, the server uses the client address
    /// that the proxy names.
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

    /// The highest number of connections that one network address may have open.
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

    /// The highest number of tables that may be opened from one network address in an hour.
    #[arg(
        help = "Tables that may be opened from one address in an hour",
        long,
        env = "BONEYARD_TABLES_PER_ADDRESS",
        value_name = "NUMBER",
        default_value_t = limits::TABLES_PER_ADDRESS,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000)
    )]
    pub tables_per_address: u32,

    /// The highest number of rows that may be written for one network address in a minute.
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

    /// The address of a second listener for the host of the server.
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

    /// The average number of messages that one WebSocket may send in a second.
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

    /// The SMTP server through which mails are sent.
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

    /// The sender of the mails.
    #[arg(
        help = "Sender of mails: \"Boneyard <boneyard@dominoes.example>\"",
        long,
        env = "BONEYARD_MAIL_FROM",
        value_name = "ADDRESS",
        requires = "smtp"
    )]
    pub mail_from: Option<Mailbox>,

    /// Whether browsers are told by Web Push what waits for their players.
    #[arg(
        help = "Whether people can have their browsers told, through the push services of the browsers' \
                makers, that it is their turn while the page is closed. With off, nothing leaves this server \
                for push services",
        long,
        env = "BONEYARD_PUSH",
        value_name = "WHETHER",
        default_value = "on"
    )]
    pub push: PushSwitch,

    /// The number of threads that decide for computer players.
    #[arg(
        help = "Threads that decide for computer players; as many as the machine has cores if not \
                given. They run when the server has no other work",
        long,
        env = "BONEYARD_COMPUTER_THREADS",
        value_name = "NUMBER",
        value_parser = clap::value_parser!(u16).range(1..=i64::from(limits::COMPUTER_THREADS_MAX))
    )]
    pub computer_threads: Option<u16>,

    /// How long a computer player waits before it plays, in milliseconds.
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

    /// How many days the records of finished matches are kept.
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

    /// The filter that decides which log lines are written.
    #[arg(
        help = "What to log: error, warn, info, debug or trace, also for single parts, say \
                info,boneyard_store::=trace",
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
    /// Keep the log in compressed form
    #[default]
    Compress,
    /// Delete the log
    Drop,
}

/// Whether browsers are told by Web Push what waits for their players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum PushSwitch {
    /// Tell browsers whose players want it
    #[default]
    On,
    /// Tell no browser
    Off,
}

/// The format of log lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// Readable text, for people
    Text,
    /// One JSON object per line, for programs
    Json,
}

impl Config {
    /// The settings for the crate that manages people.
    pub(crate) fn people(&self) -> Settings {
        Settings {
            public_url: self.public_url.clone(),
            mail: self.smtp.clone().zip(self.mail_from.clone()),
        }
    }

    /// A URL by which push services find the host of the server, if the settings have one.
    pub(crate) fn push_contact(&self) -> Option<String> {
        let site = self.public_url.as_ref().filter(|site| site.is_https());
        let site = site.map(ToString::to_string);
        site.or_else(|| Some(format!("mailto:{}", self.mail_from.as_ref()?.email)))
    }

    /// The settings for the gate.
    pub(crate) fn gate(&self) -> gate::Settings {
        gate::Settings {
            trusted_proxy: self.trusted_proxy.clone(),
            forwarded_header: self.forwarded_header,
            connections_per_address: self.connections_per_address,
            tables_per_address: self.tables_per_address,
            rows_per_address: self.rows_per_address,
        }
    }

    /// Whether other servers may write to the same database.
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

    /// The number of threads that decide for computer players. Without a setting, it is the number of the
    /// machine's cores.
    #[must_use]
    pub fn computer_thread_count(&self) -> usize {
        // If the operating system doesn't report the number of cores, one thread is used.
        let cores = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        self.computer_threads.map_or_else(cores, usize::from)
    }

    /// How long the records of finished matches are kept; `None` means for ever.
    #[must_use]
    pub fn keep_records(&self) -> Option<KeepRecords> {
        self.keep_records.map(KeepRecords::days)
    }

    /// How long a computer player waits before it acts in a new position.
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
    fn secrets_are_not_printed() {
        let key = "5".repeat(64);
        let nats = format!("nats://ann:{key}@a.example");
        let line = ["boneyard-server", "--signing-key", &key, "--nats", &nats];
        let cli = Cli::try_parse_from(line).unwrap();
        assert!(cli.config.signing_key.is_some() && cli.config.nats.is_some());
        assert!(!format!("{cli:?}").contains("5555"));
    }
}
