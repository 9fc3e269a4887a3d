package dev.parley.brains.acp;

import dev.parley.agents.brain.Permissions;
import dev.parley.brains.harness.HarnessSetting;
import dev.parley.brains.harness.Leave;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Answers a harness's questions whether it may do something. Of the answers it offers one is chosen
 * by its kind: what their ids mean differs from harness to harness.
 */
final class Leaves {
  private static final String KIND = "kind:";

  /** What the protocol knows. */
  private static final Set<String> KINDS =
      Set.of("read", "edit", "delete", "move", "search", "execute", "think", "fetch");

  private final HarnessSetting setting;
  private final Permissions permissions;

  Leaves(HarnessSetting setting, Permissions permissions) {
    this.setting = setting;
    this.permissions = permissions;
  }

  /** Blocks until it is decided. */
  ObjectNode decide(AcpTurn turn, JsonNode params) throws InterruptedException {
    AcpTurn.ToolCall call = turn.asked(params.path("toolCall"));
    boolean allowed =
        isAllowed(call)
            || switch (setting.leave()) {
              case ALLOW -> true;
              case DENY -> false;
              case ASK ->
                  permissions
                      .ask(
                          new Permissions.Request(
                              turn.request().session(),
                              turn.request().turn(),
                              // Its title is often in the words of the model.
                              "harness." + (KINDS.contains(call.kind()) ? call.kind() : "other"),
                              /* usual= */ false,
                              "use " + call.title(),
                              payload(call)))
                      .allowed();
            };
    List<String> kinds;
    if (!allowed) {
      kinds = List.of("reject_once", "reject_always");
    } else if (setting.leave() == Leave.ALLOW) {
      kinds = List.of("allow_once", "allow_always");
    } else {
      // What somebody has allowed holds for this once.
      kinds = List.of("allow_once");
    }
    return kinds.stream()
        .flatMap(kind -> option(params, kind).stream())
        .findFirst()
        .map(
            id -> {
              ObjectNode result = JsonNodeFactory.instance.objectNode();
              result.putObject("outcome").put("outcome", "selected").put("optionId", id);
              return result;
            })
        .orElseGet(Leaves::cancelled);
  }

  static ObjectNode cancelled() {
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    result.putObject("outcome").put("outcome", "cancelled");
    return result;
  }

  private static Optional<String> option(JsonNode params, String kind) {
    return params
        .path("options")
        .valueStream()
        .filter(option -> option.path("kind").asString("").equals(kind))
        .map(option -> option.path("optionId").asString(""))
        .findFirst();
  }

  private static String payload(AcpTurn.ToolCall call) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("tool", call.title())
        .put("kind", call.kind())
        .put("input", call.input())
        .toString();
  }

  private boolean isAllowed(AcpTurn.ToolCall call) {
    Stream<String> allowed = setting.allowed().stream();
    // The title of a command is often the command itself, in the words of the model.
    return call.kind().equals("execute")
        ? allowed.anyMatch(entry -> entry.equals(KIND + "execute"))
        : allowed.anyMatch(entry -> matches(entry, call));
  }

  private static boolean matches(String entry, AcpTurn.ToolCall call) {
    if (entry.startsWith(KIND)) {
      return entry.substring(KIND.length()).equals(call.kind());
    }
    return entry.endsWith("*")
        ? call.title().startsWith(entry.substring(0, entry.length() - 1))
        : call.title().equals(entry);
  }
}
