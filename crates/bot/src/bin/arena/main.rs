//! The arena: lets players compete on duplicate deals, and reports the results with their
//! confidence intervals.
//!
//! `cargo run --release -p boneyard-bot --bin arena -- --help`
#![expect(
    clippy::cast_precision_loss,
    reason = "deals, points and decisions stay far below the 52 bits of an f64"
)]

mod args;
mod contestant;
mod duel;
mod external;
mod losses;
mod matches;
mod quality;
mod report;
mod statistics;

use std::error::Error;
use std::process::ExitCode;

/// An error that ends the run.
pub(crate) type Failure = Box<dyn Error + Send + Sync>;

fn main() -> ExitCode {
    match args::Args::parse(std::env::args().skip(1)) {
        Ok(args) if args.help => {
            println!("{}", args::USAGE);
            ExitCode::SUCCESS
        }
        Ok(args) => match run(&args) {
            Ok(text) => {
                println!("{text}");
                ExitCode::SUCCESS
            }
            Err(error) => fail(&error.to_string()),
        },
        Err(error) => fail(&format!("{error}\n\n{}", args::USAGE)),
    }
}

fn run(args: &args::Args) -> Result<String, Failure> {
    if args.games == args::Games::Alone {
        return matches::run(args);
    }
    if args.games == args::Games::Judged {
        return quality::run(args);
    }
    if args.losses.is_empty() {
        let results = duel::run(args)?;
        return Ok(report::Report::new(args, &results).print(args.json));
    }
    losses::run(args)
}

fn fail(text: &str) -> ExitCode {
    eprintln!("arena: {text}");
    ExitCode::FAILURE
}
