package dev.parley.identity.limits;

import dev.parley.core.address.AgentId;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Draft;
import dev.parley.core.message.Sender;
import dev.parley.identity.Principal;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * How fast agents may go: in messages, in requests and in the bytes of these, each over all doors
 * and connections of an agent together, in messages to one and the same recipient, and in what is
 * {@link Costly}. The owner is not limited. Any thread, no lock; memory is bounded by the agents
 * that have been busy lately.
 */
public final class RateLimits {
  private static final int INBOXES_OF_A_MESSAGE = 10;

  private final boolean holdMessages;
  private final Buckets<String> messages;
  private final MailRates mail;
  private final Buckets<String> requests;
  private final Buckets<String> bytes;
  private final Map<Costly, Buckets<String>> costly = new EnumMap<>(Costly.class);
  private final LongSupplier nanos;

  /**
   * @param nanos a clock that never goes back
   */
  public RateLimits(Rates rates, LongSupplier nanos) {
    this.holdMessages = rates.holdMessages();
    this.messages = new Buckets<>(rates.messages(), "messages");
    this.mail = new MailRates(rates.toOne(), rates.toMany());
    this.requests = new Buckets<>(rates.requests(), "requests");
    this.bytes = new Buckets<>(rates.bytes(), "bytes");
    for (Costly kind : Costly.values()) {
      costly.put(kind, new Buckets<>(rates.of(kind), kind.plural()));
    }
    this.nanos = nanos;
  }

  public static RateLimits none() {
    return new RateLimits(Rates.UNLIMITED, System::nanoTime);
  }

  /**
   * Counts a message.
   *
   * @throws Refused when it is one too many; then it has cost nothing
   */
  public void onMessage(Sender from, Draft draft) {
    if (holdMessages && from.behalf() == Sender.Behalf.AGENT) {
      long now = nanos.getAsLong();
      // Taken only when both have some. Two threads may find the last one at once, and both get it.
      mail.requireSome(from.name(), draft.path(), now);
      messages.take(from.name(), 1, now);
      mail.charge(from.name(), draft.path(), draft.replyTo() != null, now);
    }
  }

  /** A message that was counted reaches so many inboxes; each ten of them count as one more. */
  public void onReach(Sender from, int inboxes) {
    if (inboxes >= INBOXES_OF_A_MESSAGE
        && messages.isLimited()
        && from.behalf() == Sender.Behalf.AGENT) {
      messages.charge(from.name(), inboxes / INBOXES_OF_A_MESSAGE, nanos.getAsLong());
    }
  }

  /**
   * Counts a request and what it weighs.
   *
   * @throws Refused when it is one too many
   */
  public void onRequest(Principal who, long weight) {
    if (who instanceof Principal.AgentPrincipal(AgentId agent)
        && (requests.isLimited() || bytes.isLimited())) {
      long now = nanos.getAsLong();
      requests.take(agent.value(), 1, now);
      bytes.take(agent.value(), weight, now);
    }
  }

  /**
   * Counts a request that costs more than others, beside what it counts as a request.
   *
   * @throws Refused when it is one too many
   */
  public void onCostly(Principal who, Costly kind) {
    Buckets<String> buckets = costly.get(kind);
    if (buckets != null && who instanceof Principal.AgentPrincipal(AgentId agent)) {
      buckets.take(agent.value(), 1, nanos.getAsLong());
    }
  }

  /** A large answer counts among the bytes, after the fact. */
  public void onAnswer(Principal who, long weight) {
    if (bytes.isLimited() && who instanceof Principal.AgentPrincipal(AgentId agent)) {
      bytes.charge(agent.value(), weight, nanos.getAsLong());
    }
  }

  int size() {
    return messages.size()
        + mail.size()
        + requests.size()
        + bytes.size()
        + costly.values().stream().mapToInt(Buckets::size).sum();
  }
}
