//! Reads the pages of rules, so that tests can compare their tables with the crate.

use boneyard_rules::line::Rules;

/// A page of rules.
#[derive(Clone, Copy)]
pub struct Page(&'static str);

/// The rules of the games of the line.
pub const LINE: Page = Page(include_str!("../../RULES.md"));
/// The rules of Ringway.
pub const RINGWAY: Page = Page(include_str!("../../RULES-RINGWAY.md"));
/// The rules of Mexican Train and Chickenfoot.
pub const TRAINS: Page = Page(include_str!("../../RULES-TRAINS.md"));

impl Page {
    /// The text of a section, up to the next heading.
    fn section(self, heading: &str) -> &'static str {
        let (_, rest) = self.0.split_once(&format!("# {heading}\n")).expect(heading);
        rest.split_once("\n#").map_or(rest, |(section, _)| section)
    }

    /// The cells of all rows in the tables of a section, the rows of headings too.
    pub fn table_with_headings(self, heading: &str) -> Vec<Vec<&'static str>> {
        let rows = self
            .section(heading)
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
    pub fn table(self, heading: &str) -> Vec<Vec<&'static str>> {
        let mut rows = self.table_with_headings(heading);
        rows.remove(0);
        rows
    }

    /// The text of the first block of this kind. The kind stands after the three backticks that begin the block.
    pub fn block(self, kind: &str) -> &'static str {
        let (_, rest) = self.0.split_once(&format!("```{kind}\n")).expect(kind);
        rest.split_once("```").expect("a block ends").0
    }
}

/// The cells of all rows in the table of a section of RULES.md, the row of headings first.
pub fn table_with_headings(heading: &str) -> Vec<Vec<&'static str>> {
    LINE.table_with_headings(heading)
}

/// The cells of the rows in the table of a section of RULES.md, without the row of headings.
pub fn table(heading: &str) -> Vec<Vec<&'static str>> {
    LINE.table(heading)
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
    let base = codes(LINE.section("Worked examples"))
        .next()
        .expect("a base");
    let line = line
        .strip_prefix("base")
        .map_or_else(|| line.to_owned(), |changes| format!("{base}{changes}"));
    line.parse()
        .unwrap_or_else(|error| panic!("{line}: {error}"))
}
