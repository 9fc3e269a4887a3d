package dev.parley.agents.context;

import dev.parley.core.message.Message;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Earlier turns of one session with others. Only {@link Conversations} makes one. */
public final class CommHistory {
  private final CommSession session;
  private final List<Exchange> exchanges;

  CommHistory(CommSession session, List<Exchange> exchanges) {
    this.session = session;
    this.exchanges = List.copyOf(exchanges);
  }

  public CommSession session() {
    return session;
  }

  /** The oldest first. */
  public List<Exchange> exchanges() {
    return exchanges;
  }

  /**
   * What those who speak now have been part of. Who speaks chooses the name of the conversation, so
   * that being in it proves nothing.
   */
  CommHistory knownTo(List<Message> arrived) {
    Set<String> speakers =
        arrived.stream().map(message -> message.draft().from()).collect(Collectors.toSet());
    Set<String> channels =
        arrived.stream().map(CommHistory::channel).collect(Collectors.toUnmodifiableSet());
    return new CommHistory(
        session,
        exchanges.stream()
            .filter(each -> !each.messages().isEmpty())
            .filter(
                each ->
                    each.messages().stream()
                        .allMatch(message -> isKnown(message, speakers, channels)))
            .toList());
  }

  /** What the person has said whose session it is; whoever else has written to it is left out. */
  CommHistory ofPerson() {
    return new CommHistory(
        session,
        exchanges.stream()
            .filter(each -> !each.messages().isEmpty())
            .filter(each -> PersonSession.isSpokenIn(session.key(), each.messages()))
            .toList());
  }

  private static boolean isKnown(Message message, Set<String> speakers, Set<String> channels) {
    return speakers.equals(Set.of(message.draft().from()))
        || (isShared(message) && channels.equals(Set.of(channel(message))));
  }

  private static String channel(Message message) {
    return message.draft().path().text();
  }

  /** Members of a loop's channel read all of it anyway. */
  private static boolean isShared(Message message) {
    return channel(message).startsWith("loop/");
  }
}
