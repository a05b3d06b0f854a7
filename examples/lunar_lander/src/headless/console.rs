//! Printing for readers who may have seen enough.

use std::io::{ErrorKind, Result, Write};

/// What is printed until the reader is gone, as `head` is after some lines. That is no failure: the rest goes nowhere.
#[derive(Debug)]
pub struct Console<W> {
    out: W,
    is_closed: bool,
}

impl<W: Write> Console<W> {
    /// Onto something.
    pub fn new(out: W) -> Self {
        let is_closed = false;
        Self { out, is_closed }
    }

    /// Whether nobody reads any more.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.is_closed
    }

    /// What it was printed onto.
    pub fn into_inner(self) -> W {
        self.out
    }

    /// What was done; or `instead`, where the reader is gone.
    fn unless_closed<T>(&mut self, done: Result<T>, instead: T) -> Result<T> {
        match done {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                self.is_closed = true;
                Ok(instead)
            }
            done => done,
        }
    }
}

impl<W: Write> Write for Console<W> {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        if self.is_closed {
            return Ok(bytes.len());
        }
        let written = self.out.write(bytes);
        self.unless_closed(written, bytes.len())
    }

    fn flush(&mut self) -> Result<()> {
        if self.is_closed {
            return Ok(());
        }
        let flushed = self.out.flush();
        self.unless_closed(flushed, ())
    }
}
