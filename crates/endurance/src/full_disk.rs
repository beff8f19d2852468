//! The disk is full: choices are refused in a sentence, nothing is lost, and with room everything goes on.

use crate::listeners::{Ears, Listeners};
use crate::players::{Players, Tally};
use crate::report::Report;
use crate::server::{Orrery, Server};
use crate::table::Company;
use anyhow::{Context, Result, bail};
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

#[derive(Clone, Debug, clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    orrery: Orrery,
    /// The size of the disk, in megabytes
    #[arg(long, default_value_t = 24)]
    size: u32,
    #[arg(long, default_value_t = 6)]
    matches: usize,
    /// How often the disk is filled
    #[arg(long, default_value_t = 3)]
    times: usize,
}

pub async fn run(arguments: &Arguments, seed: u64) -> Result<Report> {
    let mut report = Report::of("full-disk");
    let disk = match Disk::mount(arguments.size) {
        Ok(disk) => disk,
        Err(error) => {
            report.note(format!("skipped: a small disk could not be mounted ({error})"));
            return Ok(report);
        }
    };
    let mut server = Server::start(&arguments.orrery, Some(&disk.folder.path().join("matches"))).await?;
    let companies = vec![Company::Apart; arguments.matches];
    let players = Players::start(vec![server.client.clone()], &companies, Duration::ZERO, seed).await?;
    let listeners = Listeners::open(std::slice::from_ref(&server.client), players.tables());
    let mut unheard = Vec::new();
    for time in 0..arguments.times {
        tokio::time::sleep(Duration::from_secs(2)).await;
        let before = players.tally();
        let ballast = disk.fill()?;
        if !met_within(&players, |now| now.busy > before.busy, Duration::from_secs(30)).await {
            unheard.push(format!("time {time}: no 503 within 30 seconds"));
        }
        // Room that others free is filled again, for as long as it lasts.
        tokio::time::sleep(Duration::from_secs(2)).await;
        std::fs::remove_file(&ballast)?;
        let freed = players.tally();
        let began = Instant::now();
        players.event();
        if met_within(&players, |now| now.made > freed.made, Duration::from_secs(20)).await {
            report.figure(&format!("until play goes on, time {}", time + 1), began.elapsed().as_secs_f64() * 1e3, "ms");
        } else {
            unheard.push(format!("time {time}: no choice was made within 20 seconds of there being room"));
        }
    }
    let (delays, missed) = listeners.close().await.delays(&players.acknowledged(), Ears::AtTheSame);
    server.kill().await?;
    server.restart().await?;
    players.event();
    tokio::time::sleep(Duration::from_secs(1)).await;
    players.conclude(&mut report).await?;
    report.times("news", &delays);
    report.none_of("news that never came", &missed);
    report.none_of("full disks without a 503, or that were not got over", &unheard);
    let panics: Vec<String> = server.panics().into_iter().filter(|line| line.contains("panicked")).collect();
    report.none_of("failures that the server speaks of", &panics);
    Ok(report)
}

async fn met_within(players: &Players, met: impl Fn(Tally) -> bool, most: Duration) -> bool {
    let began = Instant::now();
    while began.elapsed() < most {
        if met(players.tally()) {
            return true;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    false
}

/// A small disk in memory, taken away at the end.
#[derive(Debug)]
struct Disk {
    folder: tempfile::TempDir,
}

impl Disk {
    fn mount(megabytes: u32) -> Result<Disk> {
        let folder = tempfile::tempdir()?;
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", &format!("size={megabytes}m"), "tmpfs"])
            .arg(folder.path())
            .output()
            .context("there is no mount command")?;
        if !mounted.status.success() {
            bail!("{}", String::from_utf8_lossy(&mounted.stderr).trim());
        }
        Ok(Disk { folder })
    }

    /// Writes until nothing more goes in.
    fn fill(&self) -> Result<PathBuf> {
        let ballast: PathBuf = self.folder.path().join("ballast");
        let mut file = File::create(&ballast)?;
        for size in [64 * 1024, 4096, 1] {
            while file.write_all(&vec![7; size]).is_ok() {}
        }
        Ok(ballast)
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _gone = Command::new("umount").arg("-l").arg(self.path()).status();
    }
}
