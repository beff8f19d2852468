//! Connections. Whoever is slow to say what he wants is not waited for: `axum::serve` would wait for ever.

use crate::limits::household;
use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tower::Service;

/// How long somebody may take to send the head of a request; also how long a connection is kept that asks for nothing.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// How long those who were being answered may take to read their answer when the server stops.
const PARTING: Duration = Duration::from_secs(10);
/// The most connections of one address, sockets included, where anybody is held back at all.
const MOST: usize = 200;

/// How connections are kept.
#[derive(Clone, Copy, Debug)]
pub struct Keeping {
    pub patience: Duration,
    pub parting: Duration,
    pub most_of_one: usize,
}

impl Keeping {
    pub fn new(holds_back: bool) -> Keeping {
        Keeping { patience: PATIENCE, parting: PARTING, most_of_one: if holds_back { MOST } else { usize::MAX } }
    }
}

type Open = Arc<Mutex<HashMap<IpAddr, usize>>>;

/// A connection that counts among those of its address for as long as somebody holds this.
#[derive(Debug)]
pub struct Counted {
    address: IpAddr,
    open: Open,
}

impl Counted {
    /// None if there are enough from this address.
    fn one_more(open: &Open, address: IpAddr, most: usize) -> Option<Arc<Counted>> {
        let mut all = open.lock().unwrap_or_else(PoisonError::into_inner);
        let count = all.entry(address).or_default();
        if *count >= most {
            return None;
        }
        *count += 1;
        Some(Arc::new(Counted { address, open: open.clone() }))
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut all = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Entry::Occupied(mut count) = all.entry(self.address) {
            *count.get_mut() -= 1;
            if *count.get() == 0 {
                count.remove();
            }
        }
    }
}

/// Serves until `stop` is done, and finishes what was begun.
pub async fn serve(listener: TcpListener, router: Router, keeping: Keeping, stop: impl Future<Output = ()>) {
    let open = Open::default();
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(keeping.patience);
    // Each connection holds an end of it: it hears of the stop, and its silence says that it is done.
    let (stopping, heard) = watch::channel(());
    let mut stop = pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        let Ok((stream, address)) = accepted else {
            // There are too many open connections: some will end.
            tokio::time::sleep(Duration::from_millis(100)).await;
            continue;
        };
        let Some(counted) = Counted::one_more(&open, household(address.ip()), keeping.most_of_one) else { continue };
        // An answer is one write; there is nothing to wait for.
        let _is_quick = stream.set_nodelay(true);
        let router = router.clone();
        let answer = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(ConnectInfo(address) as ConnectInfo<SocketAddr>);
            request.extensions_mut().insert(counted.clone());
            router.clone().call(request.map(Body::new))
        });
        let connection = builder.serve_connection(TokioIo::new(stream), answer).with_upgrades();
        let mut heard = heard.clone();
        tokio::spawn(async move {
            let mut connection = pin!(connection);
            // Whatever went wrong, the other side has gone or is sent away.
            let _gone = tokio::select! {
                gone = connection.as_mut() => gone,
                _ = heard.changed() => {
                    connection.as_mut().graceful_shutdown();
                    connection.await
                }
            };
        });
    }
    drop((listener, heard));
    let _is_heard = stopping.send(());
    // Who does not read is not waited for.
    let _all_gone = tokio::time::timeout(keeping.parting, stopping.closed()).await;
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::routing::get;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::TcpStream;
    use tokio::sync::oneshot;

    async fn opened() -> (SocketAddr, oneshot::Sender<()>, tokio::task::JoinHandle<()>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("there is a free port");
        let address = listener.local_addr().expect("it has an address");
        let (stop, stopped) = oneshot::channel::<()>();
        let router = Router::new()
            .route(
                "/",
                get(|ConnectInfo(from): ConnectInfo<SocketAddr>| async move {
                    tokio::time::sleep(Duration::from_millis(300)).await;
                    from.ip().to_string()
                }),
            )
            // More than a connection holds by itself.
            .route("/much", get(async || vec![b'.'; 64 << 20]));
        let keeping = Keeping { patience: Duration::from_millis(200), parting: Duration::from_secs(1), most_of_one: 3 };
        let served = serve(listener, router, keeping, async {
            let _stopped = stopped.await;
        });
        (address, stop, tokio::spawn(served))
    }

    async fn say(to: SocketAddr, text: &str) -> String {
        let mut stream = TcpStream::connect(to).await.expect("the server listens");
        stream.write_all(text.as_bytes()).await.expect("it listens");
        let mut heard = String::new();
        let read = tokio::time::timeout(Duration::from_secs(5), stream.read_to_string(&mut heard));
        read.await.expect("the connection is ended").expect("an answer is text");
        heard
    }

    #[tokio::test]
    async fn half_a_request_is_not_waited_for() {
        let (address, _stop, _served) = opened().await;
        for half in ["", "GET", "GET / HTTP/1.1\r\nhost: here\r\nx-slow: "] {
            let heard = say(address, half).await;
            assert!(heard.is_empty() || heard.starts_with("HTTP/1.1 408"), "{half:?}: {heard}");
        }
        let whole = say(address, "GET / HTTP/1.1\r\nhost: here\r\nconnection: close\r\n\r\n").await;
        assert!(whole.starts_with("HTTP/1.1 200 OK") && whole.ends_with("127.0.0.1"), "{whole}");
    }

    #[tokio::test]
    async fn one_address_does_not_hold_all_connections() {
        let (address, _stop, _served) = opened().await;
        let request = "GET / HTTP/1.1\r\nhost: here\r\nconnection: close\r\n\r\n";
        let all: Vec<_> = (0..8).map(|_| tokio::spawn(async move { say(address, request).await })).collect();
        let mut answered = 0;
        for one in all {
            answered += usize::from(one.await.is_ok_and(|heard| heard.starts_with("HTTP/1.1 200")));
        }
        assert_eq!(answered, 3);
        // And again, when they have gone.
        assert!(say(address, request).await.starts_with("HTTP/1.1 200 OK"));
    }

    #[tokio::test]
    async fn what_was_begun_is_finished() {
        let (address, stop, served) = opened().await;
        let asked = tokio::spawn(async move { say(address, "GET / HTTP/1.1\r\nhost: here\r\n\r\n").await });
        tokio::time::sleep(Duration::from_millis(100)).await;
        drop(stop);
        served.await.expect("it stops");
        assert!(asked.await.expect("an answer came").starts_with("HTTP/1.1 200 OK"));
        TcpStream::connect(address).await.expect_err("nobody listens any more");
    }

    #[tokio::test]
    async fn who_does_not_read_does_not_hold_up_the_stop() {
        let (address, stop, served) = opened().await;
        let mut stream = TcpStream::connect(address).await.expect("the server listens");
        stream.write_all(b"GET /much HTTP/1.1\r\nhost: here\r\n\r\n").await.expect("it listens");
        stream.read_u8().await.expect("an answer begins");
        drop(stop);
        tokio::time::timeout(Duration::from_secs(5), served).await.expect("it stops").expect("without a panic");
    }
}
