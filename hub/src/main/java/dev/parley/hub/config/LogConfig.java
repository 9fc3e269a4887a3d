package dev.parley.hub.config;

/** What a hub writes to stderr, and how. */
public record LogConfig(Format format, Level level) {
  public static final LogConfig DEFAULT = new LogConfig(Format.TEXT, Level.INFO);

  public enum Format {
    TEXT,
    JSON
  }

  public enum Level {
    TRACE,
    DEBUG,
    INFO,
    WARN,
    ERROR
  }

  static LogConfig of(Settings settings) {
    return new LogConfig(
        settings.choice("log.format", Format.class, DEFAULT.format),
        settings.choice("log.level", Level.class, DEFAULT.level));
  }
}
