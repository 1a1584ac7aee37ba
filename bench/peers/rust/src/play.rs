//! The messages of the bare servers.

/// The seat of a player at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// The number of the table.
    pub table: u32,
    /// The seat: 0 or 1.
    pub seat: u32,
}

/// The number of plays when a message was written.
#[must_use]
pub fn ply(message: &str) -> Option<u32> {
    let (_, behind) = message.split_once(r#""ply":"#)?;
    let digits = behind.split(|c: char| !c.is_ascii_digit()).next()?;
    digits.parse().ok()
}

/// The seat on turn after this number of plays.
#[must_use]
pub const fn turn(ply: u32) -> u32 {
    ply % 2
}

/// The update after this number of plays, padded to `bytes` bytes.
#[must_use]
pub fn update(table: u32, ply: u32, bytes: usize) -> String {
    let turn = turn(ply);
    let mut text =
        format!(r#"{{"type":"update","table":{table},"ply":{ply},"turn":{turn},"board":""#);
    let end = r#""}"#;
    text.reserve(bytes.saturating_sub(text.len()));
    while text.len() + end.len() < bytes {
        text.push('x');
    }
    text.push_str(end);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_update_has_the_length_that_was_asked_for_and_says_the_ply() {
        for bytes in [100, 400] {
            let update = update(4711, 12, bytes);
            assert_eq!(update.len(), bytes);
            assert_eq!(ply(&update), Some(12));
            assert!(serde_json::from_str::<serde_json::Value>(&update).is_ok());
        }
    }
}
