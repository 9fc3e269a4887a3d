//! Channel is a channel to a room with an echo: what is sent there comes back. The setting greetings says how many
//! messages wait in the room at first.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use parley_sdk::{async_trait, ChannelEnvelope, ChannelHandler, ParleyApp, ParleyError, Sink};
use tokio::sync::{mpsc, Mutex};

const ROOM: usize = 1000;

struct Echo {
    said: mpsc::Sender<ChannelEnvelope>,
    heard: Mutex<mpsc::Receiver<ChannelEnvelope>>,
    connected: AtomicBool,
    sent: AtomicU64,
}

impl Echo {
    fn new() -> Self {
        let (said, heard) = mpsc::channel(ROOM);
        Self { said, heard: Mutex::new(heard), connected: AtomicBool::new(false), sent: AtomicU64::new(0) }
    }

    /// It never waits: a room that nobody listens to fills up, and then refuses.
    fn hear(&self, message: ChannelEnvelope) -> Result<(), ParleyError> {
        let message = ChannelEnvelope { channel_id: "echo:room".into(), timestamp: now(), ..message };
        self.said.try_send(message).map_err(|_| refused("the room is full"))
    }
}

fn refused(why: &str) -> ParleyError {
    ParleyError::Execution(why.to_owned())
}

/// In RFC 3339. Days are counted from March, so that a leap day is the last of its year.
fn now() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let days = seconds / 86_400 + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    let (hour, minute, second) = (seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[async_trait]
impl ChannelHandler for Echo {
    fn id(&self) -> &str {
        "echo"
    }

    async fn connect(&self, config: BTreeMap<String, String>) -> Result<(), ParleyError> {
        if config.get("token").map_or("", String::as_str).is_empty() {
            return Err(refused("token is required"));
        }
        let greetings = match config.get("greetings") {
            Some(text) => text.parse().ok().filter(|count| *count <= ROOM),
            None => Some(0),
        };
        let greetings = greetings.ok_or_else(|| refused("greetings is a number from 0 to 1000"))?;
        self.connected.store(true, Ordering::SeqCst);
        for i in 1..=greetings {
            let (message_id, text) = (format!("greeting-{i}"), format!("hello {i}"));
            self.hear(ChannelEnvelope { message_id, text, ..ChannelEnvelope::default() })?;
        }
        Ok(())
    }

    async fn disconnect(&self) -> Result<(), ParleyError> {
        self.connected.store(false, Ordering::SeqCst);
        Ok(())
    }

    async fn send(&self, message: ChannelEnvelope) -> Result<String, ParleyError> {
        if !self.connected.load(Ordering::SeqCst) {
            return Err(refused("not connected"));
        }
        let id = format!("echo-{}", self.sent.fetch_add(1, Ordering::SeqCst) + 1);
        self.hear(ChannelEnvelope { message_id: id.clone(), reply_to: message.message_id.clone(), ..message })?;
        Ok(id)
    }

    async fn receive(&self, messages: Sink<ChannelEnvelope>) -> Result<(), ParleyError> {
        let mut heard = self.heard.lock().await;
        // A message is taken only when it can be handed on, so that none is lost with a connection.
        while let Ok(slot) = messages.reserve().await {
            let Some(message) = heard.recv().await else {
                break;
            };
            slot.send(message);
        }
        Ok(())
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    ParleyApp::new()?.register_channel(Echo::new()).run().await?;
    Ok(())
}
