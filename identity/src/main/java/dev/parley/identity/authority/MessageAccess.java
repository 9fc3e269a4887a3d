package dev.parley.identity.authority;

import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.MessageId;
import dev.parley.identity.Principal;
import dev.parley.identity.Principal.AgentPrincipal;
import dev.parley.identity.Principal.Owner;
import java.util.concurrent.CompletableFuture;

/** Who may look at a particular message, or ask what became of it. */
public final class MessageAccess {
  private MessageAccess() {}

  /**
   * Only the owner and the one who sent a message may ask what became of it. Others are told that
   * there is none.
   */
  public static CompletableFuture<MessageId> toReceipts(
      Broker broker, Principal principal, MessageId id) {
    return switch (principal) {
      case Owner _ -> CompletableFuture.completedFuture(id);
      case AgentPrincipal(AgentId self) ->
          broker
              .lookups()
              .find(id)
              .thenApply(
                  found -> {
                    if (found.isEmpty()) {
                      throw noSuchMessage(id, self);
                    }
                    if (!broker.lookups().sentBy(found.get(), self)) {
                      throw Refused.hidden("there is no message " + id + " for '" + self + "'");
                    }
                    return id;
                  });
    };
  }

  /**
   * Only the owner and those who sent or received a message may look at it. Others are told that
   * there is none.
   */
  public static CompletableFuture<MessageId> toMessage(
      Broker broker, Principal principal, MessageId id) {
    return switch (principal) {
      case Owner _ -> CompletableFuture.completedFuture(id);
      case AgentPrincipal(AgentId self) ->
          broker
              .lookups()
              .concerns(id, self)
              .thenApply(
                  concerned -> {
                    if (!concerned) {
                      throw noSuchMessage(id, self);
                    }
                    return id;
                  });
    };
  }

  private static Refused noSuchMessage(MessageId id, AgentId self) {
    return new Refused(ErrorCode.NOT_FOUND, "there is no message " + id + " for '" + self + "'");
  }
}
