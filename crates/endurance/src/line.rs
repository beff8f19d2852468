//! The socket over which a server says where a match is.

use crate::client::Client;
use crate::wire::News;
use anyhow::{Context, Result, bail};
use futures::{SinkExt, StreamExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

#[derive(Debug)]
pub struct Line(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Line {
    pub async fn open(client: &Client, id: &str, key: &str) -> Result<Line> {
        let url = format!("{}/api/matches/{id}/socket", client.base.replacen("http", "ws", 1));
        let (mut socket, _) = connect_async(url).await.context("no socket could be opened")?;
        let who = serde_json::json!({ "key": (!key.is_empty()).then_some(key) });
        socket.send(Message::text(who.to_string())).await?;
        Ok(Line(socket))
    }

    /// What is said next.
    pub async fn next(&mut self) -> Result<News> {
        loop {
            match self.0.next().await {
                Some(Ok(Message::Text(text))) => {
                    return serde_json::from_str(&text).context("the news cannot be read");
                }
                Some(Ok(Message::Close(frame))) => {
                    bail!("closed: {}", frame.map_or(String::new(), |frame| frame.reason.to_string()))
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Binary(_) | Message::Frame(_))) => {}
                Some(Err(error)) => return Err(error.into()),
                None => bail!("closed"),
            }
        }
    }
}
