package dev.parley.testkit.net;

import java.util.ArrayList;
import java.util.List;

/** One machine of a {@link Network}. */
public final class Machine {
  private final int index;
  private final String network;
  private final String subnet;

  Machine(int index, String network, String subnet) {
    this.index = index;
    this.network = network;
    this.subnet = subnet;
  }

  public String name() {
    return network + "m" + index;
  }

  /** Where the other machines reach it, unless its cable is cut. */
  public String address() {
    return subnet + ".0." + (index + 1);
  }

  /** Where the test reaches it, always. */
  public String addressForTheTest() {
    return subnet + "." + (index + 1) + ".2";
  }

  /** The command that runs another one on this machine, in a process of the same id. */
  public List<String> running(List<String> command) {
    List<String> all = new ArrayList<>(List.of(Ip.program("ip"), "netns", "exec", name()));
    all.addAll(command);
    return all;
  }

  /**
   * From now on the switch drops every packet from and to this machine without a word: connections
   * stay open at both ends, and nobody is told.
   */
  public void cut() {
    // The cable keeps its carrier, so the kernels at both ends notice nothing.
    state("0", "disabled");
  }

  public void heal() {
    state("3", "forwarding");
  }

  private void state(String number, String name) {
    String hub = network + "sw";
    Ip.run("bridge", "-n", hub, "link", "set", "dev", port(), "state", number);
    String now = Ip.run("bridge", "-n", hub, "link", "show", "dev", port());
    if (!now.contains("state " + name)) {
      throw new Ip.Failed("the port of " + name() + " is not " + name + " but " + now);
    }
  }

  private String port() {
    return "p" + index;
  }

  /** The test's end of the cable that holds. */
  String outside() {
    return network + "x" + index;
  }

  void make(String hub) {
    Ip.run("ip", "netns", "add", name());
    Ip.run("ip", "-n", name(), "link", "set", "lo", "up");
    Ip.run(
        ("ip -n " + name() + " link add bus type veth peer name " + port() + " netns " + hub)
            .split(" "));
    Ip.run("ip", "-n", hub, "link", "set", port(), "master", "bus", "up");
    Ip.run("ip", "-n", name(), "addr", "add", address() + "/24", "dev", "bus");
    Ip.run("ip", "-n", name(), "link", "set", "bus", "up");
    Ip.run(
        ("ip -n " + name() + " link add test type veth peer name " + outside() + " netns " + self())
            .split(" "));
    Ip.run("ip", "-n", name(), "addr", "add", addressForTheTest() + "/30", "dev", "test");
    Ip.run("ip", "-n", name(), "link", "set", "test", "up");
    Ip.run("ip", "addr", "add", subnet + "." + (index + 1) + ".1/30", "dev", outside());
    Ip.run("ip", "link", "set", outside(), "up");
  }

  /** The namespace of this process, in the form that {@code ip} takes: a process in it. */
  private static String self() {
    return String.valueOf(ProcessHandle.current().pid());
  }
}
