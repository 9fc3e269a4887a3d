package dev.parley.doors.ws.json;

import dev.parley.core.address.AgentId;
import dev.parley.core.message.JsonBuffer;
import dev.parley.doors.ws.Connection;
import dev.parley.identity.Principal;
import dev.parley.identity.Principal.AgentPrincipal;
import dev.parley.identity.Principal.Owner;
import org.jspecify.annotations.Nullable;

/** The answer to the right token. */
final class AuthOk extends JsonFrame {
  private final Principal principal;
  private final byte @Nullable [] requestId;
  private final int requestBytes;

  AuthOk(Principal principal, byte @Nullable [] requestId, int requestBytes) {
    this.principal = principal;
    this.requestId = requestId;
    this.requestBytes = requestBytes;
  }

  @Override
  protected int weight() {
    return 256;
  }

  @Override
  protected void write(JsonBuffer out) {
    out.ascii("{\"type\":\"auth.ok\"");
    if (requestId != null) {
      out.ascii(",\"requestId\":").raw(requestId);
    }
    switch (principal) {
      case Owner _ -> out.ascii(",\"principal\":{\"kind\":\"owner\"}}");
      case AgentPrincipal(AgentId id) ->
          out.ascii(",\"principal\":{\"kind\":\"agent\",\"agentId\":")
              .string(id.value())
              .ascii("}}");
    }
  }

  @Override
  protected void onWritten(Connection connection) {
    connection.onAnswered(requestBytes);
  }
}
