package dev.parley.doors.rest.shape;

import dev.parley.core.message.JsonBuffer;
import dev.parley.core.sending.Receipt;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Placement;
import dev.parley.doors.json.Shapes;
import java.util.List;
import java.util.stream.Stream;

/**
 * Whom a message reached, as {@code agentId} or {@code agentId/sessionId}; of more than a thousand
 * the first ones.
 */
public record Recipients(List<String> names) {
  private static final int NAMED_MAX = 1_000;

  public static Recipients of(Receipt receipt) {
    return new Recipients(
        Stream.concat(
                receipt.agents().stream().map(agent -> agent.value()),
                receipt.sessions().stream().map(session -> session.text()))
            .limit(NAMED_MAX)
            .toList());
  }

  public static Recipients of(List<Placement> placements) {
    return ofBoxes(placements.stream().map(Placement::box));
  }

  public static Recipients ofBoxes(Stream<BoxId> boxes) {
    return new Recipients(
        boxes.filter(BoxId::isInbox).map(BoxId::name).distinct().limit(NAMED_MAX).toList());
  }

  /** Did it reach this agent or one of its sessions? */
  public boolean include(String agent) {
    String sessions = agent + "/";
    return names.stream().anyMatch(name -> name.equals(agent) || name.startsWith(sessions));
  }

  public void writeTo(JsonBuffer out) {
    Shapes.list(out, names, (to, name) -> to.string(name));
  }
}
