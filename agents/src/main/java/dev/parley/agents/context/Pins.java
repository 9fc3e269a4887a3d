package dev.parley.agents.context;

import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.participants.Agent;
import dev.parley.core.participants.AgentHook;
import dev.parley.identity.Visit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * What agents are to have before their eyes, by those they belong to. Never by the agent: whoever
 * got it to pin something would be in all its turns. Any thread; reading blocks.
 */
public final class Pins implements AutoCloseable {
  static final String TABLE = "agent-pins";
  public static final int TEXT_MAX = 4_000;
  public static final int PINS_MAX = 20;
  private static final JsonMapper JSON = new JsonMapper();

  private final Broker broker;
  private final AgentHook onAgent = this::onAgent;

  private Pins(Broker broker) {
    this.broker = broker;
  }

  public static Pins open(Broker broker) {
    Pins pins = new Pins(broker);
    broker.participants().onAgent(pins.onAgent);
    return pins;
  }

  private void onAgent(@Nullable Agent was, @Nullable Agent now) {
    if (was != null && now == null) {
      var _ = broker.records().delete(TABLE, List.of(key(was)));
    }
  }

  /** A namesake that comes later is somebody else. */
  private static String key(Agent agent) {
    return agent.id().value() + "\t" + agent.incarnation();
  }

  /** The oldest first. For the hub itself; blocks. */
  List<Pin> of(Agent agent) {
    return read(broker.records().get(TABLE, key(agent)).orElse(null));
  }

  private static List<Pin> read(byte @Nullable [] json) {
    return json == null ? List.of() : List.of(JSON.readValue(json, Pin[].class));
  }

  /**
   * What is pinned, the oldest first.
   *
   * @throws Refused unless this is the agent, or whoever it belongs to
   */
  public CompletableFuture<List<Pin>> list(Visit by, AgentId agent) {
    if (!by.who().mayActFor(agent)) {
      requireOwning(by, agent);
    }
    Agent whose = broker.participants().requireAgent(agent);
    return CompletableFuture.supplyAsync(() -> of(whose), Thread::startVirtualThread);
  }

  /**
   * @param comm for turns with others as well
   * @throws Refused unless this is whoever the agent belongs to, and when it is too much
   */
  public CompletableFuture<Pin> add(Visit by, AgentId agent, String text, boolean comm) {
    requireOwning(by, agent);
    String said = text.strip();
    if (said.isEmpty() || said.length() > TEXT_MAX) {
      throw new Refused(
          said.isEmpty() ? ErrorCode.BAD_REQUEST : ErrorCode.TOO_LARGE,
          "'text' must have 1 to " + TEXT_MAX + " characters");
    }
    String key = key(broker.participants().requireAgent(agent));
    Pin pin = new Pin(UUID.randomUUID().toString(), said, comm, broker.time().millis());
    return broker
        .transactions()
        .run(
            tx -> {
              List<Pin> pins = new ArrayList<>(read(tx.get(TABLE, key)));
              if (pins.size() >= PINS_MAX) {
                throw new Refused(
                    ErrorCode.CONFLICT,
                    "'" + agent + "' has " + PINS_MAX + " things pinned; take some down first");
              }
              pins.add(pin);
              tx.put(TABLE, key, JSON.writeValueAsBytes(pins));
              return pin;
            });
  }

  /**
   * @throws Refused unless this is whoever the agent belongs to; in the future, when there is none
   */
  public CompletableFuture<Pin> remove(Visit by, AgentId agent, String id) {
    requireOwning(by, agent);
    String key = key(broker.participants().requireAgent(agent));
    return broker
        .transactions()
        .run(
            tx -> {
              List<Pin> pins = new ArrayList<>(read(tx.get(TABLE, key)));
              Pin gone =
                  pins.stream()
                      .filter(each -> each.id().equals(id))
                      .findFirst()
                      .orElseThrow(
                          () -> new Refused(ErrorCode.NOT_FOUND, "nothing is pinned as " + id));
              pins.remove(gone);
              if (pins.isEmpty()) {
                tx.delete(TABLE, key);
              } else {
                tx.put(TABLE, key, JSON.writeValueAsBytes(pins));
              }
              return gone;
            });
  }

  private void requireOwning(Visit by, AgentId agent) {
    AgentId self = by.who().scope();
    if (self != null && !broker.participants().separation().owns(self, agent)) {
      throw new Refused(
          ErrorCode.FORBIDDEN,
          "only whoever '" + agent + "' belongs to may see and change what is pinned");
    }
  }

  @Override
  public void close() {
    broker.participants().removeAgentHook(onAgent);
  }
}
