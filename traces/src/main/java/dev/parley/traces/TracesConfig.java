package dev.parley.traces;

import java.net.URI;

/**
 * Where traces are sent.
 *
 * @param endpoint takes OTLP over HTTP, such as {@code http://127.0.0.1:4318/v1/traces}
 * @param oneIn of so many traces one is recorded
 * @param version of the hub
 * @param instance tells this hub from others
 */
public record TracesConfig(URI endpoint, int oneIn, String version, String instance) {
  /** So many spans wait to be sent; further ones are dropped. */
  static final int QUEUE_MAX = 8_192;

  static final int BATCH_MAX = 512;

  public TracesConfig {
    if (oneIn < 1) {
      throw new IllegalArgumentException("oneIn must be at least 1: " + oneIn);
    }
  }
}
