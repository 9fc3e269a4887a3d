package dev.parley.hub.config;

/** A setting that cannot be used; the message begins with its key. */
public final class BadConfig extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String key;

  public BadConfig(String key, Object value, String expected) {
    this(key, "'" + value + "' is refused, it must be " + expected);
  }

  public BadConfig(String key, String problem) {
    super(key + ": " + problem);
    this.key = key;
  }

  public String key() {
    return key;
  }
}
