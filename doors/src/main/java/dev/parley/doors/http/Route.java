package dev.parley.doors.http;

/**
 * Where a path leads.
 *
 * @param path the whole path, such as {@code /ws}
 * @param forAgents is it served on the agents' port too?
 */
public record Route(String path, boolean forAgents, Endpoint endpoint) {

  public static Route forEveryone(String path, Endpoint endpoint) {
    return new Route(path, true, endpoint);
  }

  public static Route forOwner(String path, Endpoint endpoint) {
    return new Route(path, false, endpoint);
  }
}
