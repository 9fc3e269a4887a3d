package dev.parley.testkit.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Ports of the loopback address for servers that stop and start again, or are never there. Below
 * the range from which the system takes the local ports of connections: such a connection, of any
 * process, would take the port of a server that is down, and a client that tries to reach that
 * server could even be connected to itself.
 */
public final class Ports {
  private static final int FIRST = 12_000;
  private static final int END = 32_000;
  private static final int STEP = 509;

  /** Tests in other JVMs begin elsewhere, so that two seldom look at the same port. */
  private static final AtomicInteger NEXT =
      new AtomicInteger((int) (ProcessHandle.current().pid() * STEP % (END - FIRST)));

  private Ports() {}

  /** One that nobody listens on, and that this JVM has not been given before. */
  public static int free() {
    for (int tries = FIRST; tries < END; tries++) {
      int port = FIRST + Math.floorMod(NEXT.getAndIncrement(), END - FIRST);
      if (isFree(port)) {
        return port;
      }
    }
    throw new IllegalStateException("every port from " + FIRST + " to " + END + " is taken");
  }

  private static boolean isFree(int port) {
    try (var socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
