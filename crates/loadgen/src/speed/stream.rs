//! A TCP connection that saves a system call after each wait: the last read, which would only
//! report that no more bytes are available.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::os::fd::{AsFd, BorrowedFd};

/// A TCP connection. Its reads block until [`Stream::set_nonblocking`] is called.
pub(super) struct Stream {
    tcp: TcpStream,
    is_nonblocking: bool,
    /// Whether the last read took all available bytes. The next read then reports `WouldBlock`
    /// without a system call. Bytes that arrive later aren't missed, because epoll is
    /// level-triggered and reports them at the next wait.
    is_drained: bool,
}

impl Stream {
    pub(super) fn new(tcp: TcpStream) -> Self {
        Self {
            tcp,
            is_nonblocking: false,
            is_drained: false,
        }
    }

    pub(super) fn set_nonblocking(&mut self) -> io::Result<()> {
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
