package dev.parley.processes.container;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What the owner lets containers of one kind have; each of them is a {@link Container} after it.
 *
 * @param engine the socket of the engine that runs them
 * @param image that they are made from; it has to be there already
 * @param network {@code host}, {@code none}, or the name of one of the engine's
 * @param hub by which name they find the hub's machine; empty where the network is the hub's own
 * @param user as in {@code docker run --user}; empty for the hub's own
 * @param writable files and folders that they may change
 * @param readable files and folders that they may read
 * @param rootWritable whether they may change what is not kept: the files of their image
 * @param cpus how many of them; 0 for all
 * @param memoryBytes all processes together
 * @param processes at a time, threads counted
 * @param time after which they are stopped; zero for never
 */
public record ContainerRules(
    Path engine,
    String image,
    String network,
    String hub,
    String user,
    List<Path> writable,
    List<Path> readable,
    boolean rootWritable,
    double cpus,
    long memoryBytes,
    int processes,
    Duration time) {
  public static final String HOST = "host";
  public static final String NONE = "none";

  private static final long MIB = 1 << 20;
  private static final Pattern IMAGE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._/:@+-]{0,299}");
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,127}");
  private static final Pattern USER =
      Pattern.compile("[A-Za-z0-9_.-]{0,64}(:[A-Za-z0-9_.-]{1,64})?");

  /**
   * @throws IllegalArgumentException saying what is wrong
   */
  public ContainerRules {
    writable = List.copyOf(writable);
    readable = List.copyOf(readable);
    require(IMAGE.matcher(image).matches(), "'image' has to name an image");
    require(NAME.matcher(network).matches(), "'network' is 'host', 'none' or a network's name");
    require(hub.isEmpty() || NAME.matcher(hub).matches(), "'hub' has to be a host name");
    boolean apart = !network.equals(HOST) && !network.equals(NONE);
    require(
        !apart || !hub.isEmpty(),
        "with a network of its own 'hub' has to say by which name"
            + " it finds this machine, such as host.docker.internal");
    require(apart || hub.isEmpty(), "'hub' has a meaning only with a network of its own");
    require(USER.matcher(user).matches(), "'user' is a name or number, and perhaps :group");
    require(cpus >= 0 && cpus <= 4_096, "'cpus' is a number from 0 to 4096");
    require(memoryBytes >= 16 * MIB, "less than 16 MiB of memory");
    require(processes >= 4, "fewer than 4 processes");
    require(!time.isNegative(), "a negative time");
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalArgumentException(otherwise);
    }
  }

  /** From this image on the hub's own network, with the usual limits. */
  public static ContainerRules of(Path engine, String image) {
    return new ContainerRules(
        engine,
        image,
        HOST,
        "",
        "",
        List.of(),
        List.of(),
        false,
        0,
        4_096 * MIB,
        1_024,
        Duration.ZERO);
  }

  /** Where a container finds the hub. */
  public String hubAuthority(String host, int port) {
    return (hub.isEmpty() ? host : hub) + ":" + port;
  }
}
