package dev.parley.testkit.nats;

import dev.parley.testkit.net.Machine;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Where a server runs.
 *
 * @param listen what it binds to
 * @param address where other servers and hubs find it
 * @param command around the one that starts it
 */
record Host(
    String listen, String address, String addressForTheTest, UnaryOperator<List<String>> command) {
  static final Host LOOPBACK =
      new Host("127.0.0.1", "127.0.0.1", "127.0.0.1", UnaryOperator.identity());

  static Host of(Machine machine) {
    return new Host("0.0.0.0", machine.address(), machine.addressForTheTest(), machine::running);
  }

  List<String> running(List<String> program) {
    return command.apply(program);
  }
}
