package dev.parley.hub.doors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.testkit.door.Ability;
import dev.parley.testkit.door.DoorClient;
import dev.parley.testkit.door.DoorRefusal;
import dev.parley.testkit.door.TestAgent;
import java.net.http.HttpClient;
import java.util.EnumMap;
import java.util.Map;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** MCP, in either generation of the protocol and over each of its transports. */
final class McpTestDoor extends HubDoor {
  /** Generations and transports offer the same. */
  static final String NAME = "MCP";

  static final Map<Ability, String> LACKS = new EnumMap<>(Ability.class);

  /** By which names, of tools and of what they take and return, one would know it. */
  private static final Map<Ability, Pattern> TRACES = new EnumMap<>(Ability.class);

  static {
    String simple = "A model is given few fields to fill in, and this is none of them.";
    lacks(Ability.PAYLOAD, "payload|messageType", simple);
    lacks(Ability.SUBJECT, "topic|correlationId|conversationId", simple);
    lacks(Ability.TASK, "taskStatus", "Tasks are looked at and cancelled, and given elsewhere.");
    lacks(Ability.EXTRAS, "actions|platformData|cause|human.*", simple);
    lacks(Ability.SOURCE, "source|externalId", simple);
    lacks(
        Ability.EXPIRY,
        "expires.*",
        "A model says how long a message is good for, and no moment in time.");
    lacks(Ability.OWN_ID, "id", simple);
    lacks(Ability.RECIPIENTS, "recipients", "A model is told how many there are, not who.");
    lacks(Ability.ACK, "ack.*", "What a tool has returned is delivered by that.");
    lacks(Ability.OUTBOX, ".*(outbox|sent_messages).*", "A model finds what it sent by search.");
    lacks(Ability.CLEAR, ".*clear.*", "No tool deletes messages.");
    lacks(Ability.CONVERSATION, "conversationId", "A thread is asked for by a message of it.");
    lacks(
        Ability.STATUS,
        "message_status|delivery_status",
        "A sender sees with get_message who has its message; but what is taken over MCP is read by"
            + " that, not only delivered.");
    lacks(
        Ability.DETAILS,
        ".*subscri.*",
        "A model is shown the card of an agent, its own as well; the rest is for whoever manages"
            + " it.");
    String manage = "Managing the hub is not for models: it is done over /ws, REST or parley.";
    lacks(Ability.SUBSCRIPTIONS, ".*subscri.*", manage);
    lacks(Ability.REGISTRY, ".*(create_agent|delete_agent|token).*", manage);
    lacks(Ability.GROUPS, ".*_group.*", manage);
    lacks(Ability.DEAD_LETTERS, ".*dead.*", manage);
    lacks(Ability.SESSION_INBOX, ".*session.*", "A model acts as an agent, not as a session.");
    lacks(Ability.HANDLED, "handled.*", "A model acts as an agent and sees no sessions.");
    lacks(Ability.TALLY, ".*(tally|proposal|vote).*", "Votes are payloads, which it lacks.");
    LACKS.put(
        Ability.OTHERS_HISTORY,
        "A model reads as the agent it acts as; a person names that agent when it connects.");
    LACKS.put(
        Ability.UNKNOWN_RECIPIENT,
        "A model that has mistaken a name is told so at once: the call fails with not_found.");
  }

  private static void lacks(Ability ability, String trace, String reason) {
    LACKS.put(ability, reason);
    TRACES.put(ability, Pattern.compile(trace));
  }

  /** How a client gets to one of the hub's ports. */
  @FunctionalInterface
  private interface Transport {
    McpConnection connect(HttpClient http, int port, String token);
  }

  private final Transport transport;

  private McpTestDoor(String name, Transport transport, HubUnderTest hub) {
    super(name, LACKS, hub);
    this.transport = transport;
  }

  static McpTestDoor streamable(McpGeneration generation, HubUnderTest hub) {
    return new McpTestDoor(
        NAME + " " + generation.version(),
        (http, port, token) -> new McpStreamable(http, port, token, generation),
        hub);
  }

  static McpTestDoor sse(HubUnderTest hub) {
    return new McpTestDoor(NAME + " over HTTP+SSE", McpSse::new, hub);
  }

  static McpTestDoor stdio(HubUnderTest hub) {
    return new McpTestDoor(
        NAME + " over stdio", (_, port, token) -> new McpStdio(port, token), hub);
  }

  private McpConnection connect(int port, String token) {
    return kept(transport.connect(http(), port, token));
  }

  @Override
  public DoorClient owner() {
    return new McpCalls(connect(hub().port(), hub().ownerToken()));
  }

  @Override
  DoorClient enter(TestAgent agent) {
    return stranger(agent.id(), agent.token());
  }

  @Override
  public DoorClient stranger(String agentId, String token) {
    return new McpCalls(connect(hub().agentPort(), token)).actingAs(agentId);
  }

  @Override
  public String garbage(TestAgent agent) {
    try {
      connect(hub().agentPort(), agent.token()).say("{\"jsonrpc\":");
      return "";
    } catch (DoorRefusal e) {
      return e.code();
    }
  }

  /** The list of tools names everything that can be asked for. */
  @Override
  public void requireMissing(Ability ability) {
    if (ability == Ability.UNKNOWN_RECIPIENT) {
      requireRefusedRecipient();
      return;
    }
    if (ability == Ability.OTHERS_HISTORY) {
      requireOnesOwnHistory();
      return;
    }
    Pattern trace = TRACES.get(ability);
    McpConnection owner = connect(hub().port(), hub().ownerToken());
    for (JsonNode tool : owner.call("tools/list", Map.of()).path("tools")) {
      requireNoTrace(trace, tool.path("name").asString());
      for (String schema : new String[] {"inputSchema", "outputSchema"}) {
        tool.path(schema)
            .path("properties")
            .propertyNames()
            .forEach(name -> requireNoTrace(trace, name));
      }
    }
  }

  /** Only the owner, who acts for all, names whose messages it asks for. */
  private void requireOnesOwnHistory() {
    McpConnection agent = connect(hub().agentPort(), house().createAgent("reads-its-own").token());
    for (JsonNode tool : agent.call("tools/list", Map.of()).path("tools")) {
      if (tool.path("name").asString().equals("get_messages")) {
        JsonNode arguments = tool.path("inputSchema").path("properties");
        assertThat(arguments.has("limit")).isTrue();
        assertThat(arguments.has("agentId")).isFalse();
        return;
      }
    }
    throw new AssertionError("there is no get_messages");
  }

  private static void requireNoTrace(Pattern trace, String name) {
    if (trace.matcher(name).matches()) {
      throw new AssertionError("there is '" + name + "'");
    }
  }

  private void requireRefusedRecipient() {
    try {
      connect(hub().port(), hub().ownerToken())
          .tool("send_message", Map.of("to", "nobody-of-this-name", "content", "hello?"));
    } catch (DoorRefusal e) {
      if (e.code().equals("not_found")) {
        return;
      }
    }
    throw new AssertionError("a message to nobody was accepted");
  }
}
