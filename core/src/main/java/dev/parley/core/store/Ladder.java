package dev.parley.core.store;

import dev.parley.core.address.AgentId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** How far a message has come with all its recipients. */
public final class Ladder {
  private final List<CopyRef> recipients;

  private Ladder(List<CopyRef> recipients) {
    this.recipients = recipients;
  }

  /**
   * @param copies of one message, in the order in which they were filed. One that an inbox gave up
   *     on and that was replayed there is followed by a newer one, which counts
   */
  public static Ladder of(List<CopyRef> copies) {
    Map<BoxId, CopyRef> latest = new LinkedHashMap<>();
    for (CopyRef copy : copies) {
      if (copy.box().isInbox()) {
        latest.put(copy.box(), copy);
      }
    }
    return new Ladder(List.copyOf(latest.values()));
  }

  /** The copies in inboxes. */
  public List<CopyRef> recipients() {
    return recipients;
  }

  /** The same with these agents alone, if any of them has a copy. */
  public Ladder only(Predicate<AgentId> agents) {
    List<CopyRef> theirs =
        recipients.stream()
            .filter(copy -> copy.box() instanceof BoxId.Inbox inbox && agents.test(inbox.agent()))
            .toList();
    return theirs.isEmpty() ? this : new Ladder(theirs);
  }

  /** Those that are to reach a rung: turns about what a session has got are the session's. */
  private List<CopyRef> expectedAt(State rung) {
    if (!State.TURN_STARTED.equals(rung) && !State.ANSWERED.equals(rung)) {
      return recipients;
    }
    Set<AgentId> bySession =
        recipients.stream()
            .filter(copy -> copy.box() instanceof BoxId.SessionInbox)
            .map(copy -> ((BoxId.SessionInbox) copy.box()).agent())
            .collect(Collectors.toSet());
    return recipients.stream()
        .filter(
            copy ->
                !(copy.box() instanceof BoxId.AgentInbox(AgentId agent))
                    || !bySession.contains(agent))
        .toList();
  }

  /**
   * @param any is one recipient enough?
   */
  public boolean hasReached(State rung, boolean any) {
    List<CopyRef> expected = expectedAt(rung);
    return any
        ? expected.stream().anyMatch(copy -> copy.state().hasReached(rung))
        : !expected.isEmpty() && expected.stream().allMatch(copy -> copy.state().hasReached(rung));
  }

  /** Can it no longer come so far? */
  public boolean isLost(State rung, boolean any) {
    List<CopyRef> expected = expectedAt(rung);
    return any
        ? expected.stream().allMatch(copy -> isLost(copy.state(), rung))
        : expected.stream().anyMatch(copy -> isLost(copy.state(), rung));
  }

  private static boolean isLost(State state, State rung) {
    return !state.hasReached(rung) && !state.mayReach(rung);
  }
}
