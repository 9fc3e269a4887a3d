package dev.parley.doors.rest;

import dev.parley.comm.Condition;
import dev.parley.comm.SettingsSchema;
import dev.parley.comm.service.CommService;
import dev.parley.comm.service.CommStatus;
import dev.parley.comm.settings.AuthProfile;
import dev.parley.comm.settings.CommSettings;
import dev.parley.comm.settings.Value;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.JsonBuffer;
import dev.parley.doors.json.Access;
import dev.parley.doors.json.Field;
import dev.parley.doors.json.Shapes;
import io.vertx.core.http.HttpMethod;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Which other hub this one joins, for the owner. Secrets go in and never come out. */
final class CommOperations {
  private final CommService comm;

  CommOperations(CommService comm) {
    this.comm = comm;
  }

  List<Operation> operations() {
    return List.of(
        Operation.get(
                "/api/comm", "getComm", "How the connection to elsewhere is, and its settings")
            .by(Access.OWNER)
            .answering("CommStatus")
            .doing(_ -> status()),
        changing(
                Operation.of(
                    HttpMethod.PUT, "/api/comm/settings", "changeComm", "Change its settings"),
                "comm.settings")
            .taking("CommChange")
            .doing(this::change),
        changing(
                Operation.post("/api/comm/active", "useCommPlugin", "Use this plugin, and connect"),
                "comm.use")
            .taking("CommChoice")
            .doing(
                call ->
                    apply(
                        new CommSettings.Change(
                            true, call.request().requireText(Field.PLUGIN), Map.of()))),
        changing(
                Operation.post("/api/comm/connect", "connectComm", "Connect, or connect anew"),
                "comm.connect")
            .doing(_ -> apply(new CommSettings.Change(true, null, Map.of()))),
        changing(
                Operation.post("/api/comm/disconnect", "disconnectComm", "Disconnect"),
                "comm.disconnect")
            .doing(_ -> apply(new CommSettings.Change(false, null, Map.of()))));
  }

  private static Operation.Draft changing(Operation.Draft draft, String action) {
    return draft.by(Access.OWNER).answering("CommStatus").audited(action);
  }

  private CompletableFuture<Reply> change(RestCall call) {
    byte[] values = call.request().raw(Field.VALUES);
    return apply(
        new CommSettings.Change(
            call.request().has(Field.ENABLED) ? call.request().flag(Field.ENABLED, false) : null,
            call.request().text(Field.PLUGIN),
            values == null ? Map.of() : texts(values)));
  }

  private static Map<String, String> texts(byte[] object) {
    Map<String, String> texts = new HashMap<>();
    for (Map.Entry<String, JsonNode> each : JsonMapper.shared().readTree(object).properties()) {
      if (!each.getValue().isString() && !each.getValue().isNull()) {
        throw new Refused(
            ErrorCode.BAD_REQUEST, "the value of '" + each.getKey() + "' must be a string");
      }
      texts.put(each.getKey(), each.getValue().asString(""));
    }
    return texts;
  }

  private CompletableFuture<Reply> apply(CommSettings.Change change) {
    return elsewhere(() -> comm.change(change).join()).thenCompose(_ -> status());
  }

  private CompletableFuture<Reply> status() {
    return elsewhere(comm::status).thenApply(status -> Reply.ok(out -> write(out, status)));
  }

  /** Settings are read from the store, which is not for event loops. */
  private static <T> CompletableFuture<T> elsewhere(Supplier<T> read) {
    return CompletableFuture.supplyAsync(read, task -> Thread.ofVirtual().start(task));
  }

  // ---- shapes

  private static void write(JsonBuffer out, CommStatus status) {
    Condition condition = status.condition();
    boolean elsewhere = status.enabled() && !status.here();
    out.ascii("{\"enabled\":").bool(status.enabled());
    out.ascii(",\"plugin\":").string(status.plugin());
    out.ascii(",\"state\":").string(elsewhere ? "elsewhere" : condition.state().wireName());
    out.ascii(",\"reason\":")
        .string(elsewhere ? "another hub of this cluster runs it" : condition.reason());
    out.ascii(",\"since\":").number(condition.since());
    out.ascii(",\"here\":").bool(status.here());
    out.ascii(",\"problem\":").string(status.problem());
    out.ascii(",\"topics\":");
    Shapes.list(out, status.topics(), JsonBuffer::string);
    out.ascii(",\"plugins\":");
    Shapes.list(out, status.plugins(), CommOperations::plugin);
    AuthProfile account = status.account().orElse(null);
    if (account != null) {
      account(out.ascii(",\"account\":"), account);
    }
    out.ascii("}");
  }

  private static void account(JsonBuffer out, AuthProfile account) {
    out.ascii("{\"apiServer\":").string(account.apiServer());
    out.ascii(",\"email\":").string(account.email());
    out.ascii(",\"name\":").string(account.name()).ascii("}");
  }

  private static void plugin(JsonBuffer out, CommStatus.Plugin plugin) {
    out.ascii("{\"name\":").string(plugin.name());
    out.ascii(",\"version\":").string(plugin.version()).ascii(",\"groups\":");
    Shapes.list(
        out,
        plugin.schema().groups(),
        (to, group) -> {
          to.ascii("{\"title\":").string(group.title()).ascii(",\"fields\":");
          Shapes.list(to, group.fields(), (each, field) -> setting(each, field, plugin.values()));
          to.ascii("}");
        });
    out.ascii("}");
  }

  private static void setting(
      JsonBuffer out, SettingsSchema.Field field, Map<String, Value> values) {
    @Nullable Value value = values.get(field.key());
    out.ascii("{\"key\":").string(field.key());
    out.ascii(",\"title\":").string(field.title());
    out.ascii(",\"description\":").string(field.description());
    out.ascii(",\"type\":").string(field.type().wireName());
    out.ascii(",\"secret\":").bool(field.secret());
    out.ascii(",\"set\":").bool(value != null);
    if (value != null) {
      out.ascii(",\"source\":").string(value.source().name().toLowerCase(Locale.ROOT));
      if (!field.secret()) {
        out.ascii(",\"value\":").string(value.text());
      }
    }
    if (!field.byDefault().isEmpty()) {
      out.ascii(",\"default\":").string(field.byDefault());
    }
    out.ascii("}");
  }
}
