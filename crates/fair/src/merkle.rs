//! The Merkle tree of the public log (RFC 6962, with SHA-256). The nodes over complete subtrees never
//! change once they exist, so a server stores only these. Each root and each proof is computed from a few of
//! them.

use crate::bytes::Hash;

/// A node over a complete subtree: over the entries from `index << level` to just before
/// `(index + 1) << level`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Node {
    /// The height over the entries: 0 for the hash of one entry.
    pub level: u8,
    /// The place among the nodes of this level, from 0.
    pub index: u32,
}

/// A part of the log: the entries from `from` to just before `to`. Its hash is the Merkle tree hash of these
/// entries.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    /// The first entry.
    pub from: u32,
    /// The entry after the last one.
    pub to: u32,
}

impl Span {
    /// The first `size` entries of a log.
    #[must_use]
    pub const fn whole(size: u32) -> Self {
        Self { from: 0, to: size }
    }

    const fn len(self) -> u32 {
        self.to - self.from
    }

    /// The two parts of a span of more than one entry: the left part has as many entries as the largest power of
    /// two that is less than the span's size.
    const fn parts(self) -> (Self, Self) {
        let middle = self.from + (1 << (self.len() - 1).ilog2());
        let left = Self {
            from: self.from,
            to: middle,
        };
        let right = Self {
            from: middle,
            to: self.to,
        };
        (left, right)
    }

    /// The nodes from which [`Self::hash`] computes the hash, from left to right.
    #[must_use]
    pub fn nodes(self) -> Vec<Node> {
        match self.len() {
            0 => Vec::new(),
            len if len.is_power_of_two() => {
                let level = len.ilog2();
                vec![Node {
                    level: level as u8,
                    index: self.from >> level,
                }]
            }
            _ => {
                let (left, right) = self.parts();
                [left.nodes(), right.nodes()].concat()
            }
        }
    }

    /// The Merkle tree hash of the span's entries. `None` if `node` doesn't know one of [`Self::nodes`].
    #[must_use]
    pub fn hash(self, node: &impl Fn(Node) -> Option<Hash>) -> Option<Hash> {
        let mut nodes = self.nodes().into_iter().rev();
        let Some(last) = nodes.next() else {
            return Some(Hash::of(&[]));
        };
        nodes.try_fold(node(last)?, |right, left| {
            Some(parent(&node(left)?, &right))
        })
    }
}

/// The hash of an entry.
#[must_use]
pub fn leaf(entry: &[u8]) -> Hash {
    Hash::of(&[&[0], entry])
}

/// The hash of a node with two children.
#[must_use]
pub fn parent(left: &Hash, right: &Hash) -> Hash {
    Hash::of(&[&[1], left.bytes(), right.bytes()])
}

/// The nodes that are completed when an entry is appended to a log of `size` entries, with their hashes: the
/// entry's own node first. `node` must know the nodes of [`Span::whole`]`(size)`; otherwise the result is
/// `None`.
#[must_use]
pub fn append(
    size: u32,
    entry: Hash,
    node: &impl Fn(Node) -> Option<Hash>,
) -> Option<Vec<(Node, Hash)>> {
    let mut added = vec![(
        Node {
            level: 0,
            index: size,
        },
        entry,
    )];
    let (mut index, mut hash) = (size, entry);
    for level in 0..size.trailing_ones() as u8 {
        let left = Node {
            level,
            index: index - 1,
        };
        hash = parent(&node(left)?, &hash);
        index /= 2;
        added.push((
            Node {
                level: level + 1,
                index,
            },
            hash,
        ));
    }
    Some(added)
}

/// The spans whose hashes prove that a log of `size` entries contains the entry at `index`, in the order of
/// RFC 6962, 2.1.1. Empty if it doesn't contain the entry.
#[must_use]
pub fn inclusion(index: u32, size: u32) -> Vec<Span> {
    let mut path = Vec::new();
    let mut span = Span::whole(size);
    while span.len() > 1 && index < size {
        let (left, right) = span.parts();
        let (inside, outside) = if index < left.to {
            (left, right)
        } else {
            (right, left)
        };
        path.push(outside);
        span = inside;
    }
    path.reverse();
    path
}

/// The spans whose hashes prove that a log of `size` entries begins with a log of `from` entries, in the order
/// of RFC 6962, 2.1.2. Empty if `from` is 0 or `size`.
#[must_use]
pub fn consistency(from: u32, size: u32) -> Vec<Span> {
    let mut path = Vec::new();
    let mut span = Span::whole(size);
    if from == 0 || from >= size {
        return path;
    }
    while span.to != from {
        let (left, right) = span.parts();
        let (inside, outside) = if from <= left.to {
            (left, right)
        } else {
            (right, left)
        };
        path.push(outside);
        span = inside;
    }
    // The verifier knows the hash of the smaller log. If it is a part of this proof, it is left out.
    if span.from > 0 {
        path.push(span);
    }
    path.reverse();
    path
}

/// The root of a log of `size` entries that contains an entry with the hash `entry` at `index`, as its audit
/// path says it. `None` if no such log has a path of this length.
#[must_use]
pub fn root_by_inclusion(index: u32, size: u32, entry: Hash, path: &[Hash]) -> Option<Hash> {
    let spans = inclusion(index, size);
    if index >= size || spans.len() != path.len() {
        return None;
    }
    let steps = spans.iter().zip(path);
    Some(steps.fold(entry, |hash, (span, other)| {
        if span.from > index {
            parent(&hash, other)
        } else {
            parent(other, &hash)
        }
    }))
}

/// Whether a proof shows that a log begins with an earlier log.
#[must_use]
pub fn is_consistent(
    (from, before): (u32, Hash),
    (size, root): (u32, Hash),
    path: &[Hash],
) -> bool {
    let spans = consistency(from, size);
    if from > size || spans.len() != path.len() {
        return false;
    }
    if from == 0 {
        return before == Hash::of(&[]);
    }
    if from == size {
        return before == root;
    }
    // The proof begins with a part of the earlier log, unless the whole earlier log is one complete subtree.
    let mut steps = spans.iter().zip(path);
    let first = if from.is_power_of_two() {
        before
    } else {
        steps.next().map_or(before, |(_, hash)| *hash)
    };
    let (mut old, mut new) = (first, first);
    for (span, hash) in steps {
        if span.from >= from {
            new = parent(&new, hash);
        } else {
            old = parent(hash, &old);
            new = parent(hash, &new);
        }
    }
    old == before && new == root
}
