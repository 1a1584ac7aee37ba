//! The tree of the public log agrees with another implementation of RFC 6962, and its proofs hold for the
//! right values only.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::collections::HashMap;

use boneyard_fair::Hash;
use boneyard_fair::merkle::{
    Node, Span, append, consistency, inclusion, is_consistent, leaf, root_by_inclusion,
};
use ct_merkle::mem_backed_tree::MemoryBackedTree;
use sha2::Sha256;

/// The greatest tree in these tests.
const SIZE: u32 = 150;

fn entry(index: u32) -> Vec<u8> {
    vec![index as u8; index as usize % 40]
}

fn hashes(bytes: &[u8]) -> Vec<Hash> {
    bytes
        .as_chunks::<32>()
        .0
        .iter()
        .copied()
        .map(Hash::from)
        .collect()
}

/// A tree of the other implementation.
type Other = MemoryBackedTree<Sha256, Vec<u8>>;

/// The nodes of a tree of `SIZE` entries, and the other implementation's tree after each entry.
fn grown() -> (HashMap<Node, Hash>, Vec<Other>) {
    let mut nodes = HashMap::new();
    let mut trees = vec![Other::new()];
    for index in 0..SIZE {
        let added = append(index, leaf(&entry(index)), &|node| {
            nodes.get(&node).copied()
        });
        nodes.extend(added.unwrap());
        let mut tree = trees.last().unwrap().clone();
        tree.push(entry(index));
        trees.push(tree);
    }
    (nodes, trees)
}

#[test]
fn roots_and_proofs_are_those_of_the_standard() {
    let (nodes, trees) = grown();
    let node = |node| nodes.get(&node).copied();
    let all = |spans: Vec<Span>| -> Vec<Hash> {
        let hashes = spans.into_iter().map(|span| span.hash(&node).unwrap());
        hashes.collect()
    };
    let root = |size| Span::whole(size).hash(&node).unwrap();
    for (size, tree) in (0..=SIZE).zip(&trees) {
        let expected: [u8; 32] = (*tree.root().as_bytes()).into();
        assert_eq!(root(size), Hash::from(expected), "{size}");
        for index in 0..size {
            let path = all(inclusion(index, size));
            let expected = tree.prove_inclusion(index as usize);
            assert_eq!(path, hashes(expected.as_bytes()), "{index} of {size}");
            let proved = root_by_inclusion(index, size, leaf(&entry(index)), &path);
            assert_eq!(proved, Some(root(size)));
            let elsewhere = root_by_inclusion(index + 1, size, leaf(&entry(index)), &path);
            assert_ne!(elsewhere, Some(root(size)), "{index} of {size}");
        }
        for from in 0..=size {
            let path = all(consistency(from, size));
            if from > 0 && from < size {
                let expected = tree.prove_consistency((size - from) as usize);
                assert_eq!(path, hashes(expected.as_bytes()), "{from} to {size}");
            }
            let (before, now) = ((from, root(from)), (size, root(size)));
            assert!(is_consistent(before, now, &path), "{from} to {size}");
            let other = Hash::of(&[b"another log"]);
            assert!(!is_consistent((from, other), now, &path));
            assert!(from == 0 || !is_consistent(before, (size, other), &path));
            assert!(from == size || !is_consistent(now, before, &path));
            for changed in 0..path.len() {
                let mut path = path.clone();
                path[changed] = other;
                assert!(!is_consistent(before, now, &path), "{from} to {size}");
            }
            for wrong in [&[&path[..], &[other]].concat(), &path[1.min(path.len())..]] {
                let holds = is_consistent(before, now, wrong);
                assert!(!holds || *wrong == path, "{from} to {size}");
            }
        }
    }
}

#[test]
fn nodes_that_are_missing_make_no_hash() {
    assert_eq!(Span::whole(3).hash(&|_| None), None);
    assert_eq!(append(1, leaf(b""), &|_| None), None);
    assert_eq!(root_by_inclusion(0, 0, leaf(b""), &[]), None);
}
