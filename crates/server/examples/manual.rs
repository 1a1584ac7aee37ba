//! Writes the files that a package has beside the binary, as the command line defines them: man pages,
//! completions for bash, zsh and fish, and a file of settings for the service.
//!
//! ```sh
//! cargo run -p boneyard-server --example manual -- target/package
//! ```

use std::env;
use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use boneyard_server::config::Cli;
use clap::{Command, CommandFactory as _};
use clap_complete::Shell;

/// The longest line of the file of settings, in characters.
const COLUMNS_MAX: usize = 100;

/// The address of the database in the package's service.
const DATABASE: &str = "sqlite:///var/lib/boneyard/boneyard.db";

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(env::args().nth(1).ok_or("which folder?")?);
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("boneyard.default"), settings(&Cli::command())?)?;
    for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
        clap_complete::generate_to(shell, &mut Cli::command(), "boneyard-server", &folder)?;
    }
    // The pages of `help` would only repeat those of the commands.
    let command = Cli::command()
        .disable_help_subcommand(true)
        .mut_subcommands(|command| command.disable_help_subcommand(true));
    clap_mangen::generate_to(command, &folder)?;
    Ok(())
}

/// The settings as environment variables with their defaults, all commented out.
fn settings(command: &Command) -> Result<String, std::fmt::Error> {
    let mut text = String::from(
        "# Settings of boneyard.service, which reads them when it starts: systemctl restart boneyard\n",
    );
    for argument in command.get_arguments() {
        let Some(variable) = argument.get_env().and_then(|name| name.to_str()) else {
            continue;
        };
        let help = argument.get_help().map(ToString::to_string);
        text.push('\n');
        for line in lines(&help.unwrap_or_default()) {
            writeln!(text, "# {line}")?;
        }
        let default = argument.get_default_values().first();
        let default = default.and_then(|value| value.to_str());
        let value = match variable {
            "BONEYARD_DATABASE" => DATABASE,
            _ => default.unwrap_or_default(),
        };
        writeln!(text, "#{variable}={value}")?;
    }
    Ok(text)
}

/// Divides a text into lines of bounded length.
fn lines(text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        if lines
            .last()
            .is_some_and(|line| line.len() + word.len() >= COLUMNS_MAX)
        {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            line.push_str(if line.is_empty() { "" } else { " " });
            line.push_str(word);
        }
    }
    lines
}
