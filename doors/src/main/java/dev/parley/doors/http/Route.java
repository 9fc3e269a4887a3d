package dev.parley.doors.http;

import io.vertx.core.http.HttpMethod;
import java.util.Set;

/**
 * Where a path leads.
 *
 * @param path the whole path, such as {@code /ws}. A segment such as {@code {id}} fits any one
 *     segment, a last one such as {@code {file*}} everything that is left; the endpoint finds what
 *     they stood for, decoded, in the request's {@code params()}
 * @param forAgents is it served on the agents' port too?
 */
public record Route(String path, Set<HttpMethod> methods, boolean forAgents, Endpoint endpoint) {
  private static final Set<HttpMethod> READ = Set.of(HttpMethod.GET, HttpMethod.HEAD);

  /** Only read, unless {@link #taking} says more. */
  public static Route forEveryone(String path, Endpoint endpoint) {
    return new Route(path, READ, true, endpoint);
  }

  /** On the owner's port alone; only read, unless {@link #taking} says more. */
  public static Route forOwner(String path, Endpoint endpoint) {
    return new Route(path, READ, false, endpoint);
  }

  /** The same path for these methods instead; several routes may share a path. */
  public Route taking(HttpMethod... taken) {
    return new Route(path, Set.of(taken), forAgents, endpoint);
  }
}
