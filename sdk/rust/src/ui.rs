use async_trait::async_trait;

use crate::messages::{HttpRequest, HttpResponse};
use crate::service::{answer, Service, Status};

/// Answers what the pages of the app ask (ui).
#[async_trait]
pub trait UiHandler: Send + Sync + 'static {
    async fn handle(&self, request: HttpRequest) -> HttpResponse;
}

impl HttpRequest {
    /// The value of a header, whose name may be in any case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// The first value of a name in the query, without its escapes; none if they are broken.
    pub fn query_value(&self, name: &str) -> Option<String> {
        let mut pairs = self.query.split('&').map(|pair| pair.split_once('=').unwrap_or((pair, "")));
        let value = pairs.find(|(key, _)| *key == name)?.1;
        unescape(&value.replace('+', " "))
    }
}

impl HttpResponse {
    pub fn new(status: u16, content_type: &str, body: impl Into<Vec<u8>>) -> Self {
        Self { status_code: status.into(), body: body.into(), ..Self::default() }
            .with_header("Content-Type", content_type)
    }

    pub fn text(status: u16, text: &str) -> Self {
        Self::new(status, "text/plain; charset=utf-8", text)
    }

    pub fn json(value: &serde_json::Value) -> Self {
        Self::new(200, "application/json", value.to_string())
    }

    pub fn with_header(mut self, name: &str, value: &str) -> Self {
        self.headers.insert(name.to_owned(), value.to_owned());
        self
    }
}

/// A piece of a path without its escapes; none if they are broken or what they stand for is not UTF-8.
pub fn unescape(text: &str) -> Option<String> {
    let mut bytes = text.bytes();
    let mut plain = Vec::with_capacity(text.len());
    while let Some(byte) = bytes.next() {
        if byte != b'%' {
            plain.push(byte);
            continue;
        }
        let (high, low) = (bytes.next()?, bytes.next()?);
        let digit = |byte: u8| char::from(byte).to_digit(16);
        plain.push(u8::try_from(digit(high)? * 16 + digit(low)?).ok()?);
    }
    String::from_utf8(plain).ok()
}

pub(crate) struct UiService<T>(pub T);

#[async_trait]
impl<T: UiHandler> Service for UiService<T> {
    fn name(&self) -> &'static str {
        "UIService"
    }

    async fn unary(&self, method: &str, request: &[u8]) -> Result<Vec<u8>, Status> {
        match method {
            "HandleRequest" => answer(request, |message| self.0.handle(message)).await,
            _ => Err(Status::no_such_call()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queries_and_escapes() {
        let request = HttpRequest { query: "a=1&q=x+%C3%A9%2B&b&bad=%2".to_owned(), ..HttpRequest::default() };
        assert_eq!(request.query_value("q").as_deref(), Some("x é+"));
        assert_eq!(request.query_value("b").as_deref(), Some(""));
        assert_eq!(request.query_value("c"), None);
        assert_eq!(request.query_value("bad"), None);
        assert_eq!(unescape("%ff"), None);
        assert_eq!(unescape("%zz"), None);
    }
}
