package dev.parley.agents.turns;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.SessionKey;
import dev.parley.core.message.MessageId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds the turns about a message: those that have ended, and the one that waits or is made. */
final class TurnsAbout {
  private final Lines lines;
  private final LiveTurns live;
  private final TurnLog log;

  TurnsAbout(Lines lines, LiveTurns live, TurnLog log) {
    this.lines = lines;
    this.live = live;
    this.log = log;
  }

  /**
   * Oldest first. Blocks.
   *
   * @param since turns that ended earlier are not looked at
   */
  List<TurnAbout> of(AgentId agent, MessageId message, long since) {
    List<TurnAbout> found = new ArrayList<>();
    log.since(agent, since).stream()
        .filter(turn -> turn.messages().contains(message))
        .forEach(turn -> found.add(ended(turn, turn.messages().indexOf(message))));
    for (SessionKey session : lines.sessions(agent)) {
      open(session, message).ifPresent(found::add);
    }
    return found;
  }

  private static TurnAbout ended(TurnRecord turn, int index) {
    List<Long> arrivals = turn.course().arrivedAt();
    return new TurnAbout(
        turn.session(),
        index < arrivals.size() ? arrivals.get(index) : 0,
        turn.turn(),
        turn.startedAt(),
        turn.course(),
        turn.endedAt(),
        turn.outcome(),
        turn.answers());
  }

  private Optional<TurnAbout> open(SessionKey session, MessageId message) {
    Lines.Snapshot line = lines.of(session);
    Claim claim = line.claim();
    LiveTurn here = live.of(session);
    return line.waiting().stream()
        .filter(arrival -> arrival.id().equals(message))
        .findFirst()
        .map(
            arrival ->
                claim == null || !claim.numbers().contains(arrival.number())
                    ? new TurnAbout(
                        session, arrival.at(), null, 0, Course.UNKNOWN, 0, "", List.of())
                    : new TurnAbout(
                        session,
                        arrival.at(),
                        claim.turn(),
                        claim.startedAt(),
                        here == null ? Course.UNKNOWN : here.course(),
                        0,
                        "",
                        List.of()));
  }
}
