package dev.parley.client.json;

/** Text that is not the JSON it was said to be; the message says where it stops being it. */
public final class JsonException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  JsonException(String message, Throwable cause) {
    super(message, cause);
  }

  JsonException(String message) {
    super(message);
  }
}
