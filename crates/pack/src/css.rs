//! Combines several style sheets into one.

use crate::{Files, PackError, Reason, resolve, text};

/// The style sheet at `path` as one text: first the sheets that it imports, in order, then its own rules.
pub(crate) fn styles(files: &Files, path: &str) -> Result<String, PackError> {
    let source = text(files, path, (path, 1))?;
    let wrong = |line| PackError::new(path, line, Reason::PathNotRelative);
    let mut whole = String::new();
    let mut rest = String::new();
    for (number, line) in source.lines().enumerate() {
        let number = number + 1;
        if let Some(to) = line.strip_prefix("@import ") {
            let from = to
                .strip_prefix('"')
                .and_then(|to| to.strip_suffix("\";"))
                .and_then(|to| resolve(path, to))
                .ok_or_else(|| wrong(number))?;
            whole.push_str(&minify(text(files, &from, (path, number))?));
        } else {
            rest.push_str(line);
            rest.push('\n');
        }
    }
    whole.push_str(&minify(&rest));
    match whole.find("@import") {
        Some(_) => Err(wrong(1)),
        None => Ok(whole),
    }
}

/// Removes comments, the white space that separates nothing, and the last semicolon of a block. Quoted text is not
/// changed. A space before or behind a colon stays: it has a meaning in selectors.
fn minify(source: &str) -> String {
    let mut text = String::with_capacity(source.len());
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let taken = if first == '"' || first == '\'' {
            let quoted = quoted(rest);
            text.push_str(quoted);
            quoted.len()
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if first.is_ascii_whitespace() {
            if !text.is_empty() && !text.ends_with([' ', '{', '}', ';', ',']) {
                text.push(' ');
            }
            rest.len() - rest.trim_ascii_start().len()
        } else {
            let kept = match first {
                '{' => text.trim_ascii_end().len(),
                '}' => text.trim_end_matches([' ', ';']).len(),
                _ => text.len(),
            };
            text.truncate(kept);
            text.push(first);
            first.len_utf8()
        };
        rest = &rest[taken..];
    }
    text.truncate(text.trim_ascii_end().len());
    text
}

/// The quoted text at the beginning of `text`, with its quotes.
fn quoted(text: &str) -> &str {
    let mut escaped = false;
    let quote = text.chars().next();
    let end = text.char_indices().skip(1).find(|&(_, c)| {
        let ends = !escaped && Some(c) == quote;
        escaped = !escaped && c == '\\';
        ends
    });
    end.map_or(text, |(at, c)| &text[..at + c.len_utf8()])
}
