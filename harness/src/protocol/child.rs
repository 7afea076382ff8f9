//! The engine's process: its pipes, which are drained at all times, and its end, which comes for the whole process group.

use super::stderr::StandardError;
use super::wire::{Line, read_line};
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, WaitIdStatus, kill_process_group, waitid};
use std::io::{self, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How often a wait looks up to see whether it should stop, or whether the process has ended.
const TICK: Duration = Duration::from_millis(20);
/// How long a process that has closed its output may take to end, before it counts as running on.
const ENDING: Duration = Duration::from_secs(1);
/// How long after the end of the process its pipes may stay silent, when another process holds them open.
const AFTERMATH: Duration = Duration::from_millis(100);
/// How long the end of a killed process is waited for.
const REAPING: Duration = Duration::from_secs(5);
/// Lines that may wait to be looked at; beyond them the engine waits.
const LINES: usize = 4;
/// Lines that are kept of what an engine writes while it is told to end.
const LAST_LINES: usize = 16;
/// How much of a line that has not ended yet is kept for a message.
const PARTIAL: usize = 200;

/// What came, or that nothing did.
#[derive(Debug)]
pub enum Heard {
    /// A line.
    Line(Vec<u8>),
    /// The beginning of a line that is too long; nothing more will be read.
    TooLong(Vec<u8>),
    /// The standard output is closed, or its process has ended.
    Ended,
    /// Nothing, until the time was up.
    Silence,
    /// The wait was stopped.
    Stopped,
}

/// How a process ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// By itself, with a status.
    Status(i32),
    /// By a signal.
    Signal(i32),
    /// It has not: only its standard output is closed.
    Running,
}

impl std::fmt::Display for Ending {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Ending::Status(status) => write!(f, "exited with status {status}"),
            Ending::Signal(number) => {
                write!(f, "was killed by signal {number}")?;
                signal_name(*number).map_or(Ok(()), |name| write!(f, " ({name})"))
            }
            Ending::Running => write!(f, "closed its standard output, but did not end,"),
        }
    }
}

fn signal_name(number: i32) -> Option<&'static str> {
    let names = [
        (Signal::HUP, "SIGHUP"),
        (Signal::INT, "SIGINT"),
        (Signal::QUIT, "SIGQUIT"),
        (Signal::ILL, "SIGILL"),
        (Signal::TRAP, "SIGTRAP"),
        (Signal::ABORT, "SIGABRT"),
        (Signal::BUS, "SIGBUS"),
        (Signal::FPE, "SIGFPE"),
        (Signal::KILL, "SIGKILL"),
        (Signal::SEGV, "SIGSEGV"),
        (Signal::PIPE, "SIGPIPE"),
        (Signal::TERM, "SIGTERM"),
        (Signal::XCPU, "SIGXCPU"),
        (Signal::SYS, "SIGSYS"),
    ];
    names.into_iter().find(|(signal, _)| signal.as_raw() == number).map(|(_, name)| name)
}

/// A running engine. It is killed, with every process of its group, when this is dropped.
///
/// Its pipes are served by threads of their own. They are never waited for: a process that has left the group may hold the
/// pipes for as long as it likes.
pub struct Process {
    child: Child,
    id: Pid,
    to: Option<Sender<String>>,
    from: Receiver<Heard>,
    partial: Arc<Mutex<Vec<u8>>>,
    stderr: Arc<StandardError>,
}

impl Process {
    /// Starts a command, as the leader of a process group.
    ///
    /// # Errors
    /// As the system gives them.
    pub fn start(command: &[String]) -> io::Result<Process> {
        let (program, arguments) =
            command.split_first().ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "no command is given"))?;
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()?;
        let id = Pid::from_child(&child);
        let (Some(stdin), Some(stdout), Some(stderr)) = (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(io::Error::other("its pipes are missing"));
        };
        let (to, requests) = channel();
        let (lines, from) = sync_channel(LINES);
        let partial = Arc::new(Mutex::new(Vec::new()));
        thread::spawn(move || write_requests(stdin, &requests));
        let growing = Arc::clone(&partial);
        thread::spawn(move || read_replies(stdout, &lines, &growing));
        Ok(Process { child, id, to: Some(to), from, partial, stderr: StandardError::drain(stderr)? })
    }

    /// Writes a line, some time soon. Whether it arrives shows in what is heard.
    pub fn write(&self, line: &str) {
        if let Some(to) = &self.to {
            // A writer that is gone means a process that is gone, and its output then ends.
            let _ = to.send(format!("{line}\n"));
        }
    }

    /// Waits for a line.
    pub fn listen(&self, until: Instant, stop: &AtomicBool) -> Heard {
        let mut ended_at: Option<Instant> = None;
        loop {
            if stop.load(Ordering::Relaxed) {
                return Heard::Stopped;
            }
            let now = Instant::now();
            match self.from.recv_timeout(until.saturating_duration_since(now).min(TICK)) {
                Ok(heard) => return heard,
                Err(RecvTimeoutError::Disconnected) => return Heard::Ended,
                Err(RecvTimeoutError::Timeout) if self.ending_now().is_some() => {
                    if ended_at.get_or_insert(now).elapsed() > AFTERMATH {
                        return Heard::Ended;
                    }
                }
                Err(RecvTimeoutError::Timeout) if Instant::now() >= until => return Heard::Silence,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// The beginning of a line that has not ended yet.
    pub fn partial(&self) -> Vec<u8> {
        self.partial.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// How the process ended, once its output has.
    pub fn ending(&self) -> Ending {
        self.wait_for_end(ENDING).unwrap_or(Ending::Running)
    }

    /// Takes the last lines on standard error since they were taken before, up to this moment.
    pub fn take_stderr(&self) -> String {
        self.stderr.take()
    }

    /// Sends a last line and the end of input, and gives the process some time to end by itself before it is killed. Gives the
    /// lines that it still wrote.
    pub fn close(&mut self, line: &str, patience: Duration) -> Vec<Vec<u8>> {
        self.write(line);
        self.to = None;
        let until = Instant::now() + patience;
        let never = AtomicBool::new(false);
        let mut lines = Vec::new();
        while let Heard::Line(line) = self.listen(until, &never) {
            if lines.len() < LAST_LINES {
                lines.push(line);
            }
        }
        self.wait_for_end(until.saturating_duration_since(Instant::now()));
        lines
    }

    fn wait_for_end(&self, patience: Duration) -> Option<Ending> {
        let until = Instant::now() + patience;
        loop {
            if let Some(ending) = self.ending_now() {
                return Some(ending);
            }
            if Instant::now() >= until {
                return None;
            }
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// How the process has ended, if it has. It is left to be reaped, so that its group's number stays its own.
    fn ending_now(&self) -> Option<Ending> {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let status: WaitIdStatus = waitid(WaitId::Pid(self.id), options).ok()??;
        let signal = || status.terminating_signal().map(Ending::Signal);
        status.exit_status().map(Ending::Status).or_else(signal)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // SIGKILL, since anything milder can be ignored; to the group, since the engine may have started helpers.
        let _ = kill_process_group(self.id, Signal::KILL);
        self.wait_for_end(REAPING);
        let _ = self.child.try_wait();
    }
}

fn write_requests(mut stdin: ChildStdin, requests: &Receiver<String>) {
    for line in requests {
        if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

fn read_replies(stdout: ChildStdout, lines: &SyncSender<Heard>, partial: &Mutex<Vec<u8>>) {
    let keep = |line: &[u8]| {
        let mut partial = partial.lock().unwrap_or_else(PoisonError::into_inner);
        partial.clear();
        partial.extend_from_slice(&line[..line.len().min(PARTIAL)]);
    };
    let mut input = BufReader::with_capacity(64 << 10, stdout);
    loop {
        let heard = match read_line(&mut input, keep) {
            Ok(Line::Whole(line)) => {
                keep(&[]);
                Heard::Line(line)
            }
            Ok(Line::TooLong(line)) => Heard::TooLong(line),
            // A line without its end is no reply: the engine ended in the middle of it.
            Ok(Line::Cut(_) | Line::End) | Err(_) => Heard::Ended,
        };
        let goes_on = matches!(heard, Heard::Line(_));
        if lines.send(heard).is_err() || !goes_on {
            return;
        }
    }
}
