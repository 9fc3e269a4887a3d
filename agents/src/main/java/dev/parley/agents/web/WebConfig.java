package dev.parley.agents.web;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What agents may fetch.
 *
 * @param comm whether turns that others have caused may fetch too
 * @param privateAddresses whether this machine and its network may be asked
 * @param bytesMax of one answer
 * @param patience for one fetch, with all its redirects
 * @param searchUrl where is searched, with {@code {query}} in it; null for nowhere
 */
public record WebConfig(
    boolean enabled,
    boolean comm,
    boolean privateAddresses,
    int bytesMax,
    Duration patience,
    @Nullable String searchUrl) {
  public static final String QUERY = "{query}";
  public static final WebConfig DEFAULT =
      new WebConfig(true, false, false, 2 << 20, Duration.ofSeconds(20), null);
}
