package dev.parley.stores.nats;

import io.nats.client.Connection;
import io.nats.client.api.ClusterInfo;
import io.nats.client.api.ServerInfo;
import io.nats.client.api.StreamInfo;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the servers say of themselves and the log.
 *
 * @param serverVersion of the server this hub is connected to
 * @param url of that server, without its login
 * @param name of the servers' cluster; empty for a server on its own
 * @param hasLog false before the first hub has made it; then there is no leader and no follower
 * @param leader the server that leads the log; empty while there is none
 * @param followers the other servers that keep a copy
 * @param bytes of the log on each server
 */
public record Cluster(
    String serverVersion,
    String url,
    String name,
    boolean hasLog,
    String leader,
    List<Replica> followers,
    long bytes) {

  public Cluster {
    followers = List.copyOf(followers);
  }

  static Cluster of(Connection connection, @Nullable StreamInfo info) {
    ServerInfo server = connection.getServerInfo();
    String url = connection.getConnectedUrl();
    String shown = url == null ? "" : Connector.withoutLogin(url);
    String name = Objects.requireNonNullElse(server.getCluster(), "");
    if (info == null) {
      return new Cluster(server.getVersion(), shown, name, false, "", List.of(), 0);
    }
    ClusterInfo group = info.getClusterInfo();
    return new Cluster(
        server.getVersion(),
        shown,
        name,
        true,
        group == null ? server.getServerName() : Objects.requireNonNullElse(group.getLeader(), ""),
        group == null || group.getReplicas() == null
            ? List.of()
            : group.getReplicas().stream()
                .map(r -> new Replica(r.getName(), r.isCurrent(), r.isOffline(), r.getLag()))
                .toList(),
        info.getStreamState().getByteCount());
  }

  /**
   * @param current has all the leader has, or nearly
   * @param lag entries of the consensus that it has yet to take
   */
  public record Replica(String name, boolean current, boolean offline, long lag) {}
}
