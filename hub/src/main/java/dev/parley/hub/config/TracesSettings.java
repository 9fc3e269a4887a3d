package dev.parley.hub.config;

import java.net.URI;
import java.net.URISyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * Where traces are sent.
 *
 * @param endpoint null when none are recorded
 * @param oneIn of so many traces one is recorded
 */
public record TracesSettings(@Nullable URI endpoint, int oneIn) {
  private static final String ENDPOINT = "traces.endpoint";
  private static final String PATH = "/v1/traces";
  private static final int ONE_IN_MAX = 1_000_000;

  static TracesSettings of(Settings settings) {
    String endpoint = settings.text(ENDPOINT, "");
    int oneIn = settings.integer("traces.oneIn", 1);
    Checks.between("traces.oneIn", oneIn, 1, ONE_IN_MAX);
    return new TracesSettings(endpoint.isBlank() ? null : uri(endpoint.strip()), oneIn);
  }

  /** Without a path it is where OTLP usually is. */
  private static URI uri(String text) {
    try {
      URI uri = new URI(text);
      boolean isHttp = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
      if (isHttp && uri.getHost() != null && uri.getUserInfo() == null) {
        String path = uri.getPath();
        return path.isEmpty() || path.equals("/") ? uri.resolve(PATH) : uri;
      }
    } catch (URISyntaxException e) {
      // said below
    }
    throw new BadConfig(ENDPOINT, text, "an address such as http://127.0.0.1:4318");
  }
}
