package dev.parley.testkit.net;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Some machines on one switch. Each is a network namespace with two cables: one to the switch, over
 * which the machines see each other and which can be cut, and one to the test, which holds. The
 * switch has a namespace too, so that no packet filter of this computer sees what goes through it.
 *
 * <p>Names begin with the process that made them. What a killed run left behind is taken away by
 * the next one.
 */
public final class Network implements AutoCloseable {
  private static final String PREFIX = "ply";
  private static final int MACHINES_MAX = 50;

  private final String name = PREFIX + ProcessHandle.current().pid();
  private final String subnet;
  private final List<Machine> machines;
  private final Thread atExit = new Thread(this::takeAway);

  private Network(String subnet, int count) {
    this.subnet = subnet;
    List<Machine> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(new Machine(i, name, subnet));
    }
    this.machines = List.copyOf(all);
  }

  /** This computer, or this user, cannot make networks; the message says why. */
  public static final class Impossible extends Exception {
    private static final long serialVersionUID = 1L;

    Impossible(String why) {
      super("network namespaces cannot be made here (root on Linux with iproute2 can): " + why);
    }
  }

  /** One at a time in a process. */
  public static Network of(int machines) throws Impossible {
    if (machines < 1 || machines > MACHINES_MAX) {
      throw new IllegalArgumentException(machines + " machines");
    }
    try {
      takeAwayOfTheDead();
      Network network = new Network(freeSubnet(), machines);
      Runtime.getRuntime().addShutdownHook(network.atExit);
      try {
        network.make();
        return network;
      } catch (Ip.Failed e) {
        network.close();
        throw e;
      }
    } catch (Ip.Failed e) {
      throw new Impossible(String.valueOf(e.getMessage()));
    }
  }

  public Machine machine(int index) {
    return machines.get(index);
  }

  private String hub() {
    return name + "sw";
  }

  private void make() {
    Ip.run("ip", "netns", "add", hub());
    Ip.run("ip", "-n", hub(), "link", "add", "bus", "type", "bridge", "forward_delay", "0");
    Ip.run("ip", "-n", hub(), "link", "set", "bus", "up");
    machines.forEach(machine -> machine.make(hub()));
  }

  /** One of 10.128.0.0 to 10.191.0.0, each a /16, that this computer does not know yet. */
  private static String freeSubnet() {
    String known = Ip.run("ip", "-4", "route", "show", "table", "all");
    int first = (int) (ProcessHandle.current().pid() % 64);
    return Stream.iterate(first, i -> (i + 1) % 64)
        .limit(64)
        .map(i -> "10." + (128 + i))
        .filter(subnet -> !known.contains(subnet + "."))
        .findFirst()
        .orElseThrow(() -> new Ip.Failed("no network of 10.128.0.0/10 is free"));
  }

  private static void takeAwayOfTheDead() {
    for (String line : Ip.run("ip", "netns", "list").lines().toList()) {
      String namespace = line.split(" ", 2)[0];
      if (namespace.matches(PREFIX + "\\d+(sw|m\\d+)")) {
        String pid = namespace.substring(PREFIX.length()).split("\\D", 2)[0];
        if (ProcessHandle.of(Long.parseLong(pid)).isEmpty()) {
          Ip.run("ip", "netns", "del", namespace);
        }
      }
    }
  }

  private void takeAway() {
    for (Machine machine : machines) {
      Ip.tryTo("ip", "netns", "del", machine.name());
      Ip.tryTo("ip", "link", "del", machine.outside());
    }
    Ip.tryTo("ip", "netns", "del", hub());
  }

  /** Those who run on its machines should have ended. */
  @Override
  public void close() {
    takeAway();
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException e) {
      // The process is shutting down, and the hook does its work.
    }
  }

  @Override
  public String toString() {
    return name + " in " + subnet + ".0.0/16";
  }
}
