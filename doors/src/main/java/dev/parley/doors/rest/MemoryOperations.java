package dev.parley.doors.rest;

import dev.parley.agents.memory.Layer;
import dev.parley.agents.memory.Memories;
import dev.parley.agents.memory.Memory;
import dev.parley.core.address.AgentId;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.JsonBuffer;
import dev.parley.doors.json.Access;
import dev.parley.doors.json.Field;
import dev.parley.doors.json.Request;
import dev.parley.doors.json.Shapes;
import dev.parley.identity.authority.Authority;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What an agent remembers: for itself, for whose agent it is, and for the hub's owner. */
final class MemoryOperations {
  private static final String ALL = "/api/agents/{agentId}/memories";

  private final Memories memories;
  private final Authority authority;
  private final Bots bots;

  MemoryOperations(RestServices services, Bots bots) {
    this.memories = services.rooms().memories();
    this.authority = services.identity().authority();
    this.bots = bots;
  }

  List<Operation> operations() {
    return List.of(
        Operation.get(ALL, "listMemories", "What an agent remembers, or what it recalls of 'q'")
            .by(Access.ANYONE)
            .query(
                QueryParameter.Q, QueryParameter.LAYER, QueryParameter.LIMIT, QueryParameter.CURSOR)
            .answering("Memories")
            .doing(this::list),
        Operation.post(ALL, "storeMemory", "Have an agent remember something")
            .by(Access.ANYONE)
            .taking("NewMemory")
            .answering("StoredMemory")
            .audited("memory.store")
            .doing(this::store),
        Operation.delete(ALL + "/{memory}", "forgetMemory", "Have an agent forget something")
            .by(Access.ANYONE)
            .answering(204, null)
            .audited("memory.forget")
            .doing(this::forget));
  }

  private AgentId owned(RestCall call) {
    AgentId agent = call.segment("agentId", AgentId::new);
    authority.requireSeen(call.visit(), agent);
    if (!bots.mayActFor(call.principal(), agent)) {
      throw new Refused(ErrorCode.FORBIDDEN, "what '" + agent + "' remembers is not for you");
    }
    return agent;
  }

  private static CompletableFuture<Reply> later(Supplier<Reply> reply) {
    return CompletableFuture.supplyAsync(reply, Thread::startVirtualThread);
  }

  private CompletableFuture<Reply> list(RestCall call) {
    AgentId agent = owned(call);
    String query = call.query(QueryParameter.Q);
    String named = call.query(QueryParameter.LAYER);
    Layer layer = named == null ? null : Layer.parse(named);
    String after = call.query(QueryParameter.CURSOR);
    if (query != null && after != null) {
      throw new Refused(ErrorCode.BAD_REQUEST, "what is recalled comes on one page");
    }
    int limit = call.limit();
    return later(
        () ->
            query == null
                ? listed(agent, layer, after, limit)
                : recalled(agent, query, layer, limit));
  }

  private Reply listed(AgentId agent, @Nullable Layer layer, @Nullable String after, int limit) {
    Predicate<Memory> rest = after == null ? _ -> true : after(after);
    List<Memory> found =
        memories.list(agent, layer, Integer.MAX_VALUE).stream().filter(rest).limit(limit).toList();
    return Reply.ok(
        out -> {
          out.ascii("{\"memories\":");
          Shapes.list(out, found, (to, each) -> memory(to, each, -1));
          if (found.size() == limit) {
            Memory last = found.getLast();
            out.ascii(",\"next\":").string(last.updatedAt() + "-" + last.id());
          }
          out.ascii("}");
        });
  }

  /** In the order of the list, after a place where there need not be a memory any more. */
  private static Predicate<Memory> after(String cursor) {
    int dash = cursor.indexOf('-');
    try {
      long at = Long.parseLong(cursor, 0, Math.max(0, dash), 10);
      String id = cursor.substring(dash + 1);
      return each ->
          each.updatedAt() < at || (each.updatedAt() == at && each.id().compareTo(id) > 0);
    } catch (NumberFormatException e) {
      throw RestCall.wrong(QueryParameter.CURSOR, "the 'next' of the page before");
    }
  }

  private Reply recalled(AgentId agent, String query, @Nullable Layer layer, int limit) {
    Set<Layer> layers = layer == null ? Set.of() : Set.of(layer);
    List<Memories.Recalled> found = memories.recall(agent, query, layers, limit);
    return Reply.ok(
        out -> {
          out.ascii("{\"memories\":");
          Shapes.list(out, found, (to, each) -> memory(to, each.memory(), each.score()));
          out.ascii("}");
        });
  }

  private CompletableFuture<Reply> store(RestCall call) {
    AgentId agent = owned(call);
    Request request = call.request();
    Layer layer = Layer.parse(request.text(Field.LAYER, Layer.TACIT.wireName()));
    String subject = request.text(Field.SUBJECT);
    String text = request.requireText(Field.CONTENT);
    return later(
        () -> {
          Memories.Stored stored = memories.store(agent, layer, subject, text);
          return Reply.ok(
              out -> {
                out.ascii("{\"created\":").bool(stored.isNew()).ascii(",\"memory\":");
                memory(out, stored.memory(), -1);
                out.ascii("}");
              });
        });
  }

  private CompletableFuture<Reply> forget(RestCall call) {
    AgentId agent = owned(call);
    String id = call.segment("memory", text -> text);
    return later(
        () -> {
          if (!memories.forget(agent, id)) {
            throw new Refused(ErrorCode.NOT_FOUND, "'" + agent + "' does not remember " + id);
          }
          return Reply.nothing();
        });
  }

  private static void memory(JsonBuffer out, Memory memory, double score) {
    out.ascii("{\"id\":").string(memory.id());
    out.ascii(",\"layer\":").string(memory.layer().wireName());
    if (!memory.subject().isEmpty()) {
      out.ascii(",\"subject\":").string(memory.subject());
    }
    out.ascii(",\"content\":").string(memory.text());
    out.ascii(",\"createdAt\":").number(memory.createdAt());
    out.ascii(",\"updatedAt\":").number(memory.updatedAt());
    out.ascii(",\"times\":").number(memory.times());
    if (score >= 0) {
      out.ascii(",\"score\":").ascii(Double.toString(score));
    }
    out.ascii("}");
  }
}
