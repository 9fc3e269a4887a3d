package dev.parley.stores.nats;

import java.util.List;

/**
 * What the servers say of themselves and the log.
 *
 * @param serverVersion of the server this hub is connected to
 * @param url of that server, without its login
 * @param name of the servers' cluster; empty for a server on its own
 * @param leader the server that leads the log; empty while there is none
 * @param followers the other servers that keep a copy
 * @param bytes of the log on each server
 */
public record Cluster(
    String serverVersion,
    String url,
    String name,
    String leader,
    List<Replica> followers,
    long bytes) {

  public Cluster {
    followers = List.copyOf(followers);
  }

  /**
   * @param current has all the leader has, or nearly
   * @param lag entries of the consensus that it has yet to take
   */
  public record Replica(String name, boolean current, boolean offline, long lag) {}
}
