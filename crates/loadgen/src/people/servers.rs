//! The servers that players can connect to.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rand::seq::IteratorRandom as _;

/// The addresses of the servers by number; `None` for a server that doesn't run. Clones share the
/// list.
#[derive(Clone, Debug)]
pub(crate) struct Servers(Arc<Mutex<Vec<Option<SocketAddr>>>>);

impl Servers {
    /// A list of this many servers, none of which runs yet.
    pub(crate) fn new(count: usize) -> Self {
        Self(Arc::new(Mutex::new(vec![None; count])))
    }

    /// A list of one server with a constant address.
    pub(crate) fn one(address: SocketAddr) -> Self {
        Self(Arc::new(Mutex::new(vec![Some(address)])))
    }

    /// Sets the address of a server, or `None` if it stops.
    pub(crate) fn set(&self, number: usize, address: Option<SocketAddr>) {
        self.addresses()[number] = address;
    }

    /// The address of the wanted server, or of another one if it doesn't run.
    pub(crate) fn at(&self, wanted: usize) -> Option<(usize, SocketAddr)> {
        let addresses = self.addresses();
        let wanted = wanted % addresses.len();
        match addresses[wanted] {
            Some(address) => Some((wanted, address)),
            None => any_but(wanted, &addresses),
        }
    }

    /// The address of another server than the lost one; if no other one runs, its own.
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
