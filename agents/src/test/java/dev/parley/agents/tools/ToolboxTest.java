package dev.parley.agents.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.agents.brain.BrainRequest;
import dev.parley.agents.brain.Permissions;
import dev.parley.agents.brain.TurnOrigin;
import dev.parley.core.address.Path;
import dev.parley.core.address.SessionKey;
import dev.parley.core.message.Draft;
import dev.parley.core.message.Message;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.Origin;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ToolboxTest {
  private final Toolbox tools =
      new Toolbox()
          .register(
              Tool.of(
                  "agent",
                  "Things.",
                  "comm",
                  List.of(Action.of("send", "sends", (_, told) -> told.text("to"), TO))))
          .register(
              Tool.of(
                  "agent",
                  "Things.",
                  "task",
                  List.of(
                      Action.of(
                          "list", "lists", (_, told) -> "" + told.number("limit", 5, 9), LIMIT))))
          .register(
              Tool.of("shell", "Runs.", Action.of("run", "runs", (_, _) -> "ran").forOwner()));

  private static final Parameter TO = Parameter.text("to", "whom");
  private static final Parameter LIMIT = Parameter.number("limit", "how many").optional();

  private static ToolUse use(String session, Origin... origins) {
    return new ToolUse(
        new BrainRequest(
            SessionKey.parse("ada/" + session),
            new UUID(1, 1),
            Stream.of(origins)
                .map(
                    origin ->
                        new Message(
                            new MessageId(1, 2),
                            1,
                            Draft.from("bob").to(Path.parse("agent/ada")).content("x").build(),
                            0,
                            0,
                            origin,
                            0,
                            null))
                .toList()));
  }

  @Test
  void roomsAddWhatTheyOfferToOneTool() throws InterruptedException {
    ToolUse use = use("comm-1", Origin.PEER);
    assertThat(tools.use(use, "agent", "{\"resource\":\"comm\",\"action\":\"send\",\"to\":\"x\"}"))
        .isEqualTo(new ToolResult("x", false));
    assertThat(tools.use(use, "agent", "{\"resource\":\"task\",\"action\":\"list\"}"))
        .isEqualTo(new ToolResult("5", false));
    assertThat(tools.use(use, "agent", "{\"resource\":\"task\",\"action\":\"send\",\"to\":\"x\"}"))
        .isEqualTo(new ToolResult("refused (bad_request): 'action' must be one of list", true));
    assertThat(tools.use(use, "agent", "{\"resource\":\"task\",\"action\":\"list\",\"limit\":10}"))
        .isEqualTo(new ToolResult("refused (bad_request): 'limit' must be 1 to 9", true));
  }

  @Test
  void theSchemaIsMadeOfWhatIsDeclared() {
    Map<String, Object> schema = tools.offered(TurnOrigin.COMM).getFirst().schema();
    assertThat(schema)
        .containsEntry("required", List.of("resource", "action"))
        .containsEntry("additionalProperties", false);
    assertThat(schema.get("properties").toString())
        .contains("comm, task", "send, list", "limit", "integer");
    assertThat(tools.offered(TurnOrigin.COMM).getFirst().help())
        .contains("- agent(resource: task, action: list, limit?): lists");
  }

  /** RUN-3: where the tool runs, by what the hub stamped, and one stranger spoils the batch. */
  @ParameterizedTest
  @CsvSource({
    "main, OWNER, OWNER, true",
    "main, OWNER, SYSTEM, true",
    "comm-1, SYSTEM, SYSTEM, true",
    "main, OWNER, PEER, false",
    "main, PEER, PEER, false",
    "main, EXTERNAL, EXTERNAL, false",
    "main, HUMAN, HUMAN, false",
    "comm-1, OWNER, OWNER, false",
    "comm-1, PEER, PEER, false",
    "comm-1, SYSTEM, PEER, false",
    "task-1, OWNER, OWNER, false",
  })
  void theShellIsForTheOwnerAndTheHubItself(
      String session, Origin one, Origin other, boolean allowed) throws InterruptedException {
    ToolUse use = use(session, one, other);
    ToolResult result = tools.use(use, "shell", "{\"action\":\"run\"}");
    assertThat(result.failed()).isEqualTo(!allowed);
    assertThat(result.text())
        .isEqualTo(
            allowed
                ? "ran"
                : "refused (forbidden): shell (run) may not be used in a turn that others have"
                    + " caused");
    assertThat(tools.offered(use.origin()))
        .extracting(Tool::name)
        .isEqualTo(allowed ? List.of("agent", "shell") : List.of("agent"));
  }

  @Test
  void whatIsNoObjectOrTooLongIsRefused() throws InterruptedException {
    ToolUse use = use("comm-1", Origin.PEER);
    for (String bad : List.of("[]", "nonsense", "7", "\"x\"", "{")) {
      assertThat(tools.use(use, "agent", bad).text())
          .isEqualTo("refused (bad_json): the arguments are not a JSON object");
    }
    assertThat(tools.use(use, "agent", " ".repeat(300_000) + "{}").text()).contains("too_large");
  }

  /** What needs leave is asked about under a name that the hub has made, once it could be done. */
  @Test
  void everyUseIsSubjectToTheRules() throws InterruptedException {
    List<Permissions.Request> asked = new ArrayList<>();
    Toolbox strict =
        new Toolbox(
                request -> {
                  asked.add(request);
                  return new Permissions.Answer(request.tool().equals("clock.read"), "so it is");
                })
            .register(
                Tool.of(
                    "clock",
                    "Time.",
                    Action.of("read", "tells", (_, _) -> "noon"),
                    Action.of("set", "sets", (_, _) -> "done", TO)))
            .register(
                Tool.of(
                    "agent", "A.", "comm", List.of(Action.of("send", "sends", (_, _) -> "sent"))));
    ToolUse use = use("comm-1", Origin.PEER);
    assertThat(strict.use(use, "clock", "{\"action\":\"read\"}").text()).isEqualTo("noon");
    assertThat(strict.use(use, "clock", "{\"action\":\"set\"}").text()).contains("'to' is missing");
    // A resource that a tool does not have changes no name.
    String set = "{\"resource\":\"x\",\"action\":\"set\",\"to\":\"1\"}";
    assertThat(strict.use(use, "clock", set))
        .isEqualTo(
            new ToolResult("refused (forbidden): clock.set was not allowed: so it is", true));
    assertThat(strict.use(use, "agent", "{\"resource\":\"comm\",\"action\":\"send\"}").failed())
        .isTrue();
    assertThat(asked)
        .extracting(Permissions.Request::tool)
        .containsExactly("clock.read", "clock.set", "agent.comm.send");
    assertThat(asked.get(1).payload()).isEqualTo("{\"tool\":\"clock.set\",\"input\":" + set + "}");
    assertThat(asked.get(1).what()).startsWith("use clock.set with {");
    assertThat(asked).allMatch(Permissions.Request::usual);
  }
}
