package dev.parley.doors.rest;

import dev.parley.agents.wake.Attempt;
import dev.parley.agents.wake.HookWaits;
import dev.parley.agents.wake.Probe;
import dev.parley.agents.wake.Unasked;
import dev.parley.agents.wake.Waker;
import dev.parley.agents.wake.Wakes;
import dev.parley.agents.wake.Way;
import dev.parley.core.address.AgentId;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.JsonBuffer;
import dev.parley.doors.json.Access;
import dev.parley.doors.json.Field;
import dev.parley.doors.json.Shapes;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** In which ways an agent can be woken, waking it, and what its harness's hooks ask. */
final class WakeOperations {
  private static final String WAKE = "/api/agents/{agentId}/wake";
  private static final String WAY = WAKE + "/ways/{kind}";
  private static final long WAIT_MILLIS_MAX = 50_000;
  private static final int SETTINGS_MAX = 16;
  private static final int SETTING_LENGTH_MAX = 2_048;
  private static final Set<String> SECRETS = Set.of("secret", "password");
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final TypeReference<Map<String, String>> TEXTS = new TypeReference<>() {};

  private final Wakes wakes;

  WakeOperations(Wakes wakes) {
    this.wakes = wakes;
  }

  List<Operation> operations() {
    return List.of(
        Operation.get(WAKE, "getWake", "In which ways an agent can be woken")
            .by(Access.READER)
            .answering("Wake")
            .doing(call -> shown(call.subject())),
        Operation.post(WAKE, "wake", "Tell an agent now that it has messages")
            .by(Access.SELF)
            .query(QueryParameter.WAY)
            .answering("WakeAttempt")
            .audited("agent.wake")
            .doing(this::wake),
        Operation.post(WAKE + "/probe", "probeWake", "Measure how fast an agent is woken")
            .by(Access.SELF)
            .query(QueryParameter.WAY)
            .answering("WakeProbes")
            .audited("agent.wake.probe")
            .doing(this::probe),
        Operation.get(WAKE + "/news", "awaitNews", "What a harness's hook asks and waits for")
            .by(Access.SELF)
            .query(QueryParameter.WAIT_MS, QueryParameter.SESSION)
            .answering("WakeNews")
            .doing(this::news),
        Operation.of(HttpMethod.PUT, WAY, "putWakeWay", "Say how an agent can be woken")
            .by(Access.SELF)
            .takingWhole("WakeSettings", Field.VALUES)
            .answering("WakeWay")
            .audited("agent.wake.set")
            .doing(this::put),
        Operation.delete(WAY, "removeWakeWay", "Wake an agent no longer in this way")
            .by(Access.SELF)
            .answering(204, null)
            .audited("agent.wake.set")
            .doing(
                call ->
                    wakes
                        .remove(call.subject(), call.segment("kind", text -> text))
                        .thenApply(_ -> Reply.nothing())));
  }

  private CompletableFuture<Reply> shown(AgentId agent) {
    return Reply.ok(
            out -> {
              out.ascii("{\"agentId\":").string(agent.value());
              out.ascii(",\"thinks\":").bool(wakes.thinks(agent));
              out.ascii(",\"ways\":");
              Shapes.list(out, wakes.ways(agent), WakeOperations::way);
              out.ascii(",\"kinds\":");
              Shapes.list(out, wakes.kinds(), WakeOperations::kind);
              out.ascii(",\"unasked\":");
              Shapes.list(out, Unasked.ALL, WakeOperations::unasked);
              out.ascii("}");
            })
        .now();
  }

  private static void way(JsonBuffer out, Way way) {
    out.ascii("{\"way\":").string(way.kind());
    out.ascii(",\"settings\":");
    Map<String, String> shown = new TreeMap<>(way.settings());
    shown.replaceAll((name, value) -> SECRETS.contains(name) ? "***" : value);
    out.ascii(JSON.writeValueAsString(shown).replaceAll("[^\\x20-\\x7e]", "?"));
    out.ascii(",\"proven\":").bool(way.isProven());
    out.ascii(",\"failures\":").number(way.failures());
    if (way.provenAt() > 0) {
      out.ascii(",\"provenAt\":").number(way.provenAt());
      out.ascii(",\"measured\":").number(way.latencies().size());
      out.ascii(",\"p50Ms\":").number(way.quantile(0.5));
      out.ascii(",\"p99Ms\":").number(way.quantile(0.99));
    }
    if (way.lastAt() > 0) {
      out.ascii(",\"lastAt\":").number(way.lastAt());
    }
    String failure = way.lastFailure();
    if (failure != null) {
      out.ascii(",\"lastFailure\":").string(failure);
    }
    out.ascii("}");
  }

  private static void kind(JsonBuffer out, Waker waker) {
    out.ascii("{\"way\":").string(waker.kind());
    out.ascii(",\"description\":").string(waker.description());
    out.ascii(",\"required\":");
    Shapes.list(out, waker.required().stream().sorted().toList(), JsonBuffer::string);
    out.ascii(",\"optional\":");
    Shapes.list(out, waker.optional().stream().sorted().toList(), JsonBuffer::string);
    out.ascii("}");
  }

  private static void unasked(JsonBuffer out, Unasked unasked) {
    out.ascii("{\"way\":").string(unasked.kind());
    out.ascii(",\"description\":").string(unasked.description()).ascii("}");
  }

  private CompletableFuture<Reply> wake(RestCall call) {
    return wakes
        .wake(call.subject(), named(call))
        .thenApply(how -> Reply.ok(out -> attempt(out, how)));
  }

  private static @Nullable String named(RestCall call) {
    return call.query(QueryParameter.WAY);
  }

  private static void attempt(JsonBuffer out, Attempt attempt) {
    out.ascii("{\"way\":").string(attempt.way());
    out.ascii(",\"at\":").number(attempt.at());
    out.ascii(",\"outcome\":").string(attempt.outcome().name().toLowerCase(Locale.ROOT));
    if (!attempt.text().isEmpty()) {
      out.ascii(",\"reason\":").string(attempt.text());
    }
    out.ascii("}");
  }

  private CompletableFuture<Reply> probe(RestCall call) {
    return wakes
        .probe(call.subject(), named(call))
        .thenApply(
            probes ->
                Reply.ok(
                    out -> {
                      out.ascii("{\"probes\":");
                      Shapes.list(out, probes, WakeOperations::probe);
                      out.ascii("}");
                    }));
  }

  private static void probe(JsonBuffer out, Probe probe) {
    out.ascii("{\"way\":").string(probe.way());
    out.ascii(",\"toldMs\":").number(probe.toldMillis());
    if (probe.isRead()) {
      out.ascii(",\"readMs\":").number(probe.readMillis());
    } else {
      out.ascii(",\"reason\":").string(probe.text());
    }
    out.ascii("}");
  }

  private CompletableFuture<Reply> news(RestCall call) {
    long wait = call.number(QueryParameter.WAIT_MS, 0, 0, WAIT_MILLIS_MAX);
    String session = call.query(QueryParameter.SESSION);
    return wakes
        .await(call.subject(), session == null ? "" : session, wait)
        .thenApply(news -> Reply.ok(out -> news(out, news)));
  }

  private static void news(JsonBuffer out, HookWaits.News news) {
    out.ascii("{\"messageIds\":");
    Shapes.list(out, news.messages(), JsonBuffer::id);
    out.ascii(",\"text\":").string(news.text()).ascii("}");
  }

  private CompletableFuture<Reply> put(RestCall call) {
    byte[] body = call.request().raw(Field.VALUES);
    Map<String, String> settings;
    try {
      settings = body == null ? Map.of() : JSON.readValue(body, TEXTS);
    } catch (JacksonException e) {
      throw new Refused(ErrorCode.BAD_REQUEST, "settings are an object of strings");
    }
    boolean large =
        settings.size() > SETTINGS_MAX
            || settings.values().stream()
                .anyMatch(value -> value == null || value.length() > SETTING_LENGTH_MAX);
    if (large) {
      throw new Refused(
          ErrorCode.BAD_REQUEST,
          "settings are up to %d strings of at most %d characters"
              .formatted(SETTINGS_MAX, SETTING_LENGTH_MAX));
    }
    return wakes
        .put(
            call.subject(),
            call.segment("kind", text -> text),
            settings,
            call.principal().isOwner())
        .thenApply(way -> Reply.ok(out -> way(out, way)));
  }
}
