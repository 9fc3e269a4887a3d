package dev.parley.doors.ws;

import dev.parley.core.address.AgentId;
import dev.parley.core.message.JsonBuffer;
import dev.parley.identity.Principal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;

/**
 * The smallest binary dialect there can be, with the manners of the gateway protocol: it begins
 * with a binary frame {@code 1} and the name of an agent, which is believed; the answer is {@code
 * 2}; further frames come back as they are; {@code 3} says that the token is gone.
 */
final class EchoDialects implements DialectFactory {
  static final byte HELLO = 1;
  static final byte WELCOME = 2;
  static final byte AUTH_FAIL = 3;
  static final int AUTH_FAILED = 4003;

  private final Duration silenceMax;

  EchoDialects(Duration silenceMax) {
    this.silenceMax = silenceMax;
  }

  @Override
  public boolean isMine(FrameKind kind, byte[] bytes, int length) {
    return kind == FrameKind.BINARY && length > 0 && bytes[0] == HELLO;
  }

  @Override
  public Dialect open(Connection connection) {
    return new Echo(connection);
  }

  private final class Echo implements Dialect {
    private final Connection connection;
    private boolean welcome;

    Echo(Connection connection) {
      this.connection = connection;
    }

    @Override
    public void onText(byte[] bytes, int length) {
      connection.onAnswered(length);
    }

    @Override
    public void onBinary(byte[] bytes, int length) {
      if (welcome) {
        connection.send(new Frame(length, Arrays.copyOf(bytes, length)));
        return;
      }
      welcome = true;
      AgentId agent = new AgentId(new String(bytes, 1, length - 1, StandardCharsets.UTF_8));
      connection.authenticated(new Principal.AgentPrincipal(agent));
      connection.send(new Frame(length, WELCOME));
    }

    @Override
    public Liveness liveness() {
      return new Liveness.ClientSpeaks(silenceMax);
    }

    @Override
    public void onTokenGone() {
      connection.send(new Frame(0, AUTH_FAIL));
      connection.close(AUTH_FAILED, "authentication failed");
    }

    @Override
    public void onStrangerTimeout() {
      connection.close(AUTH_FAILED, "nothing was said in time");
    }

    @Override
    public void onRoom() {}

    @Override
    public void onLeaving() {}

    @Override
    public void onClosed() {}
  }

  private static final class Frame extends Outgoing {
    private final int answered;
    private final byte[] payload;

    Frame(int answered, byte... payload) {
      this.answered = answered;
      this.payload = payload;
    }

    @Override
    protected int opcode() {
      return BINARY;
    }

    @Override
    protected int weight() {
      return payload.length;
    }

    @Override
    protected void write(JsonBuffer out) {
      out.raw(payload);
    }

    @Override
    protected void onWritten(Connection on) {
      if (answered > 0) {
        on.onAnswered(answered);
      }
    }
  }
}
