package dev.parley.doors.json;

import dev.parley.core.address.AgentId;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.identity.Principal;
import dev.parley.identity.Principal.AgentPrincipal;
import dev.parley.identity.Principal.Owner;
import dev.parley.identity.Visit;
import dev.parley.identity.authority.Authority;
import org.jspecify.annotations.Nullable;

/**
 * For whom a request is. Every request type says how that is found; whether the one who asks may is
 * for the {@link Authority} to say.
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
  /** Looking into the boxes of {@code agentId}: like {@link #SELF}, but a rule may allow others. */
  READER,
  /** Like {@link #SELF}, but an owner who names nobody means the whole hub. */
  SELF_OR_HUB;

  private static final AgentId OWNER_SENDER = new AgentId(Principal.OWNER_SENDER);

  /**
   * For whom the request is.
   *
   * @throws Refused when this visitor may not
   */
  public @Nullable AgentId subject(Authority authority, Visit visit, Request request) {
    return switch (this) {
      case ANYONE -> null;
      case OWNER -> {
        visit.requireOwner();
        yield null;
      }
      case SENDER -> {
        AgentId named = named(visit.who(), request, Field.FROM);
        yield named != null ? named : OWNER_SENDER;
      }
      case SELF -> required(named(visit.who(), request, Field.AGENT_ID));
      case READER -> {
        AgentId whose = required(whose(visit.who(), request));
        authority.mayRead(visit, whose);
        yield whose;
      }
      case SELF_OR_HUB -> named(visit.who(), request, Field.AGENT_ID);
    };
  }

  private static AgentId required(@Nullable AgentId named) {
    if (named == null) {
      throw Request.missing(Field.AGENT_ID);
    }
    return named;
  }

  private static @Nullable AgentId whose(Principal principal, Request request) {
    String text = request.text(Field.AGENT_ID);
    if (text != null) {
      return Request.address(Field.AGENT_ID, text, AgentId::new);
    }
    return principal instanceof AgentPrincipal(AgentId self) ? self : null;
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

  private static Refused forbidden(String why) {
    return new Refused(ErrorCode.FORBIDDEN, why);
  }
}
