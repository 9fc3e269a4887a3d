package dev.parley.doors.ws;

import dev.parley.core.address.AgentId;
import dev.parley.core.message.JsonBuffer;
import dev.parley.identity.Principal;
import dev.parley.identity.Principal.AgentPrincipal;
import dev.parley.identity.Principal.Owner;
import org.jspecify.annotations.Nullable;

/** The answer to the right token. */
final class AuthOk extends Outgoing {
  private final Principal principal;
  private final byte @Nullable [] requestId;
  private final int requestBytes;

  AuthOk(Principal principal, byte @Nullable [] requestId, int requestBytes) {
    this.principal = principal;
    this.requestId = requestId;
    this.requestBytes = requestBytes;
  }

  @Override
  int weight() {
    return 256;
  }

  @Override
  void write(JsonBuffer out) {
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
  void onWritten(Connection connection) {
    connection.intake().onAnswered(requestBytes);
  }
}
