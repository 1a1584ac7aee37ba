//! The servers that players can connect to.

use std::net::SocketAddr;
use std::sync::Arc;

use parking_lot::Mutex;
use rand::seq::IteratorRandom as _;

/// The addresses of the servers, by number; `None` for a server that isn't running. All clones
/// share one list.
#[derive(Clone, Debug)]
pub(crate) struct Servers(Arc<Mutex<Vec<Option<SocketAddr>>>>);

impl Servers {
    /// Creates a list of this many servers, none of which is running yet.
    pub(crate) fn new(count: usize) -> Self {
        Self(Arc::new(Mutex::new(vec![None; count])))
    }

    /// Creates a list of one server whose address never changes.
    pub(crate) fn one(address: SocketAddr) -> Self {
        Self(Arc::new(Mutex::new(vec![Some(address)])))
    }

    /// Sets the address of a server; `None` if the server stops.
    pub(crate) fn set(&self, number: usize, address: Option<SocketAddr>) {
        self.0.lock()[number] = address;
    }

    /// The number and address of the wanted server, or of a random other one if the wanted one
    /// isn't running.
    pub(crate) fn at(&self, wanted: usize) -> Option<(usize, SocketAddr)> {
        let addresses = self.0.lock();
        let wanted = wanted % addresses.len();
        match addresses[wanted] {
            Some(address) => Some((wanted, address)),
            None => any_but(wanted, &addresses),
        }
    }

    /// The number and address of a random server other than the lost one. If no other server is
    /// running, those of the lost one.
    pub(crate) fn other_than(&self, lost: usize) -> Option<(usize, SocketAddr)> {
        let addresses = self.0.lock();
        any_but(lost, &addresses).or_else(|| Some((lost, addresses[lost]?)))
    }
}

fn any_but(lost: usize, addresses: &[Option<SocketAddr>]) -> Option<(usize, SocketAddr)> {
    let running = addresses.iter().enumerate();
    running
        .filter(|&(number, _)| number != lost)
        .filter_map(|(number, address)| Some((number, (*address)?)))
        .choose(&mut rand::rng())
}
