package dev.parley.core.broker;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.Path;
import dev.parley.core.address.SessionId;
import dev.parley.core.address.SessionKey;
import dev.parley.core.message.Envelope;
import dev.parley.core.message.MessageId;
import dev.parley.core.participants.Participants;
import dev.parley.core.participants.Targets;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Commit;
import dev.parley.core.store.Copy;
import dev.parley.core.store.CopyRef;
import dev.parley.core.store.MessageStore;
import dev.parley.core.store.Placement;
import dev.parley.core.store.State;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The box of what reached nobody. A dead letter is pending there until it is replayed, when it
 * counts as delivered and is no longer shown.
 */
final class DeadLetters {
  private static final int REPLAY_MAX = 10_000;
  private static final int CHUNK = 500;
  private static final Pattern INBOX = Pattern.compile("\"inbox\":\"([^\"]+)\"");

  /**
   * A dead letter, and the inboxes it reaches now.
   *
   * @param settled has everybody it was meant for got it, so that it may leave?
   */
  private record Revived(Copy letter, List<Placement> placements, boolean settled) {
    static Revived notYet(Copy letter) {
      return new Revived(letter, List.of(), false);
    }
  }

  private final Broker broker;
  private final MessageStore store;
  private final Participants participants;

  DeadLetters(Broker broker, MessageStore store, Participants participants) {
    this.broker = broker;
    this.store = store;
    this.participants = participants;
  }

  /**
   * Routes dead letters again: these, or with none named all of them. Blocking, and never on the
   * committer thread, for which it waits.
   */
  Replayed replay(List<MessageId> ids) {
    Set<MessageId> wanted = new HashSet<>(ids);
    int replayed = 0;
    int delivered = 0;
    long from = store.stats(BoxId.DEAD_LETTERS).first();
    while (replayed < REPLAY_MAX) {
      List<Copy> chunk = store.readForward(BoxId.DEAD_LETTERS, from, CHUNK);
      if (chunk.isEmpty()) {
        break;
      }
      from = chunk.getLast().position() + 1;
      List<Copy> letters =
          chunk.stream()
              .filter(copy -> copy.state().isPending())
              .filter(copy -> wanted.isEmpty() || wanted.contains(copy.message().id()))
              .limit(REPLAY_MAX - replayed)
              .toList();
      replayed += letters.size();
      delivered += letters.isEmpty() ? 0 : revive(letters);
    }
    return new Replayed(replayed, delivered);
  }

  private int revive(List<Copy> letters) {
    return broker
        .committer()
        .submit(
            commit ->
                letters.stream()
                    .map(letter -> revive(commit, letter))
                    .filter(revived -> !revived.placements.isEmpty())
                    .toList(),
            revived -> {
              for (Revived each : revived) {
                broker.onReplayed(each.letter.message(), each.placements);
              }
              return revived.size();
            })
        .join();
  }

  private Revived revive(Commit commit, Copy letter) {
    State state = commit.stateOf(BoxId.DEAD_LETTERS, letter.position());
    if (state == null || !state.isPending() || letter.message().isExpiredAt(broker.now())) {
      return Revived.notYet(letter);
    }
    String annotation = letter.annotation();
    Matcher inbox = INBOX.matcher(annotation == null ? "" : annotation);
    Revived revived = inbox.find() ? back(letter, inbox.group(1)) : rerouted(commit, letter);
    if (!revived.placements.isEmpty()) {
      commit.place(letter.message().id(), revived.placements);
    }
    if (revived.settled) {
      commit.advance(BoxId.DEAD_LETTERS, letter.position(), State.DELIVERED, -1);
    }
    return revived;
  }

  /** A letter that one inbox gave up on goes back there, as it was. */
  private Revived back(Copy letter, String name) {
    BoxId inbox = existing(name);
    if (inbox == null) {
      return Revived.notYet(letter);
    }
    String annotation =
        store.copiesOf(letter.message().id()).stream()
            .filter(copy -> copy.box().equals(inbox))
            .reduce((_, last) -> last)
            .flatMap(this::annotationOf)
            .orElse(null);
    return new Revived(letter, List.of(new Placement(inbox, State.ACCEPTED, annotation)), true);
  }

  private Optional<String> annotationOf(CopyRef copy) {
    return store.read(copy.box(), List.of(copy.position())).stream()
        .findFirst()
        .map(Copy::annotation);
  }

  private @Nullable BoxId existing(String name) {
    int slash = name.indexOf('/');
    if (slash < 0) {
      AgentId agent = new AgentId(name);
      return participants.agent(agent).isPresent() ? BoxId.inbox(agent) : null;
    }
    SessionKey key =
        new SessionKey(
            new AgentId(name.substring(0, slash)), new SessionId(name.substring(slash + 1)));
    return participants.session(key).isPresent() ? BoxId.inbox(key) : null;
  }

  /**
   * Any other letter goes to whoever listens now and has no copy yet; it stays as long as somebody
   * it names is missing.
   */
  private Revived rerouted(Commit commit, Copy letter) {
    Envelope envelope = Envelope.parse(letter.message().json());
    Targets targets =
        participants.staying(participants.targets(envelope.from(), Path.parse(envelope.path())));
    Set<BoxId> served = new HashSet<>();
    store.copiesOf(envelope.id()).forEach(copy -> served.add(copy.box()));
    List<Placement> placements = Deliveries.to(targets);
    placements.removeIf(placement -> served.contains(placement.box()));
    if (!placements.isEmpty()) {
      broker.proposals().onReplay(commit, envelope.id(), targets.agents());
    }
    return new Revived(letter, placements, !targets.isEmpty() && targets.missing().isEmpty());
  }
}
