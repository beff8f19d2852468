//! The table in the browser: serve it, back it up, restore it.

use anyhow::{Context, Result, bail};
use server::{Config, Server, store};
use shelf::Shelf;
use std::io::Write;
use std::net::{IpAddr, SocketAddr, UdpSocket};
use std::path::PathBuf;
use std::process::{ExitCode, Stdio};

#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    place: Place,
    /// Where to listen; 0.0.0.0 lets others on your network play
    #[arg(long, default_value = "127.0.0.1:7447", value_name = "ADDRESS:PORT", env = "ORRERY_LISTEN")]
    listen: SocketAddr,
    /// NATS server, when several nodes share a PostgreSQL database: nats://…
    #[arg(long, value_name = "URL", env = "ORRERY_BUS")]
    bus: Option<String>,
    /// How others reach this server, for the links that are sent to them: https://…
    #[arg(long, value_name = "URL", env = "ORRERY_PUBLIC_URL")]
    public_url: Option<String>,
    /// Serve the page's files from this folder instead of the built-in ones
    #[arg(long, value_name = "FOLDER")]
    web: Option<PathBuf>,
    /// Requests a second that one address may make in the long run; 0 for no limit
    #[arg(long, default_value_t = 100, value_name = "NUMBER")]
    flood_limit: u32,
    /// Mail server for notifications: smtp://user:password@host:port
    #[arg(long, value_name = "URL", env = "ORRERY_MAIL", requires = "mail_from")]
    mail: Option<String>,
    /// The address that mail comes from
    #[arg(long, value_name = "ADDRESS", env = "ORRERY_MAIL_FROM")]
    mail_from: Option<String>,
    /// Begin the same games in the same order each time, for tests: whoever knows the number knows the dice
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
    /// Do not open the browser
    #[arg(long)]
    no_browser: bool,
}

/// Where matches are kept.
#[derive(Debug, clap::Args)]
pub struct Place {
    /// The folder for matches [default: orrery in your data folder]
    #[arg(long, value_name = "FOLDER", env = "ORRERY_DATA")]
    data: Option<PathBuf>,
    /// PostgreSQL instead of a folder: postgres://…
    #[arg(long, value_name = "URL", env = "ORRERY_DATABASE", conflicts_with = "data")]
    database: Option<String>,
}

impl Place {
    fn database(&self) -> Result<String> {
        if let Some(url) = &self.database {
            if !url.starts_with("postgres://") && !url.starts_with("postgresql://") {
                bail!("--database takes the address of a PostgreSQL database, postgres://…; a folder goes with --data");
            }
            return Ok(url.clone());
        }
        let folder = match &self.data {
            Some(folder) => folder.clone(),
            None => data_folder().context("no home folder is known; say where to keep matches with --data")?,
        };
        Ok(folder.to_str().context("the name of the data folder cannot be read as text")?.to_owned())
    }
}

/// Where programs keep their data, on this kind of computer.
fn data_folder() -> Option<PathBuf> {
    let from = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let home = || from("HOME");
    let folder = if cfg!(windows) {
        from("APPDATA")
    } else if cfg!(target_os = "macos") {
        home().map(|home| home.join("Library/Application Support"))
    } else {
        from("XDG_DATA_HOME").or_else(|| home().map(|home| home.join(".local/share")))
    };
    folder.map(|folder| folder.join("orrery"))
}

pub fn run(arguments: &Arguments, shelf: Shelf, out: &mut dyn Write) -> Result<ExitCode> {
    let mail = arguments.mail.clone().zip(arguments.mail_from.clone());
    let config = Config {
        bus: arguments.bus.clone(),
        web: arguments.web.clone(),
        public_url: arguments.public_url.clone(),
        flood_limit: Some(arguments.flood_limit).filter(|&limit| limit > 0),
        mail,
        seed: arguments.seed,
        ..Config::local(arguments.listen, arguments.place.database()?)
    };
    if let Some(url) = &config.public_url
        && !(url.starts_with("http://") || url.starts_with("https://"))
    {
        bail!("--public-url is the address that others type in, http://… or https://…");
    }
    if let Some(folder) = &config.web
        && !folder.join("index.html").is_file()
    {
        bail!("--web: there is no page in {}", folder.display());
    }
    if config.bus.is_some() && arguments.place.database.is_none() {
        bail!("--bus joins nodes that share a PostgreSQL database; say which with --database postgres://…");
    }
    log_to_stderr();
    runtime()?.block_on(async {
        let server = Server::open(config, shelf).await?;
        writeln!(out, "Orrery is at {} (Ctrl-C stops it).", server.url())?;
        if arguments.listen.ip().is_unspecified()
            && arguments.public_url.is_none()
            && let Some(address) = own_address()
        {
            writeln!(out, "Others on your network find it at http://{address}:{}.", server.address().port())?;
        }
        out.flush()?;
        if !arguments.no_browser {
            open_browser(server.url());
        }
        server.run(stopped()).await
    })?;
    writeln!(out, "Stopped; every game is kept.")?;
    Ok(ExitCode::SUCCESS)
}

/// This computer's address on its network. Nothing is sent: the system only says which way it would go.
fn own_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind("0.0.0.0:0").ok()?;
    socket.connect("192.0.2.1:9").ok()?;
    Some(socket.local_addr().ok()?.ip()).filter(|address| !address.is_loopback() && !address.is_unspecified())
}

fn runtime() -> Result<tokio::runtime::Runtime> {
    Ok(tokio::runtime::Builder::new_multi_thread().enable_all().build()?)
}

/// Warnings and worse; more with `RUST_LOG`.
fn log_to_stderr() {
    let filter = tracing_subscriber::EnvFilter::try_from_default_env();
    // A connection that breaks while it is made is made again; who waited too long for one says so himself.
    let filter = filter.unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("warn,sqlx_core::pool::inner=off"));
    // Somebody else's subscriber will do as well.
    let _set = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).try_init();
}

/// Ctrl-C, or the end that a service manager announces.
async fn stopped() {
    let interrupt = async {
        let _heard = tokio::signal::ctrl_c().await;
    };
    #[cfg(unix)]
    let terminate = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => {
                signal.recv().await;
            }
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminate = std::future::pending::<()>();
    tokio::select! {
        () = interrupt => {}
        () = terminate => {}
    }
}

/// Shows the page; whoever has no browser reads the address.
fn open_browser(url: &str) {
    let opener = if cfg!(windows) {
        "explorer"
    } else if cfg!(target_os = "macos") {
        "open"
    } else {
        "xdg-open"
    };
    let mut command = std::process::Command::new(opener);
    command.arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let _opened = command.spawn();
}

#[derive(Debug, clap::Args)]
pub struct File {
    #[command(flatten)]
    place: Place,
    /// The file
    file: PathBuf,
}

/// Writes everything into one file, while the server may go on.
pub fn backup(arguments: &File, out: &mut dyn Write) -> Result<ExitCode> {
    let database = arguments.place.database()?;
    if !database.contains("://") && !PathBuf::from(&database).exists() {
        bail!("there are no matches in {database}; say where they are with --data");
    }
    runtime()?.block_on(async {
        let store = store::open(&database).await?;
        store.backup(&arguments.file).await?;
        store.close().await;
        anyhow::Ok(())
    })?;
    writeln!(out, "Everything is in {}.", arguments.file.display())?;
    Ok(ExitCode::SUCCESS)
}

/// Fills an empty place from a backup.
pub fn restore(arguments: &File, out: &mut dyn Write) -> Result<ExitCode> {
    let database = arguments.place.database()?;
    runtime()?.block_on(async {
        let store = store::open(&database).await?;
        store.restore(&arguments.file).await?;
        store.close().await;
        anyhow::Ok(())
    })?;
    writeln!(out, "Everything from {} is back.", arguments.file.display())?;
    Ok(ExitCode::SUCCESS)
}
