//! Characters that control the direction of bidirectional text (UAX 9): marks and isolates. Hebrew and Arabic
//! texts need them next to digits and punctuation. These characters are invisible. So if one of them has no
//! effect, it is removed: otherwise two texts could look the same and differ.

use unicode_bidi::BidiInfo;

/// Whether a character is the left-to-right, the right-to-left or the Arabic letter mark.
pub(super) const fn is_mark(character: char) -> bool {
    matches!(character, '\u{200e}' | '\u{200f}' | '\u{061c}')
}

const fn is_isolate(character: char) -> bool {
    matches!(character, '\u{2066}'..='\u{2068}')
}

const POP: char = '\u{2069}';

/// Whether a character may be used to control the direction of the text around it. Embeddings and overrides
/// may not be used.
pub(super) const fn directs(character: char) -> bool {
    is_mark(character) || is_isolate(character) || character == POP
}

/// Removes the marks, and the pairs of an isolate and a pop, that have no effect on how the text is
/// displayed. The text is displayed in the direction of its first letter, and isolated from the surrounding
/// text. `None` if an isolate or a pop has no partner.
pub(super) fn simplified(text: &str) -> Option<String> {
    let mut kept: Vec<char> = text.chars().collect();
    if !is_balanced(&kept) {
        return None;
    }
    let drawn = order(&kept);
    // Only one mark or pair is removed at a time. So if two marks have the same effect, one of them stays.
    let mut at = 0;
    while at < kept.len() {
        match last_of_pair(&kept, at).map(|last| without(&kept, at, last)) {
            Some(rest) if order(&rest) == drawn => kept = rest,
            _ => at += 1,
        }
    }
    Some(kept.into_iter().collect())
}

/// The number of open isolates after a character, if `open` isolates are open before it. `None` if the
/// character is a pop without an open isolate.
fn open_behind(open: usize, character: char) -> Option<usize> {
    match character {
        POP => open.checked_sub(1),
        other => Some(open + usize::from(is_isolate(other))),
    }
}

/// Whether each isolate has a pop, and each pop an isolate.
fn is_balanced(text: &[char]) -> bool {
    let open = text.iter().try_fold(0, |open, &one| open_behind(open, one));
    open == Some(0)
}

/// The index of the last character of the mark or pair that begins at the index `at`. For a mark, it is `at`
/// itself, and for an isolate the index of the isolate's pop. `None` if another character is at `at`. The
/// text must be balanced.
fn last_of_pair(text: &[char], at: usize) -> Option<usize> {
    let first = *text.get(at)?;
    if is_mark(first) {
        return Some(at);
    }
    if !is_isolate(first) {
        return None;
    }
    let mut open = 0;
    let pop = text[at..].iter().position(|&one| {
        open = open_behind(open, one).unwrap_or_default();
        open == 0
    });
    pop.map(|pop| at + pop)
}

fn without(text: &[char], first: usize, last: usize) -> Vec<char> {
    let mut rest = text.to_vec();
    rest.remove(last);
    if last != first {
        rest.remove(first);
    }
    rest
}

/// The visible characters in the order in which they are displayed, from left to right. Each has a flag:
/// whether it is displayed as right-to-left text.
fn order(text: &[char]) -> Vec<(char, bool)> {
    let line: String = text.iter().collect();
    let info = BidiInfo::new(&line, None);
    let Some(paragraph) = info.paragraphs.first() else {
        return Vec::new();
    };
    let levels = info.reordered_levels_per_char(paragraph, paragraph.range.clone());
    let visual = BidiInfo::reorder_visual(&levels).into_iter();
    visual
        .map(|at| (text[at], levels[at].is_rtl()))
        .filter(|(character, _)| !directs(*character))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_changes_nothing_is_dropped_and_the_rest_is_kept() {
        let cases = [
            // Text in only one direction, such as Latin text, needs no marks.
            ("A\u{200e}nn", "Ann"),
            ("Bo\u{200f}b", "Bob"),
            ("\u{200f}Ann\u{200e}", "Ann"),
            ("\u{200f}דוד!\u{200f}", "דוד!"),
            ("مر\u{061c}يم", "مريم"),
            ("\u{2068}Ann\u{2069}", "Ann"),
            ("\u{2067}\u{2069}Ann", "Ann"),
            // A punctuation mark between two directions belongs to one of them, so the mark stays.
            ("Ann דוד!\u{200f} Bob", "Ann דוד!\u{200f} Bob"),
            ("Ann דוד!\u{200f}\u{200f} Bob", "Ann דוד!\u{200f} Bob"),
            ("דוד C++\u{200e}", "דוד C++\u{200e}"),
            ("דוד \u{2066}C++\u{2069}", "דוד \u{2066}C++\u{2069}"),
        ];
        for (text, simple) in cases {
            assert_eq!(simplified(text).as_deref(), Some(simple), "{text:?}");
        }
    }

    #[test]
    fn an_isolate_has_its_pop() {
        for text in [
            "\u{2066}Ann",
            "Ann\u{2069}",
            "\u{2069}Ann\u{2066}",
            "\u{2067}\u{2068}דוד\u{2069}",
        ] {
            assert_eq!(simplified(text), None, "{text:?}");
        }
    }
}
