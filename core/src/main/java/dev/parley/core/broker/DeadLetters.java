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
import dev.parley.core.store.MessageStore;
import dev.parley.core.store.Placement;
import dev.parley.core.store.State;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The box of what reached nobody. A dead letter is pending there until it is replayed, when it
 * counts as delivered and is no longer shown.
 */
final class DeadLetters {
  private static final int REPLAY_MAX = 10_000;
  private static final int CHUNK = 500;
  private static final Pattern INBOX = Pattern.compile("\"inbox\":\"([^\"]+)\"");

  /** A dead letter, and the inboxes it would reach now. */
  private record Revived(Copy letter, List<Placement> placements) {}

  private final Broker broker;
  private final MessageStore store;
  private final Participants participants;

  DeadLetters(Broker broker, MessageStore store, Participants participants) {
    this.broker = broker;
    this.store = store;
    this.participants = participants;
  }

  /**
   * Routes dead letters again: these, or with none named all of them. Blocking: reader threads
   * only.
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
      delivered += revive(letters);
    }
    return new Replayed(replayed, delivered);
  }

  private int revive(List<Copy> letters) {
    if (letters.isEmpty()) {
      return 0;
    }
    return broker
        .committer()
        .submit(
            commit ->
                letters.stream()
                    .map(letter -> revive(commit, letter))
                    .filter(r -> !r.placements.isEmpty())
                    .toList(),
            revived -> {
              for (Revived each : revived) {
                broker.show(each.letter.message(), each.placements);
              }
              return revived.size();
            },
            _ -> {})
        .join();
  }

  private Revived revive(Commit commit, Copy letter) {
    State state = commit.stateOf(BoxId.DEAD_LETTERS, letter.position());
    if (state == null || !state.isPending()) {
      return new Revived(letter, List.of());
    }
    List<Placement> placements = new ArrayList<>();
    for (BoxId inbox : inboxesFor(letter)) {
      placements.add(new Placement(inbox, State.ACCEPTED, null));
    }
    if (!placements.isEmpty()) {
      commit.place(letter.message().id(), placements);
      commit.advance(BoxId.DEAD_LETTERS, letter.position(), State.DELIVERED, -1);
    }
    return new Revived(letter, placements);
  }

  /**
   * A letter that one inbox gave up on goes back there; any other goes to whoever listens now and
   * has no copy yet.
   */
  private List<BoxId> inboxesFor(Copy letter) {
    String annotation = letter.annotation();
    Matcher inbox = INBOX.matcher(annotation == null ? "" : annotation);
    if (inbox.find()) {
      return existing(inbox.group(1));
    }
    Envelope envelope = Envelope.parse(letter.message().json());
    Targets targets = participants.targets(envelope.from(), Path.parse(envelope.path()));
    Set<BoxId> served = new HashSet<>();
    store.copiesOf(envelope.id()).forEach(copy -> served.add(copy.box()));
    List<BoxId> inboxes = new ArrayList<>();
    targets.sessions().forEach(session -> inboxes.add(BoxId.inbox(session)));
    targets.agents().forEach(agent -> inboxes.add(BoxId.inbox(agent)));
    inboxes.removeIf(served::contains);
    return inboxes;
  }

  private List<BoxId> existing(String name) {
    int slash = name.indexOf('/');
    if (slash < 0) {
      AgentId agent = new AgentId(name);
      return participants.agent(agent).isPresent() ? List.of(BoxId.inbox(agent)) : List.of();
    }
    SessionKey key =
        new SessionKey(
            new AgentId(name.substring(0, slash)), new SessionId(name.substring(slash + 1)));
    return participants.session(key).isPresent() ? List.of(BoxId.inbox(key)) : List.of();
  }
}
