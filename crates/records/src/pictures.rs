//! A cache of pictures, so that a picture is drawn only once for many clients.

use std::fmt;
use std::sync::Arc;

use boneyard_base::{RecordId, limits};
use bytes::Bytes;
use quick_cache::Weighter;
use quick_cache::sync::Cache;

use super::picture::{Card, PictureFormat};
use super::replay::At;

/// The subject of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Subject {
    /// A position of a finished match; without a position, the last one.
    Record(RecordId, Option<At>),
    /// A game, or a table at which it is played.
    Card(Card),
}

/// The key of a picture: the subject and the file format. The picture with a key never changes.
pub type Key = (Subject, PictureFormat);

/// A picture in the form in which it is sent.
#[derive(Clone, Debug)]
pub struct Picture {
    /// The content of the file.
    pub image: Bytes,
    /// Whether all visitors may see the subject: a card, or a match at a table that was open to all.
    pub public: bool,
}

/// Gives the size of a picture to the cache, in bytes.
#[derive(Clone)]
struct Size;

impl Weighter<Key, Picture> for Size {
    fn weight(&self, _: &Key, picture: &Picture) -> u64 {
        picture.image.len() as u64
    }
}

/// The cached pictures. Clones share the same cache.
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
    /// The picture with this key, if it is in the cache.
    pub fn get(&self, key: &Key) -> Option<Picture> {
        self.0.get(key)
    }

    /// Adds a picture. If the cache is full, removes other pictures.
    pub fn insert(&self, key: Key, picture: Picture) {
        self.0.insert(key, picture);
    }

    /// Empties the cache. Needed after records were deleted, since the cache may contain pictures of the
    /// deleted matches.
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
        let key = |number| {
            let record = Subject::Record(RecordId::from_bits(number), None);
            (record, PictureFormat::Png)
        };
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
