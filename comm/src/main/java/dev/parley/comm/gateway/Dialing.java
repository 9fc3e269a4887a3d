package dev.parley.comm.gateway;

import dev.parley.client.socket.WebSocket;
import dev.parley.wire.gateway.Frame;
import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;

/** How connections are made: by the network, or by a test. */
@FunctionalInterface
interface Dialing {
  /** A server sends whole frames, so nothing is longer. */
  int MESSAGE_BYTES_MAX = Frame.HEADER_BYTES + Frame.PAYLOAD_BYTES_MAX + 1_024;

  Duration IDLE = Duration.ofSeconds(15);

  /** Blocks; ends early when its thread is interrupted. */
  Wire open(URI address, Duration within) throws IOException;

  /** A connection that carries binary messages. */
  interface Wire extends Closeable {
    /** One thread at a time; blocks. */
    byte[] read() throws IOException;

    /** Any thread; blocks while the network does. */
    void write(byte[] message);

    /** From now on it may be silent. */
    void keep() throws IOException;

    /** A sign of life. */
    void ping();

    @Override
    void close();
  }

  static Dialing byNetwork() {
    return (address, within) -> {
      WebSocket socket = WebSocket.openBinary(address, within, MESSAGE_BYTES_MAX);
      return new Wire() {
        @Override
        public byte[] read() throws IOException {
          return socket.read();
        }

        @Override
        public void write(byte[] message) {
          socket.append(message);
          socket.flush();
        }

        @Override
        public void keep() throws IOException {
          socket.keepAlive(IDLE);
        }

        @Override
        public void ping() {
          socket.ping();
        }

        @Override
        public void close() {
          socket.close();
        }
      };
    };
  }
}
