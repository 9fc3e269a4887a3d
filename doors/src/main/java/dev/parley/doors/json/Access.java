package dev.parley.doors.json;

import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.broker.HistoryPage;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Envelope;
import dev.parley.core.message.MessageId;
import dev.parley.core.store.Copy;
import dev.parley.identity.Principal;
import dev.parley.identity.Principal.AgentPrincipal;
import dev.parley.identity.Principal.Owner;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Who may ask for what: the one place that decides it. Every request type names its rule; what
 * depends on a particular message is asked here too.
 */
public enum Access {
  /** Anybody who has authenticated. */
  ANYONE,
  /** The owner alone. */
  OWNER,
  /**
   * Speaking as {@code from}: an agent only as itself, which is the default; the owner as anybody,
   * {@code developer} by default.
   */
  SENDER,
  /**
   * About {@code agentId}: an agent only itself, which is the default; the owner has to say whom.
   */
  SELF,
  /** Like {@link #SELF}, but an owner who names nobody means the whole hub. */
  SELF_OR_HUB;

  private static final AgentId OWNER_SENDER = new AgentId(Principal.OWNER_SENDER);

  /**
   * For whom the request is.
   *
   * @throws Refused when this principal may not
   */
  public @Nullable AgentId subject(Principal principal, Request request) {
    return switch (this) {
      case ANYONE -> null;
      case OWNER -> ownerOnly(principal);
      case SENDER -> {
        AgentId named = named(principal, request, Field.FROM);
        yield named != null ? named : OWNER_SENDER;
      }
      case SELF -> {
        AgentId named = named(principal, request, Field.AGENT_ID);
        if (named == null) {
          throw Request.missing(Field.AGENT_ID);
        }
        yield named;
      }
      case SELF_OR_HUB -> named(principal, request, Field.AGENT_ID);
    };
  }

  private static @Nullable AgentId ownerOnly(Principal principal) {
    return switch (principal) {
      case Owner _ -> null;
      case AgentPrincipal _ -> throw forbidden("only the owner may do this");
    };
  }

  private static @Nullable AgentId named(Principal principal, Request request, Field field) {
    String text = request.text(field);
    return switch (principal) {
      case Owner _ -> text == null ? null : Request.address(field, text, AgentId::new);
      case AgentPrincipal(AgentId self) -> {
        if (text != null && !text.equals(self.value())) {
          throw forbidden(
              "'" + field.wireName() + "': agent '" + self + "' may only act for itself");
        }
        yield self;
      }
    };
  }

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
                    if (found.isEmpty()
                        || !Envelope.parse(found.get().json()).from().equals(self.value())) {
                      throw noSuchMessage(id, self);
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

  /** An agent is shown those messages of a thread that it sent or received. */
  public static CompletableFuture<HistoryPage> visible(
      Broker broker, Principal principal, HistoryPage page) {
    if (!(principal instanceof AgentPrincipal(AgentId self))) {
      return CompletableFuture.completedFuture(page);
    }
    List<CompletableFuture<Boolean>> concerned = new ArrayList<>();
    for (Copy copy : page.copies()) {
      concerned.add(broker.lookups().concerns(copy.message().id(), self));
    }
    return CompletableFuture.allOf(concerned.toArray(CompletableFuture[]::new))
        .thenApply(
            _ -> {
              List<Copy> shown = new ArrayList<>();
              for (int i = 0; i < concerned.size(); i++) {
                if (concerned.get(i).join()) {
                  shown.add(page.copies().get(i));
                }
              }
              return new HistoryPage(shown, page.before(), page.after(), page.more());
            });
  }

  private static Refused forbidden(String why) {
    return new Refused(ErrorCode.FORBIDDEN, why);
  }

  private static Refused noSuchMessage(MessageId id, AgentId self) {
    return new Refused(ErrorCode.NOT_FOUND, "there is no message " + id + " for '" + self + "'");
  }
}
