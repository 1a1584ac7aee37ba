//! A cache of pictures, so that a picture that many clients ask for is drawn once.

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
    /// The content type.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Svg => "image/svg+xml",
            Self::Png => "image/png",
        }
    }
}

/// What a picture shows, and its encoding. The picture of a key never changes.
pub type Key = (RecordId, Option<At>, Kind);

/// A picture as it is sent.
#[derive(Clone, Debug)]
pub struct Picture {
    /// The file.
    pub image: Bytes,
    /// Whether the match was public.
    pub public: bool,
}

/// Weighs a picture by its bytes.
#[derive(Clone)]
struct Size;

impl Weighter<Key, Picture> for Size {
    fn weight(&self, _: &Key, picture: &Picture) -> u64 {
        picture.image.len() as u64
    }
}

/// The cached pictures. Clones share them.
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
    /// A picture, if it is in the cache.
    pub fn get(&self, key: &Key) -> Option<Picture> {
        self.0.get(key)
    }

    /// Adds a picture, in place of older ones if there is no room.
    pub fn insert(&self, key: Key, picture: Picture) {
        self.0.insert(key, picture);
    }

    /// Empties the cache: records were deleted, and the pictures may show some of them.
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
