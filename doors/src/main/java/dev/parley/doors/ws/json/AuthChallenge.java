package dev.parley.doors.ws.json;

import dev.parley.core.message.JsonBuffer;
import dev.parley.doors.ws.Connection;
import dev.parley.identity.keys.LoginChallenge;
import org.jspecify.annotations.Nullable;

/** The answer to one who says to have a key. */
final class AuthChallenge extends JsonFrame {
  private final LoginChallenge challenge;
  private final byte @Nullable [] requestId;
  private final int requestBytes;

  AuthChallenge(LoginChallenge challenge, byte @Nullable [] requestId, int requestBytes) {
    this.challenge = challenge;
    this.requestId = requestId;
    this.requestBytes = requestBytes;
  }

  @Override
  protected int weight() {
    return 512;
  }

  @Override
  protected void write(JsonBuffer out) {
    out.ascii("{\"type\":\"auth.challenge\"");
    if (requestId != null) {
      out.ascii(",\"requestId\":").raw(requestId);
    }
    out.ascii(",\"hub\":").string(challenge.hub());
    out.ascii(",\"nonce\":").string(challenge.nonce());
    out.ascii(",\"expiresAt\":").number(challenge.expiresAt()).ascii("}");
  }

  @Override
  protected void onWritten(Connection connection) {
    connection.onAnswered(requestBytes);
  }
}
