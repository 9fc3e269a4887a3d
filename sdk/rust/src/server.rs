//! gRPC over HTTP/2 on the socket.

use std::future::{poll_fn, Future};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use bytes::{BufMut, Bytes, BytesMut};
use h2::server::{self, SendResponse};
use h2::{RecvStream, SendStream};
use http::{header, HeaderMap, HeaderValue, Method, Request, Response, StatusCode};
use tokio::net::{UnixListener, UnixStream};
use tokio::sync::{mpsc, watch, Semaphore};
use tokio::task::{JoinHandle, JoinSet};

use crate::app::Offer;
use crate::service::{Status, INTERNAL, OK, RESOURCE_EXHAUSTED};

const CONNECTIONS_MAX: usize = 16;
const CALLS_MAX: u32 = 100; // of one connection at a time
const REQUEST_BYTES_MAX: usize = 4 << 20;
const ANSWER_BYTES_MAX: usize = 16 << 20;
const STREAM_MESSAGES_MAX: usize = 16; // waiting for a slow reader, beside what HTTP/2 has
const PREFIX: usize = 5; // of a message: not compressed, and four bytes of length
const STOP_TIME: Duration = Duration::from_millis(1500);
const PAUSE: Duration = Duration::from_millis(100); // without accepting, when files run out

/// Ends what runs when it is dropped.
struct Running<T>(JoinHandle<T>);

impl<T> Drop for Running<T> {
    fn drop(&mut self) {
        self.0.abort();
    }
}

pub(crate) async fn serve(listener: UnixListener, path: &Path, offer: Arc<Offer>, stop: impl Future<Output = ()>) {
    let (stopping, stopped) = watch::channel(false);
    let room = Arc::new(Semaphore::new(CONNECTIONS_MAX));
    let mut connections = JoinSet::new();
    tokio::pin!(stop);
    loop {
        tokio::select! {
            () = &mut stop => break,
            Some(_) = connections.join_next() => {}
            accepted = listener.accept() => match (accepted, room.clone().try_acquire_owned()) {
                (Ok((stream, _)), Ok(place)) => {
                    let connection = serve_connection(stream, offer.clone(), stopped.clone());
                    connections.spawn(async move { connection.await; drop(place) });
                }
                (Ok(_), Err(_)) => {} // the hub needs one; whoever wants more than there are is sent away
                (Err(_), _) => tokio::time::sleep(PAUSE).await,
            },
        }
    }
    drop(listener);
    // It may be gone already; nobody else puts anything there while this app runs.
    let _ = std::fs::remove_file(path);
    stopping.send_replace(true);
    // What runs longer than this ends with the set.
    let _ = tokio::time::timeout(STOP_TIME, async { while connections.join_next().await.is_some() {} }).await;
}

async fn serve_connection(stream: UnixStream, offer: Arc<Offer>, stopped: watch::Receiver<bool>) {
    let mut stopping = stopped.clone();
    let Ok(mut connection) =
        server::Builder::new().max_concurrent_streams(CALLS_MAX).handshake::<_, Bytes>(stream).await
    else {
        return;
    };
    let mut calls = JoinSet::new();
    let mut stops = true;
    loop {
        tokio::select! {
            accepted = connection.accept() => match accepted {
                Some(Ok((request, respond))) => {
                    calls.spawn(serve_call(request, respond, offer.clone(), stopped.clone()));
                }
                _ => return,
            },
            Some(_) = calls.join_next() => {}
            _ = stopping.wait_for(|stopping| *stopping), if stops => {
                stops = false;
                connection.graceful_shutdown();
            }
        }
    }
}

async fn serve_call(
    request: Request<RecvStream>,
    mut respond: SendResponse<Bytes>,
    offer: Arc<Offer>,
    stopped: watch::Receiver<bool>,
) {
    let is_grpc = request
        .headers()
        .get(header::CONTENT_TYPE)
        .is_some_and(|kind| kind.as_bytes().starts_with(b"application/grpc"));
    let mut response = Response::new(());
    if !is_grpc || request.method() != Method::POST {
        *response.status_mut() = StatusCode::UNSUPPORTED_MEDIA_TYPE;
        let _ = respond.send_response(response, true);
        return;
    }
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/grpc"));
    let path = request.uri().path().to_owned();
    let read = read(request.into_body()).await;
    let Ok(mut stream) = respond.send_response(response, false) else {
        return;
    };
    let done = match read {
        Some(Ok(body)) => answer(&mut stream, offer, &path, body, stopped).await,
        Some(Err(status)) => Some(Err(status)),
        None => None,
    };
    // Nothing is sent to whoever has hung up.
    if let Some(done) = done {
        let _ = stream.send_trailers(trailers(done));
    }
}

/// The one message of a request; none when the caller hangs up.
async fn read(mut body: RecvStream) -> Option<Result<Bytes, Status>> {
    let mut whole = BytesMut::new();
    let mut too_large = false;
    while let Some(piece) = body.data().await {
        let piece = piece.ok()?;
        body.flow_control().release_capacity(piece.len()).ok()?;
        too_large = too_large || whole.len() + piece.len() > REQUEST_BYTES_MAX + PREFIX;
        if !too_large {
            whole.extend_from_slice(&piece);
        }
    }
    if too_large {
        return Some(Err(Status::new(RESOURCE_EXHAUSTED, "the request is larger than 4 MiB")));
    }
    let is_one = whole.len() >= PREFIX
        && whole[0] == 0
        && u32::from_be_bytes([whole[1], whole[2], whole[3], whole[4]]) as usize == whole.len() - PREFIX;
    Some(if is_one {
        Ok(whole.freeze().slice(PREFIX..))
    } else {
        Err(Status::new(INTERNAL, "the request is not one message without compression"))
    })
}

fn frame(message: &[u8]) -> Result<Bytes, Status> {
    if message.len() > ANSWER_BYTES_MAX {
        return Err(Status::new(RESOURCE_EXHAUSTED, "the app's answer is larger than 16 MiB"));
    }
    let mut framed = BytesMut::with_capacity(PREFIX + message.len());
    framed.put_u8(0);
    framed.put_u32(message.len() as u32);
    framed.put_slice(message);
    Ok(framed.freeze())
}

/// Sends everything but the end; none when the caller hangs up.
async fn answer(
    stream: &mut SendStream<Bytes>,
    offer: Arc<Offer>,
    path: &str,
    body: Bytes,
    mut stopped: watch::Receiver<bool>,
) -> Option<Result<(), Status>> {
    let named = path.strip_prefix("/apps.v0.").and_then(|call| call.split_once('/'));
    let Some((name, method)) = named.filter(|(name, _)| offer.service(name).is_some()) else {
        return Some(Err(Status::no_such_call()));
    };
    let (name, method) = (name.to_owned(), method.to_owned());
    let is_stream = offer.service(&name).is_some_and(|service| service.is_stream(&method));
    let (to, mut from) = mpsc::channel(STREAM_MESSAGES_MAX);
    // In a task of its own, so that a panic is the call's alone.
    let mut work = Running(tokio::spawn(async move {
        let Some(service) = offer.service(&name) else {
            return Err(Status::no_such_call());
        };
        if is_stream {
            return service.stream(&method, &body, to).await;
        }
        let message = offer.unary(service, &method, &body).await?;
        // There is room for it, and it is read as long as the call is not given up.
        let _ = to.send(message).await;
        Ok(())
    }));
    loop {
        let message = tokio::select! {
            biased;
            _ = poll_fn(|cx| stream.poll_reset(cx)) => return None,
            _ = stopped.wait_for(|stopped| *stopped), if is_stream => return Some(Ok(())),
            message = from.recv() => message,
        };
        let Some(message) = message else {
            break;
        };
        match frame(&message) {
            Ok(framed) => send(stream, framed, &mut stopped, is_stream).await?,
            Err(status) => return Some(Err(status)),
        }
    }
    Some((&mut work.0).await.unwrap_or_else(|_| Err(Status::new(INTERNAL, "the app failed inside the call"))))
}

/// Sends at the speed at which the caller reads; none when it hangs up, or the app stops a stream.
async fn send(
    stream: &mut SendStream<Bytes>,
    mut data: Bytes,
    stopped: &mut watch::Receiver<bool>,
    is_stream: bool,
) -> Option<()> {
    while !data.is_empty() {
        stream.reserve_capacity(data.len());
        let room = tokio::select! {
            room = poll_fn(|cx| stream.poll_capacity(cx)) => room?.ok()?,
            _ = stopped.wait_for(|stopped| *stopped), if is_stream => return None,
        };
        stream.send_data(data.split_to(room.min(data.len())), false).ok()?;
    }
    Some(())
}

fn trailers(done: Result<(), Status>) -> HeaderMap {
    let status = done.err().unwrap_or_else(|| Status::new(OK, ""));
    let mut trailers = HeaderMap::new();
    trailers.insert("grpc-status", HeaderValue::from(status.code));
    // Percent-encoded, as gRPC wants it.
    let mut message = String::new();
    for byte in status.message.bytes() {
        match byte {
            b' '..=b'~' if byte != b'%' => message.push(char::from(byte)),
            _ => message.push_str(&format!("%{byte:02X}")),
        }
    }
    if let (false, Ok(value)) = (message.is_empty(), HeaderValue::from_str(&message)) {
        trailers.insert("grpc-message", value);
    }
    trailers
}
