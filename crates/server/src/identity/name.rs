//! Display names: what a visitor is called by others.

use crate::id::PlayerId;
use crate::limits;
use crate::text::{self, TextError};

/// The canonical form of a chosen name, as [`text::normalise`] makes it: 1 to 24 characters.
///
/// # Errors
///
/// When the text can't be shown to others, or is too long for a name.
pub fn normalise(raw: &str) -> Result<String, TextError> {
    text::normalise(raw, limits::NAME_CHARS_MAX)
}

/// The name of somebody who has chosen none. The same player always gets the same one, so it need
/// not be stored.
#[must_use]
pub fn default_name(player: PlayerId) -> String {
    let [a, b, ..] = *player.as_bytes();
    format!("Guest {}", 1000 + u16::from_be_bytes([a, b]) % 9000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_guest_keeps_one_valid_name() {
        let player = PlayerId::random();
        let name = default_name(player);
        assert_eq!(name, default_name(player));
        assert_eq!(normalise(&name), Ok(name));
    }
}
