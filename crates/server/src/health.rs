//! The client of the health check. It is part of the server's program, so a container image needs no
//! other program for the check.

use std::io::{self, Read as _, Write as _};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};

use boneyard_base::limits;

/// Asks the server that listens on this address whether it is healthy. Returns an error if the server can't
/// be reached, responds too late, or isn't healthy.
pub fn check(listen: SocketAddr) -> io::Result<()> {
    let address = reachable(listen);
    let mut stream = TcpStream::connect_timeout(&address, limits::HEALTH_TIMEOUT)?;
    stream.set_read_timeout(Some(limits::HEALTH_TIMEOUT))?;
    stream.set_write_timeout(Some(limits::HEALTH_TIMEOUT))?;
    write!(
        stream,
        "GET /healthz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"
    )?;
    let mut status = [0; "HTTP/1.1 200".len()];
    stream.read_exact(&mut status)?;
    if &status == b"HTTP/1.1 200" {
        Ok(())
    } else {
        let status = String::from_utf8_lossy(&status).into_owned();
        Err(io::Error::other(status))
    }
}

/// The address at which a client on this machine reaches the server. If the server listens on all addresses,
/// this is the loopback address.
fn reachable(listen: SocketAddr) -> SocketAddr {
    let ip = match listen.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, listen.port())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_address_is_asked_where_it_can_be_reached() {
        let cases = [
            ("0.0.0.0:8080", "127.0.0.1:8080"),
            ("[::]:8080", "[::1]:8080"),
            ("192.0.2.7:80", "192.0.2.7:80"),
        ];
        for (listen, expected) in cases {
            assert_eq!(
                reachable(listen.parse().unwrap()),
                expected.parse().unwrap()
            );
        }
    }
}
