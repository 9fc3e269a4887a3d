package dev.parley.testkit.websocket;

import java.io.IOException;

/** What the server does; called on the connection's own thread. */
@FunctionalInterface
public interface Script {
  void onText(Peer peer, String text) throws IOException;

  default void onClose(Peer peer, int code) {}

  default void onPong(Peer peer) {}
}
