//! What an engine writes to its standard error: drained at all times, and its end kept for when something fails.

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::{Errno, ioctl_fionread};
use std::io::{self, Read};
use std::os::fd::{AsFd, OwnedFd};
use std::process::ChildStderr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

/// How much is kept.
const BYTES: usize = 8 << 10;
/// How many lines of it are kept.
const LINES: usize = 40;
/// How much is read at once.
const CHUNK: usize = 16 << 10;
/// How many chunks are read for one look; an engine that writes without end has no last line.
const CHUNKS: usize = 64;

/// The standard error of a process. A thread drains it; whoever takes the last lines first reads what is still in the pipe, so
/// that what was written before a reply is seen with the reply.
pub struct StandardError(Mutex<Drain>);

/// The pipe, read only by the holder of the lock, and only when something is in it: so no read ever waits.
struct Drain {
    pipe: ChildStderr,
    tail: Tail,
}

impl StandardError {
    /// Drains a pipe from now on.
    ///
    /// # Errors
    /// When the system has no more file descriptors.
    pub fn drain(pipe: ChildStderr) -> io::Result<Arc<StandardError>> {
        let watched = pipe.as_fd().try_clone_to_owned()?;
        let error = Arc::new(StandardError(Mutex::new(Drain { pipe, tail: Tail::default() })));
        let drained = Arc::clone(&error);
        thread::spawn(move || drained.watch(&watched));
        Ok(error)
    }

    fn lock(&self) -> MutexGuard<'_, Drain> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn watch(&self, pipe: &OwnedFd) {
        loop {
            let mut watched = [PollFd::new(pipe, PollFlags::IN)];
            match poll(&mut watched, None) {
                Ok(_) => {}
                Err(Errno::INTR) => continue,
                Err(_) => return,
            }
            let is_closed = watched[0].revents().intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL);
            if !self.lock().read_some() && is_closed {
                return;
            }
        }
    }

    /// Takes the last lines since they were taken before.
    pub fn take(&self) -> String {
        let mut drain = self.lock();
        for _ in 0..CHUNKS {
            if !drain.read_some() {
                break;
            }
        }
        drain.tail.take()
    }
}

impl Drain {
    /// Reads what is in the pipe, up to a chunk; says whether something was.
    fn read_some(&mut self) -> bool {
        if ioctl_fionread(&self.pipe).unwrap_or(0) == 0 {
            return false;
        }
        let mut chunk = [0; CHUNK];
        let length = self.pipe.read(&mut chunk).unwrap_or(0);
        self.tail.push(&chunk[..length]);
        length > 0
    }
}

/// The end of what was written.
#[derive(Default)]
struct Tail {
    bytes: Vec<u8>,
    is_cut: bool,
}

impl Tail {
    fn push(&mut self, chunk: &[u8]) {
        self.bytes.extend_from_slice(chunk);
        // Cut at twice the length, so that not every small write moves the rest.
        if self.bytes.len() > 2 * BYTES {
            self.shorten();
        }
    }

    fn shorten(&mut self) {
        let surplus = self.bytes.len().saturating_sub(BYTES);
        self.bytes.drain(..surplus);
        self.is_cut |= surplus > 0;
    }

    fn take(&mut self) -> String {
        self.shorten();
        let Tail { bytes, is_cut } = std::mem::take(self);
        let text = String::from_utf8_lossy(&bytes);
        let lines: Vec<&str> = text.lines().collect();
        let kept = &lines[lines.len().saturating_sub(LINES)..];
        let mark = if is_cut || kept.len() < lines.len() { "…\n" } else { "" };
        format!("{mark}{}", kept.join("\n"))
    }
}
