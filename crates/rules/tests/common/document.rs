//! Reads RULES.md, so that tests can compare its tables with the crate.

use boneyard_rules::line::Rules;

const DOCUMENT: &str = include_str!("../../RULES.md");

/// The text of a section, up to the next heading.
fn section(heading: &str) -> &'static str {
    let (_, rest) = DOCUMENT
        .split_once(&format!("# {heading}\n"))
        .expect(heading);
    rest.split_once("\n#").map_or(rest, |(section, _)| section)
}

/// The cells of all rows in the table of a section, the row of headings first.
pub fn table_with_headings(heading: &str) -> Vec<Vec<&'static str>> {
    let rows = section(heading)
        .lines()
        .filter(|line| line.starts_with('|') && !line.starts_with("| ---"));
    let cells = |row: &'static str| {
        let row = row.strip_prefix('|').and_then(|row| row.strip_suffix('|'));
        let cells = row.expect("a row ends").split('|');
        cells.map(str::trim).collect()
    };
    rows.map(cells).collect()
}

/// The cells of the rows in the table of a section, without the row of headings.
pub fn table(heading: &str) -> Vec<Vec<&'static str>> {
    let mut rows = table_with_headings(heading);
    rows.remove(0);
    rows
}

/// The grammar of transcripts.
pub fn grammar() -> &'static str {
    let (_, rest) = section("Transcripts")
        .split_once("```ebnf\n")
        .expect("a grammar");
    rest.split_once("```").expect("a block ends").0
}

/// The texts between backticks.
pub fn codes(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.split('`').skip(1).step_by(2)
}

/// The values of an option, with their words in short notation. A value is empty if the word has numbers,
/// each written as N; a word is empty if the option has none.
pub fn values(cell: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    cell.split(" · ").map(|part| {
        let (value, word) = part.split_once(": ").unwrap_or((part, ""));
        (
            codes(value)
                .next()
                .filter(|_| !word.contains('N'))
                .unwrap_or_default(),
            word,
        )
    })
}

/// One result of a worked example.
pub struct Case {
    pub rules: Rules,
    /// How many rounds of the match were won before.
    pub won: u16,
    pub result: &'static str,
}

/// The results of a worked example: rules and what they lead to, separated by semicolons.
pub fn cases(cell: &'static str) -> impl Iterator<Item = Case> {
    cell.split("; ").map(|case| {
        let (situation, result) = case.split_once(" → ").expect(case);
        let won = situation.split_once(", ").map_or("0 won", |(_, won)| won);
        Case {
            rules: rules(situation),
            won: won.trim_end_matches(" won").parse().expect(case),
            result,
        }
    })
}

/// The rules that a cell names. `base` stands for the rules that the section on worked examples names.
pub fn rules(cell: &'static str) -> Rules {
    let line = codes(cell).next().expect(cell);
    let base = codes(section("Worked examples")).next().expect("a base");
    let line = line
        .strip_prefix("base")
        .map_or_else(|| line.to_owned(), |changes| format!("{base}{changes}"));
    line.parse()
        .unwrap_or_else(|error| panic!("{line}: {error}"))
}
