package dev.parley.doors.transfer;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.SessionKey;
import dev.parley.core.broker.Broker;
import dev.parley.core.delivery.DeadLetter;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Sender;
import dev.parley.core.participants.Targets;
import dev.parley.core.sending.Adopted;
import dev.parley.core.sending.AdoptedCopy;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.State;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/**
 * Takes lines in. Each is a message of its own: one that is wrong is named, and the others go on.
 * Agents that have a copy and do not exist yet are made, without a token.
 */
public final class MessageImport {

  /**
   * What became of some lines.
   *
   * @param completed messages that were here and got copies they lacked
   * @param present messages that were here as they are
   * @param agents those that were made
   * @param errors by line, the first being 1
   */
  public record Summary(
      int added, int completed, int present, Set<String> agents, Map<Integer, String> errors) {}

  private final Broker broker;
  private final int lineBytesMax;

  public MessageImport(Broker broker, int lineBytesMax) {
    this.broker = broker;
    this.lineBytesMax = lineBytesMax;
  }

  /**
   * Takes these lines in and waits until they are durable.
   *
   * @throws Refused when the hub can take nothing now; some of the lines may be in, which does no
   *     harm when they come again
   */
  public Summary take(List<byte[]> lines, Sender by) {
    Map<Integer, CompletableFuture<Adopted>> underway = new LinkedHashMap<>();
    Map<Integer, String> errors = new LinkedHashMap<>();
    Set<String> made = new TreeSet<>();
    for (int i = 0; i < lines.size(); i++) {
      try {
        underway.put(i + 1, take(lines.get(i), made, by));
      } catch (Refused refused) {
        note(errors, i + 1, refused);
      }
    }
    Map<Adopted, Integer> counts = new EnumMap<>(Adopted.class);
    underway.forEach(
        (line, adopted) -> {
          try {
            counts.merge(MessageExport.await(adopted), 1, Integer::sum);
          } catch (Refused refused) {
            note(errors, line, refused);
          }
        });
    return new Summary(
        counts.getOrDefault(Adopted.ADDED, 0),
        counts.getOrDefault(Adopted.COMPLETED, 0),
        counts.getOrDefault(Adopted.PRESENT, 0),
        made,
        errors);
  }

  private static void note(Map<Integer, String> errors, int line, Refused refused) {
    if (refused.code().retryable()) {
      throw refused;
    }
    errors.put(line, String.valueOf(refused.getMessage()));
  }

  private CompletableFuture<Adopted> take(byte[] line, Set<String> made, Sender by) {
    if (line.length > lineBytesMax) {
      throw new Refused(
          ErrorCode.TOO_LARGE,
          "it has " + line.length + " bytes; at most " + lineBytesMax + " are allowed");
    }
    Arrival arrival = Arrival.parse(line);
    List<AdoptedCopy> copies = new ArrayList<>();
    List<Arrival.Recipient> recipients = arrival.recipients();
    if (recipients == null) {
      if (MessageExport.await(broker.lookups().find(arrival.message().id())).isPresent()) {
        // Who has come since then was not there when it was said.
        return CompletableFuture.completedFuture(Adopted.PRESENT);
      }
      copies.addAll(byPath(arrival));
    } else {
      for (Arrival.Recipient recipient : recipients) {
        makeIfMissing(recipient, made);
        copies.add(new AdoptedCopy(recipient.inbox(), recipient.state(), recipient.annotation()));
      }
    }
    if (arrival.deadLetter()) {
      copies.add(
          new AdoptedCopy(
              BoxId.DEAD_LETTERS,
              State.ACCEPTED,
              new DeadLetter("was a dead letter where it came from", null).annotation()));
    }
    return broker.adopt(arrival.message(), copies, by);
  }

  private List<AdoptedCopy> byPath(Arrival arrival) {
    Targets targets =
        broker
            .participants()
            .targets(arrival.message().draft().from(), arrival.message().draft().path());
    List<AdoptedCopy> copies = new ArrayList<>();
    for (AgentId agent : targets.agents()) {
      copies.add(new AdoptedCopy(BoxId.inbox(agent), arrival.state(), null));
    }
    for (SessionKey session : targets.sessions()) {
      copies.add(new AdoptedCopy(BoxId.inbox(session), arrival.state(), null));
    }
    return copies;
  }

  private void makeIfMissing(Arrival.Recipient recipient, Set<String> made) {
    AgentId agent = recipient.agent();
    if (broker.participants().agent(agent).isEmpty()) {
      made(broker.participants().importAgent(agent));
      made.add(agent.value());
    }
    SessionKey session = recipient.session();
    if (session != null && broker.participants().session(session).isEmpty()) {
      made(broker.participants().createSession(session, null));
    }
  }

  /** Somebody else may have been faster. */
  private static void made(CompletableFuture<?> making) {
    try {
      MessageExport.await(making);
    } catch (Refused refused) {
      if (refused.code() != ErrorCode.ALREADY_EXISTS) {
        throw refused;
      }
    }
  }
}
