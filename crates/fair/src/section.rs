//! A section: several matches that are dealt alike, because the order of the tiles follows from the terms and the
//! seeds of all of them (`docs/fair-deal.md`, The same deals at several tables).

use crate::bytes::{Hash, label};

/// The matches of a section, in the order of the hashes of their terms. All of them have the same chain of
/// secrets and the same number of seats, and each is played at another table.
///
/// ```
/// use boneyard_fair::{Chain, Deal, Hash, Purpose, Section, Seed, TableSeed, Terms, order};
///
/// // Two tables whose players promise nothing.
/// let chain = Chain::new(&TableSeed::from([7; 32]), 1);
/// let terms = [[1; 16], [2; 16]].map(|table| Terms {
///     table,
///     match_number: 1,
///     commitment: chain.commitment(),
///     agreed: Hash::of(&[b"the rules and the computer players"]),
///     promises: &[None, None],
/// });
/// let section = Section::new(terms.map(|terms| terms.hash())).expect("two tables");
///
/// // The first deal of both tables.
/// let deal = Deal { terms: section.terms(), round: 1, purpose: Purpose::Deal, attempt: 0, seeds: &[] };
/// let secret = chain.secret(1).expect("a chain has more than one secret");
/// assert_eq!(order(&secret, &deal, 28).things().len(), 28);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section(Vec<Hash>);

impl Section {
    /// The section of the matches whose terms have these hashes. `None` if there are none, or if two are equal.
    #[must_use]
    pub fn new(matches: impl IntoIterator<Item = Hash>) -> Option<Self> {
        let mut matches: Vec<Hash> = matches.into_iter().collect();
        matches.sort_unstable_by_key(|terms| *terms.bytes());
        let are_distinct = matches.windows(2).all(|pair| pair[0] != pair[1]);
        (are_distinct && !matches.is_empty()).then_some(Self(matches))
    }

    /// The matches, by the hashes of their terms, in the order in which their seeds go into each order of the
    /// tiles: all seeds of the first match, then all of the second, and so on.
    #[must_use]
    pub fn matches(&self) -> &[Hash] {
        &self.0
    }

    /// The hash of the section's terms. It takes the place of the terms of each of its matches, in every order
    /// of the tiles and in the public log.
    #[must_use]
    pub fn terms(&self) -> Hash {
        let mut message = Vec::from(label::SECTION);
        message.extend((self.0.len() as u32).to_be_bytes());
        message.extend(self.0.iter().flat_map(Hash::bytes));
        Hash::of(&[&message])
    }
}
