use std::{error::Error, fmt, io};

/// Why something failed. What a handler returns is shown to the model, the owner or the log as its text.
#[derive(Debug)]
pub enum ParleyError {
    /// A handler could not do it.
    Execution(String),
    /// The app was not started by a hub, or is not put together rightly.
    Config(String),
    Io(io::Error),
}

impl fmt::Display for ParleyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Execution(text) if text.is_empty() => f.write_str("failed without a reason"),
            Self::Execution(text) | Self::Config(text) => f.write_str(text),
            Self::Io(cause) => cause.fmt(f),
        }
    }
}

impl Error for ParleyError {}

impl From<io::Error> for ParleyError {
    fn from(cause: io::Error) -> Self {
        Self::Io(cause)
    }
}

impl ParleyError {
    /// For the place in an answer that holds what went wrong, or nothing.
    pub(crate) fn text<T>(result: Result<T, Self>) -> String {
        result.err().map(|error| error.to_string()).unwrap_or_default()
    }
}
