package dev.parley.doors.http;

import io.vertx.core.http.HttpMethod;
import java.util.Set;

/**
 * Where a path leads. Several routes may share a path, with different methods or kinds.
 *
 * @param path the whole path, such as {@code /ws}. A segment such as {@code {id}} fits any one
 *     segment, a last one such as {@code {file*}} everything that is left; the endpoint finds what
 *     they stood for, decoded, in the request's {@code params()}
 * @param kind what it is for, where a path is shared
 * @param forAgents is it served on the agents' port too?
 */
public record Route(
    String path, Set<HttpMethod> methods, Kind kind, boolean forAgents, Endpoint endpoint) {

  /** What kind of request a route is for. */
  public enum Kind {
    /** Ordinary ones. */
    REQUEST,
    /** Those that want to go on as a WebSocket; of others it gets what no ordinary route takes. */
    UPGRADE
  }

  private static final Set<HttpMethod> READ = Set.of(HttpMethod.GET, HttpMethod.HEAD);

  /** Only read, unless {@link #taking} says more. */
  public static Route forEveryone(String path, Endpoint endpoint) {
    return new Route(path, READ, Kind.REQUEST, true, endpoint);
  }

  /** On the owner's port alone; only read, unless {@link #taking} says more. */
  public static Route forOwner(String path, Endpoint endpoint) {
    return new Route(path, READ, Kind.REQUEST, false, endpoint);
  }

  /** The same path for these methods instead. */
  public Route taking(HttpMethod... taken) {
    return new Route(path, Set.of(taken), kind, forAgents, endpoint);
  }

  /** The same path, and leading there. */
  Route to(Endpoint other) {
    return new Route(path, methods, kind, forAgents, other);
  }

  /** The same path for WebSockets. */
  public Route upgrading() {
    return new Route(path, methods, Kind.UPGRADE, forAgents, endpoint);
  }
}
