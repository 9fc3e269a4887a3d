package dev.parley.agents.wake;

import dev.parley.core.address.AgentId;
import dev.parley.core.message.MessageId;
import dev.parley.core.time.Timekeeper;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Hooks of harnesses that ask here, at the end of a turn or before one, and wait: Claude Code's
 * Stop hook with {@code asyncRewake}, its prompt hook, Gemini CLI's at the end of a turn. Each
 * message is told of once this way, so that a hook that makes a turn go on does not do so for ever.
 */
public final class HookWaits implements Waker, AutoCloseable {
  public static final String KIND = "hook";
  private static final int WAITING_MAX = 10_000;
  private static final int TOLD_MAX = 10_000;
  private static final long JUST_MILLIS = 5_000;

  /**
   * @param messages none: nothing has come
   */
  public record News(List<MessageId> messages, String text) {
    static final News NONE = new News(List.of(), "");
  }

  private final Timekeeper time;
  private final Map<AgentId, Waiting> waiting = new ConcurrentHashMap<>();

  /** The newest message that each has been told of; ids grow with time. */
  private final Map<AgentId, Told> told = new ConcurrentHashMap<>();

  private record Told(String newest, long at) {}

  private record Waiting(String session, CompletableFuture<News> news) {}

  public HookWaits(Timekeeper time) {
    this.time = time;
  }

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public String description() {
    return "a hook of Claude Code or Gemini CLI that asks the hub when a turn ends";
  }

  @Override
  public Set<String> required() {
    return Set.of();
  }

  @Override
  public boolean agentMaySet() {
    return true;
  }

  @Override
  public void wake(Call call) throws IOException {
    Waiting hook = waiting.remove(call.agent());
    boolean isTold = hook != null && hook.news.complete(new News(call.messages(), call.text()));
    if (isTold) {
      note(call.agent(), call.messages());
    } else if (!hasJustAsked(call)) {
      throw new IOException("no hook of its harness waits here");
    }
  }

  /** It may have asked in the very moment in which it was to be told. */
  private boolean hasJustAsked(Call call) {
    Told last = told.get(call.agent());
    return last != null
        && time.millis() - last.at < JUST_MILLIS
        && !call.messages().isEmpty()
        && call.messages().stream().allMatch(id -> id.toString().compareTo(last.newest) <= 0);
  }

  private void note(AgentId agent, List<MessageId> messages) {
    if (told.size() >= TOLD_MAX) {
      told.clear(); // at worst somebody is told once more
    }
    messages.stream()
        .map(MessageId::toString)
        .max(String::compareTo)
        .ifPresent(
            newest ->
                told.merge(
                    agent,
                    new Told(newest, time.millis()),
                    (a, b) -> a.newest.compareTo(b.newest) < 0 ? b : new Told(a.newest, b.at)));
  }

  /**
   * @param session of the harness: its older hook is answered, with nothing
   * @param pending what waits for the agent; blocks
   * @param onTold what it is told of because it has asked
   */
  CompletableFuture<News> await(
      AgentId agent,
      String session,
      long waitMillis,
      Supplier<List<MessageId>> pending,
      Consumer<List<MessageId>> onTold) {
    CompletableFuture<News> news = new CompletableFuture<>();
    Waiting own = new Waiting(session, news);
    if (waitMillis > 0 && waiting.size() < WAITING_MAX) {
      // Before the look, so that nothing falls in between.
      Waiting older = waiting.put(agent, own);
      if (older != null) {
        older.news.complete(News.NONE);
      }
      Timekeeper.Alarm alarm =
          time.after(Duration.ofMillis(waitMillis), () -> news.complete(News.NONE));
      var _ =
          news.whenComplete(
              (_, _) -> {
                alarm.cancel();
                waiting.remove(agent, own);
              });
    }
    var _ =
        Thread.startVirtualThread(
            () -> {
              try {
                List<MessageId> fresh = look(agent, news, pending.get());
                if (!fresh.isEmpty()) {
                  onTold.accept(fresh);
                } else if (waitMillis <= 0) {
                  news.complete(News.NONE);
                }
              } catch (RuntimeException e) {
                news.completeExceptionally(e);
              }
            });
    return news;
  }

  private List<MessageId> look(
      AgentId agent, CompletableFuture<News> news, List<MessageId> pending) {
    Told last = told.get(agent);
    String newest = last == null ? "" : last.newest;
    List<MessageId> fresh =
        pending.stream().filter(id -> id.toString().compareTo(newest) > 0).toList();
    if (fresh.isEmpty()
        || !news.complete(new News(fresh, new Call(agent, Map.of(), fresh).text()))) {
      return List.of();
    }
    note(agent, fresh);
    return fresh;
  }

  @Override
  public void close() {
    waiting.values().forEach(each -> each.news.complete(News.NONE));
  }
}
