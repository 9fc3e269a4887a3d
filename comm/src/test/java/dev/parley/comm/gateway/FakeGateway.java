package dev.parley.comm.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.core.message.JsonBuffer;
import dev.parley.core.message.MessageId;
import dev.parley.wire.gateway.Decoded;
import dev.parley.wire.gateway.Frame;
import dev.parley.wire.gateway.FrameCodec;
import dev.parley.wire.gateway.FrameType;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The other hub's end, in memory: each dial waits for what the test answers. */
final class FakeGateway implements Dialing {
  /** A connection as the other hub has it. */
  static final class Line implements Dialing.Wire {
    private static final byte[] END = new byte[0];
    private final BlockingQueue<byte[]> toClient = new LinkedBlockingQueue<>();
    private final BlockingQueue<Said> fromClient = new LinkedBlockingQueue<>();
    volatile boolean closed;
    volatile IOException end = new IOException("the connection ended");

    record Said(Frame frame, JsonNode json) {
      String text(String key) {
        return json.path(key).asString("");
      }
    }

    @Override
    public byte[] read() throws IOException {
      try {
        byte[] message = toClient.take();
        if (message.length == 0) {
          throw end;
        }
        return message;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted", e);
      }
    }

    @Override
    public void write(byte[] message) {
      if (new FrameCodec().decode(message, message.length) instanceof Decoded.Good(Frame frame)) {
        String json = new String(frame.payload(), UTF_8);
        fromClient.add(new Said(frame, JsonMapper.shared().readTree(json.isEmpty() ? "{}" : json)));
      }
    }

    @Override
    public void keep() {}

    @Override
    public void ping() {}

    @Override
    public void close() {
      closed = true;
      toClient.add(END);
    }

    // ---- the test's side

    void tell(Frame frame) {
      JsonBuffer out = new JsonBuffer(64);
      if (!new FrameCodec().encode(frame, out)) {
        throw new AssertionError("too large");
      }
      toClient.add(out.toBytes());
    }

    void tell(FrameType type, String json) {
      tell(Frame.of(type, json.replace('\'', '"').getBytes(UTF_8)));
    }

    void deliver(UUID conversation, long seq, MessageId id, String json) {
      tell(
          new Frame(
              FrameType.MESSAGE_DELIVERY,
              0,
              id,
              conversation,
              seq,
              json.replace('\'', '"').getBytes(UTF_8)));
    }

    /** The next thing that the client says. */
    Said next() {
      return polled(fromClient, "the client says nothing");
    }

    /** The next of this type, passing over others. */
    Said next(FrameType type) {
      for (Said said = next(); ; said = next()) {
        if (said.frame.type() == type) {
          return said;
        }
      }
    }

    Line accept() {
      tell(FrameType.AUTH_OK, "{'ok':true,'receipts':true}");
      return this;
    }

    void deny(String reason) {
      tell(FrameType.AUTH_FAIL, "{'ok':false,'reason':'" + reason + "'}");
    }

    void hangUp() {
      toClient.add(END);
    }

    void hangUp(IOException why) {
      end = why;
      toClient.add(END);
    }
  }

  private final BlockingQueue<Line> dials = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> attempts = new LinkedBlockingQueue<>();
  volatile boolean unreachable;
  volatile boolean hangs;

  @Override
  public Wire open(URI address, Duration within) throws IOException {
    attempts.add(address.toString());
    if (unreachable) {
      throw new IOException("connection refused");
    }
    if (hangs) {
      try {
        Thread.sleep(Duration.ofDays(1)); // until it is interrupted
      } catch (InterruptedException e) {
        throw new IOException("closed by interrupt", e);
      }
    }
    Line line = new Line();
    dials.add(line);
    return line;
  }

  /** The next connection that the client opens, with its CONNECT still to be read. */
  Line dialled() {
    return polled(dials, "nobody dials");
  }

  /** The next attempt, whether or not anything came of it. */
  String attempt() {
    return polled(attempts, "nobody tries");
  }

  int attemptsSoFar() {
    return attempts.size();
  }

  private static <T> T polled(BlockingQueue<T> queue, String otherwise) {
    try {
      T found = queue.poll(20, TimeUnit.SECONDS);
      if (found == null) {
        throw new AssertionError(otherwise);
      }
      return found;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
