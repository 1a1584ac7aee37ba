//! A TCP connection that saves a system call: the last read of each wait, which would only report
//! that there is nothing to read.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::os::fd::{AsFd, BorrowedFd};

/// A connection that blocks until [`Stream::set_nonblocking`].
pub struct Stream {
    tcp: TcpStream,
    is_nonblocking: bool,
    /// Whether the last read took all available bytes. Bytes that have arrived since are reported
    /// by the next wait, which is level-triggered.
    is_drained: bool,
}

impl Stream {
    pub fn new(tcp: TcpStream) -> Self {
        Self {
            tcp,
            is_nonblocking: false,
            is_drained: false,
        }
    }

    pub fn set_nonblocking(&mut self) -> io::Result<()> {
        self.is_nonblocking = true;
        self.tcp.set_nonblocking(true)
    }
}

impl AsFd for Stream {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.tcp.as_fd()
    }
}

impl Read for Stream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if std::mem::take(&mut self.is_drained) {
            return Err(io::ErrorKind::WouldBlock.into());
        }
        let length = self.tcp.read(buffer)?;
        self.is_drained = self.is_nonblocking && length > 0 && length < buffer.len();
        Ok(length)
    }
}

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.tcp.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
