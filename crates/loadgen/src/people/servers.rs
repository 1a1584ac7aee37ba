//! Where players can connect to.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rand::seq::IteratorRandom as _;

/// The servers, by number: those that run have an address. Clones are the same.
#[derive(Clone, Debug)]
pub(crate) struct Servers(Arc<Mutex<Vec<Option<SocketAddr>>>>);

impl Servers {
    /// So many, of which none runs yet.
    pub(crate) fn new(count: usize) -> Self {
        Self(Arc::new(Mutex::new(vec![None; count])))
    }

    /// One that always has the same address.
    pub(crate) fn one(address: SocketAddr) -> Self {
        Self(Arc::new(Mutex::new(vec![Some(address)])))
    }

    /// A server takes connections at this address from now on, or nowhere.
    pub(crate) fn set(&self, number: usize, address: Option<SocketAddr>) {
        self.addresses()[number] = address;
    }

    /// The address of a server; of any other one if it doesn't run.
    pub(crate) fn at(&self, wanted: usize) -> Option<(usize, SocketAddr)> {
        let addresses = self.addresses();
        let wanted = wanted % addresses.len();
        match addresses[wanted] {
            Some(address) => Some((wanted, address)),
            None => any_but(wanted, &addresses),
        }
    }

    /// The address of another server than this one, which was lost; its own if no other one runs.
    pub(crate) fn other_than(&self, lost: usize) -> Option<(usize, SocketAddr)> {
        let addresses = self.addresses();
        any_but(lost, &addresses).or_else(|| Some((lost, addresses[lost]?)))
    }

    fn addresses(&self) -> MutexGuard<'_, Vec<Option<SocketAddr>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn any_but(lost: usize, addresses: &[Option<SocketAddr>]) -> Option<(usize, SocketAddr)> {
    let running = addresses.iter().enumerate();
    running
        .filter(|&(number, _)| number != lost)
        .filter_map(|(number, address)| Some((number, (*address)?)))
        .choose(&mut rand::rng())
}
