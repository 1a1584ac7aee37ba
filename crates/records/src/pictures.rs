//! Pictures that were drawn lately, so that one that many look at is drawn once.

use std::fmt;
use std::sync::Arc;

use boneyard_base::{RecordId, limits};
use bytes::Bytes;
use quick_cache::Weighter;
use quick_cache::sync::Cache;

use super::replay::At;

/// How a picture is encoded.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// A drawing of lines and areas.
    Svg,
    /// A drawing of pixels.
    Png,
}

impl Kind {
    /// Its type, as HTTP names it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Svg => "image/svg+xml",
            Self::Png => "image/png",
        }
    }
}

/// What a picture shows, and how: it never changes.
pub type Key = (RecordId, Option<At>, Kind);

/// A picture as it is given out.
#[derive(Clone, Debug)]
pub struct Picture {
    /// The file.
    pub image: Bytes,
    /// Whether the match was public.
    pub public: bool,
}

/// A picture weighs its bytes.
#[derive(Clone)]
struct Size;

impl Weighter<Key, Picture> for Size {
    fn weight(&self, _: &Key, picture: &Picture) -> u64 {
        picture.image.len() as u64
    }
}

/// Pictures that were drawn lately. Clones are the same.
#[derive(Clone)]
pub struct Pictures(Arc<Cache<Key, Picture, Size>>);

impl Default for Pictures {
    fn default() -> Self {
        let bytes = limits::PICTURES_BYTES_MAX;
        let pictures = bytes / limits::PICTURE_BYTES;
        Self(Arc::new(Cache::with_weighter(pictures, bytes as u64, Size)))
    }
}

impl fmt::Debug for Pictures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pictures").finish_non_exhaustive()
    }
}

impl Pictures {
    /// A picture, if it was drawn lately.
    pub fn get(&self, key: &Key) -> Option<Picture> {
        self.0.get(key)
    }

    /// Keeps a picture until there are too many.
    pub fn insert(&self, key: Key, picture: Picture) {
        self.0.insert(key, picture);
    }

    /// Keeps none: records were deleted, and these may show some of them.
    pub fn clear(&self) {
        self.0.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_kept_within_their_bound() {
        let pictures = Pictures::default();
        let picture = Picture {
            image: Bytes::from(vec![0; limits::PICTURE_BYTES]),
            public: true,
        };
        let key = |number| (RecordId::from_bits(number), None, Kind::Png);
        let most = (limits::PICTURES_BYTES_MAX / limits::PICTURE_BYTES) as u128;
        for number in 0..2 * most {
            pictures.insert(key(number), picture.clone());
        }
        assert!(pictures.0.weight() <= limits::PICTURES_BYTES_MAX as u64);
        let kept = (0..2 * most).filter(|&number| pictures.get(&key(number)).is_some());
        assert!(kept.count() > 0);
        pictures.clear();
        assert_eq!(pictures.0.weight(), 0);
    }
}
