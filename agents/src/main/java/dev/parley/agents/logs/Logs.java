package dev.parley.agents.logs;

import dev.parley.agents.context.Conversations;
import dev.parley.agents.context.Exchange;
import dev.parley.agents.turns.Turns;
import dev.parley.core.address.AgentId;
import dev.parley.core.address.SessionKey;
import dev.parley.core.broker.Broker;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.history.Lookups;
import dev.parley.core.message.Message;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads the logs of sessions. Blocks; any thread. */
public final class Logs {
  public static final int LIMIT_DEFAULT = 50;
  public static final int LIMIT_MAX = 500;
  public static final int QUERY_MAX = 256;
  private static final int ASKING_MAX = 8;
  private static final int WORDS_MAX = 16;

  /** So much is looked through for one question. */
  private static final int ENTRIES_LOOKED_AT = 20_000;

  private final Broker broker;
  private final Turns turns;
  private final Conversations conversations;
  private final Semaphore asking = new Semaphore(ASKING_MAX);

  /**
   * @param more was not everything looked through, or not everything shown?
   */
  public record Found(List<LogEntry> entries, boolean more) {

    /** About how large it is. */
    public int bytes() {
      return entries.stream().mapToInt(Logs::bytes).sum();
    }
  }

  public Logs(Broker broker, Turns turns) {
    this.broker = broker;
    this.turns = turns;
    this.conversations = new Conversations(broker);
  }

  /** Asks something of the logs on a thread of its own, unless many do so already. */
  public <T> CompletableFuture<T> asking(Supplier<T> question) {
    if (!asking.tryAcquire()) {
      throw new Refused(
          ErrorCode.OVERLOADED, ASKING_MAX + " look through logs already; try again shortly");
    }
    return CompletableFuture.supplyAsync(question, Thread::startVirtualThread)
        .whenComplete((_, _) -> asking.release());
  }

  /** An agent's sessions, those that were used last first. */
  public List<LoggedSession> sessions(AgentId agent, int limit) {
    broker.participants().requireAgent(agent);
    Map<SessionKey, Turns.Standing> open = new HashMap<>();
    turns.standing(agent).forEach(each -> open.put(each.session(), each));
    Map<SessionKey, Long> used = turns.conversations(agent);
    return Stream.concat(used.keySet().stream(), open.keySet().stream())
        .distinct()
        .map(
            each ->
                new LoggedSession(
                    each, Turns.lane(each), used.getOrDefault(each, 0L), open.get(each)))
        .sorted(
            Comparator.comparing((LoggedSession each) -> each.open() == null)
                .thenComparing(Comparator.comparingLong(LoggedSession::lastAt).reversed())
                .thenComparing(each -> each.session().text()))
        .limit(limit)
        .toList();
  }

  /** What was said in a session, as far as it is kept, the oldest first: the newest so many. */
  public Found of(SessionKey session, int limit) {
    broker.participants().requireAgent(session.agent());
    List<LogEntry> all = entries(session);
    int from = all.size();
    int room = Lookups.READ_BYTES_MAX;
    while (from > 0 && all.size() - from < limit) {
      room -= bytes(all.get(from - 1));
      if (room < 0 && from < all.size()) {
        break; // of large ones fewer, but at least one
      }
      from--;
    }
    return new Found(List.copyOf(all.subList(from, all.size())), from > 0);
  }

  private static int bytes(LogEntry entry) {
    int beside =
        entry instanceof LogEntry.Came(_, _, Message message)
            ? (message.draft().payload() == null ? 0 : message.draft().payload().length)
                + (message.draft().extras() == null ? 0 : message.draft().extras().length)
            : 0;
    return 512 + 3 * entry.text().length() + beside;
  }

  private List<LogEntry> entries(SessionKey session) {
    List<LogEntry> entries = new ArrayList<>();
    for (Exchange exchange : conversations.logged(session)) {
      if (exchange.isSummary()) {
        entries.add(new LogEntry.Summary(session, exchange.at(), exchange.answer()));
        continue;
      }
      long last = 0;
      for (Message message : exchange.messages()) {
        last = message.timestamp();
        entries.add(new LogEntry.Came(session, last, message));
      }
      long at = exchange.at() > 0 ? exchange.at() : last;
      entries.add(new LogEntry.Result(session, at, exchange.outcome(), exchange.answer()));
    }
    return entries;
  }

  /**
   * Entries in which all words of the query occur, whatever their case, the newest session first
   * and of each the newest first.
   *
   * @param only one session, or null for all of the agent
   */
  public Found search(AgentId agent, @Nullable SessionKey only, String query, int limit) {
    List<String> words = words(query);
    List<SessionKey> sessions =
        only != null
            ? List.of(only)
            : sessions(agent, Integer.MAX_VALUE).stream().map(LoggedSession::session).toList();
    broker.participants().requireAgent(agent);
    List<LogEntry> found = new ArrayList<>();
    int looked = 0;
    int room = Lookups.READ_BYTES_MAX;
    for (SessionKey session : sessions) {
      for (LogEntry entry : entries(session).reversed()) {
        if (found.size() >= limit || room < 0 || ++looked > ENTRIES_LOOKED_AT) {
          return new Found(found, true);
        }
        String text = entry.text().toLowerCase(Locale.ROOT);
        if (words.stream().allMatch(text::contains)) {
          found.add(entry);
          room -= bytes(entry);
        }
      }
    }
    return new Found(found, false);
  }

  private static List<String> words(String query) {
    String stripped = query.strip();
    if (stripped.isEmpty() || stripped.length() > QUERY_MAX) {
      throw new Refused(
          ErrorCode.BAD_REQUEST, "the query must have 1 to " + QUERY_MAX + " characters");
    }
    return Stream.of(stripped.toLowerCase(Locale.ROOT).split("\\s+", WORDS_MAX)).toList();
  }
}
