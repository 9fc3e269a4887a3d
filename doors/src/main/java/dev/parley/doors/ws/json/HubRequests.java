package dev.parley.doors.ws.json;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.SessionKey;
import dev.parley.core.broker.Broker;
import dev.parley.core.broker.HubStats;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.JsonBuffer;
import dev.parley.core.participants.Session;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.BoxStats;
import dev.parley.doors.json.Access;
import dev.parley.doors.json.Field;
import dev.parley.doors.json.Request;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * The hub itself: {@code stats}, {@code backup}, {@code ping}, and {@code auth} when it comes too
 * late.
 */
final class HubRequests {
  private final Broker broker;

  HubRequests(Broker broker) {
    this.broker = broker;
  }

  void register(Requests requests) {
    requests.add("stats", Access.SELF_OR_HUB, this::stats);
    requests.add("backup", Access.OWNER, this::backup);
    requests.add("ping", "pong", Access.ANYONE, call -> call.reply("", (out, _) -> {}));
    requests.add("auth", Access.ANYONE, HubRequests::authAgain);
  }

  private static void authAgain(Call call) {
    throw new Refused(
        ErrorCode.CONFLICT,
        "this connection has authenticated already; open another to be somebody else");
  }

  private void stats(Call call) {
    AgentId agent = call.subjectOrNull();
    if (agent == null) {
      // The store is asked for some of it, so not here on the event loop.
      CompletableFuture<HubStats> hub = new CompletableFuture<>();
      Thread.ofVirtual()
          .name("parley-stats")
          .start(() -> hub.completeAsync(broker::stats, Runnable::run));
      call.answerWith(
          hub,
          (out, stats) -> {
            out.ascii(",\"hub\":");
            stats.writeTo(out);
          });
      return;
    }
    broker.participants().requireAgent(agent);
    call.answerWith(inboxStats(agent), new OfAgent(agent));
  }

  /** Every box of an agent with its counts: inbox, outbox, then its sessions. */
  private CompletableFuture<Map<BoxId, BoxStats>> inboxStats(AgentId agent) {
    Map<BoxId, CompletableFuture<BoxStats>> asked = new LinkedHashMap<>();
    asked.put(BoxId.inbox(agent), broker.stats(BoxId.inbox(agent)));
    asked.put(BoxId.outbox(agent.value()), broker.stats(BoxId.outbox(agent.value())));
    for (Session session : broker.participants().sessions(agent)) {
      SessionKey key = session.key();
      asked.put(BoxId.inbox(key), broker.stats(BoxId.inbox(key)));
    }
    return CompletableFuture.allOf(asked.values().toArray(CompletableFuture[]::new))
        .thenApply(
            _ -> {
              Map<BoxId, BoxStats> told = new LinkedHashMap<>();
              asked.forEach((box, stats) -> told.put(box, stats.join()));
              return told;
            });
  }

  private record OfAgent(AgentId agent) implements Shape<Map<BoxId, BoxStats>> {
    @Override
    public int weight(Map<BoxId, BoxStats> boxes) {
      return 128 * (1 + boxes.size());
    }

    @Override
    public void write(JsonBuffer out, Map<BoxId, BoxStats> boxes) {
      out.ascii(",\"agentId\":").string(agent.value());
      int sessions = 0;
      for (Map.Entry<BoxId, BoxStats> box : boxes.entrySet()) {
        BoxStats stats = box.getValue();
        switch (box.getKey()) {
          case BoxId.AgentInbox _ -> counts(out.ascii(",\"inbox\":{"), stats);
          case BoxId.Outbox _ ->
              out.ascii(",\"outbox\":{\"stored\":")
                  .number(stats.stored())
                  .ascii("},\"sessions\":[");
          case BoxId.SessionInbox(SessionKey key) -> {
            out.ascii(sessions++ == 0 ? "{" : ",{").ascii("\"sessionId\":");
            counts(out.string(key.session().value()).ascii(","), stats);
          }
          case BoxId.ThreadBox _, BoxId.DeadLetters _ -> {}
        }
      }
      out.ascii("]");
    }

    private static void counts(JsonBuffer out, BoxStats stats) {
      out.ascii("\"stored\":").number(stats.stored());
      out.ascii(",\"pending\":").number(stats.pending());
      out.ascii(",\"unread\":").number(stats.unread()).ascii("}");
    }
  }

  private void backup(Call call) {
    Path directory = directory(call.request().requireText(Field.DIRECTORY));
    call.answerWith(
        broker.backup(directory),
        (out, bytes) -> {
          out.ascii(",\"directory\":").string(directory.toString());
          out.ascii(",\"bytes\":").number(bytes);
        });
  }

  private static Path directory(String text) {
    try {
      Path directory = Path.of(text);
      if (!directory.isAbsolute()) {
        throw Request.wrong(Field.DIRECTORY, "an absolute path on the hub's machine");
      }
      return directory.normalize();
    } catch (InvalidPathException e) {
      throw Request.wrong(Field.DIRECTORY, "a path");
    }
  }
}
