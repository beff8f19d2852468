use std::sync::Arc;

use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// Stands before a server, and can be shut.
pub struct Gate {
    pub address: String,
    is_open: Arc<watch::Sender<bool>>,
}

impl Gate {
    pub async fn before(server: &str) -> Gate {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("there is a free port");
        let address = listener.local_addr().expect("it is bound").to_string();
        let is_open = Arc::new(watch::Sender::new(true));
        tokio::spawn(keep(listener, server.to_owned(), is_open.clone()));
        Gate { address, is_open }
    }

    /// Whoever is connected is thrown out, whoever comes is turned away.
    pub fn shut(&self) {
        self.is_open.send_replace(false);
    }

    pub fn open(&self) {
        self.is_open.send_replace(true);
    }
}

async fn keep(listener: TcpListener, server: String, is_open: Arc<watch::Sender<bool>>) {
    while let Ok((mut client, _)) = listener.accept().await {
        let mut is_open = is_open.subscribe();
        let server = server.clone();
        tokio::spawn(async move {
            if !*is_open.borrow_and_update() {
                return;
            }
            let Ok(mut upstream) = TcpStream::connect(server).await else { return };
            tokio::select! {
                _ = tokio::io::copy_bidirectional(&mut client, &mut upstream) => {}
                _ = is_open.changed() => {}
            }
        });
    }
}
