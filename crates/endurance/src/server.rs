//! A server of our own in another process: started, watched, killed, started again.

use crate::client::Client;
use anyhow::{Context, Result, bail};
use std::fs::File;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tokio::process::{Child, Command};

/// How to start servers.
#[derive(Clone, Debug, clap::Args)]
pub struct Orrery {
    /// The program under test
    #[arg(long, default_value = "target/release/orrery", value_name = "FILE", env = "ORRERY")]
    orrery: PathBuf,
    /// PostgreSQL instead of a folder of its own: postgres://…
    #[arg(long, value_name = "URL")]
    pub database: Option<String>,
    /// NATS, when several servers share the database: nats://…
    #[arg(long, value_name = "URL")]
    pub bus: Option<String>,
}

/// A server that can be killed and started again at the same address.
#[derive(Debug)]
pub struct Server {
    command: Vec<String>,
    child: Child,
    pub client: Client,
    said: PathBuf,
    /// Kept for as long as the server.
    _folder: TempDir,
}

/// What a server has used up.
#[derive(Clone, Copy, Debug)]
pub struct Usage {
    pub processor: Duration,
    pub memory_mb: f64,
    pub peak_mb: f64,
}

impl Server {
    /// Starts one on a free port, with its matches in a temporary folder, in this one, or in the database.
    pub async fn start(orrery: &Orrery, data: Option<&Path>) -> Result<Server> {
        let folder = tempfile::tempdir().context("there is no room for a temporary folder")?;
        let address = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr())?;
        let mut command = vec![orrery.orrery.display().to_string()];
        command.extend(["serve", "--no-browser", "--flood-limit", "0", "--listen"].map(str::to_owned));
        command.push(address.to_string());
        match &orrery.database {
            Some(url) => command.extend(["--database".to_owned(), url.clone()]),
            None => {
                let data = data.map_or_else(|| folder.path().join("matches"), Path::to_owned);
                command.extend(["--data".to_owned(), data.display().to_string()]);
            }
        }
        if let Some(bus) = &orrery.bus {
            command.extend(["--bus".to_owned(), bus.clone()]);
        }
        let said = folder.path().join("stderr");
        let child = spawn(&command, &said)?;
        let client = Client::of(&format!("http://{address}"));
        let mut server = Server { command, child, client, said, _folder: folder };
        server.wait().await?;
        Ok(server)
    }

    /// Ends it at once, in the middle of whatever it does.
    pub async fn kill(&mut self) -> Result<()> {
        self.child.kill().await.context("the server could not be killed")
    }

    /// Starts it once more, and says how long it took until it was ready.
    pub async fn restart(&mut self) -> Result<Duration> {
        let began = Instant::now();
        self.child = spawn(&self.command, &self.said)?;
        self.wait().await?;
        Ok(began.elapsed())
    }

    async fn wait(&mut self) -> Result<()> {
        let began = Instant::now();
        while began.elapsed() < Duration::from_secs(60) {
            if let Some(status) = self.child.try_wait()? {
                let said = std::fs::read_to_string(&self.said).unwrap_or_default();
                bail!("the server ended with {status}: {}", said.lines().last().unwrap_or("it said nothing"));
            }
            if self.client.get("/readyz", "").await.is_ok_and(|reply| reply.is_good()) {
                return Ok(());
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        bail!("the server was not ready within a minute")
    }

    pub fn usage(&self) -> Result<Usage> {
        usage(self.child.id().context("the server has ended")?)
    }

    /// Lines in which the server spoke of a failure of its own.
    pub fn panics(&self) -> Vec<String> {
        let said = std::fs::read_to_string(&self.said).unwrap_or_default();
        said.lines().filter(|line| line.contains("panicked") || line.contains("ERROR")).map(str::to_owned).collect()
    }
}

fn spawn(command: &[String], said: &Path) -> Result<Child> {
    let stderr = File::options().create(true).append(true).open(said)?;
    Command::new(&command[0])
        .args(&command[1..])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(stderr)
        .kill_on_drop(true)
        .spawn()
        .with_context(|| format!("{} cannot be started; name the program with --orrery", command[0]))
}

/// From `/proc`: time on all processors, memory in use, the most that ever was.
pub fn usage(pid: u32) -> Result<Usage> {
    let gone = || format!("nothing is known of process {pid}");
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).with_context(gone)?;
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).with_context(gone)?;
    // The name in brackets may contain anything; user and system time are the 12th and 13th word behind it.
    let words: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks: u64 = [11, 12].iter().filter_map(|&at| words.get(at)?.parse::<u64>().ok()).sum();
    let kilobytes = |name: &str| -> f64 {
        let line = status.lines().find_map(|line| line.strip_prefix(name));
        line.and_then(|rest| rest.trim_start_matches(':').split_whitespace().next()?.parse().ok()).unwrap_or(f64::NAN)
    };
    Ok(Usage {
        // Linux counts in hundredths of a second.
        processor: Duration::from_millis(ticks * 10),
        memory_mb: kilobytes("VmRSS") / 1024.0,
        peak_mb: kilobytes("VmHWM") / 1024.0,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_own_usage_can_be_read() {
        let usage = usage(std::process::id()).expect("this process runs");
        assert!(usage.memory_mb > 0.5 && usage.memory_mb <= usage.peak_mb);
    }
}
