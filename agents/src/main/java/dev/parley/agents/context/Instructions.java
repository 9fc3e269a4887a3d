package dev.parley.agents.context;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.participants.Agent;
import dev.parley.core.participants.AgentHook;
import dev.parley.identity.Visit;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What agents are told to be, by those they belong to. A record for each agent, which goes with it.
 * Any thread; reading blocks.
 */
public final class Instructions implements AutoCloseable {
  public static final int BYTES_MAX = 64 * 1024;
  static final String TABLE = "agent-instructions";

  private final Broker broker;
  private final AgentHook onAgent = this::onAgent;

  private Instructions(Broker broker) {
    this.broker = broker;
  }

  public static Instructions open(Broker broker) {
    Instructions instructions = new Instructions(broker);
    broker.participants().onAgent(instructions.onAgent);
    return instructions;
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

  /**
   * What an agent was told; empty when nothing was.
   *
   * @throws Refused unless this is the agent, or whoever it belongs to
   */
  public CompletableFuture<String> get(Visit by, AgentId agent) {
    if (!by.who().mayActFor(agent)) {
      requireOwning(by, agent);
    }
    Agent told = broker.participants().requireAgent(agent);
    return CompletableFuture.supplyAsync(() -> of(told), Thread::startVirtualThread);
  }

  /** For the hub itself. Blocks. */
  String of(Agent agent) {
    return broker
        .records()
        .get(TABLE, key(agent))
        .map(bytes -> new String(bytes, UTF_8))
        .orElse("");
  }

  /**
   * Tells an agent what to be; nothing when the text is empty. An agent may not say it of itself:
   * whoever gets it to do so once would have it for good.
   *
   * @throws Refused unless this is whoever the agent belongs to, or when it is too long
   */
  public CompletableFuture<String> set(Visit by, AgentId agent, String text) {
    requireChanging(by, agent);
    byte[] bytes = text.getBytes(UTF_8);
    if (bytes.length > BYTES_MAX) {
      throw new Refused(
          ErrorCode.TOO_LARGE,
          "the instructions have " + bytes.length + " bytes; allowed are at most " + BYTES_MAX);
    }
    String key = key(broker.participants().requireAgent(agent));
    return broker
        .transactions()
        .run(
            tx -> {
              if (bytes.length == 0) {
                tx.delete(TABLE, key);
              } else {
                tx.put(TABLE, key, bytes);
              }
              return true;
            })
        .thenApply(_ -> text);
  }

  /**
   * @throws Refused unless this is whoever the agent belongs to
   */
  public void requireChanging(Visit by, AgentId agent) {
    if (!by.isOwner()) {
      requireOwning(by, agent);
    }
  }

  private void requireOwning(Visit by, AgentId agent) {
    AgentId self = by.who().scope();
    if (self == null || !broker.participants().separation().owns(self, agent)) {
      throw new Refused(
          ErrorCode.FORBIDDEN,
          "only whoever '" + agent + "' belongs to may see and change what it is told");
    }
  }

  @Override
  public void close() {
    broker.participants().removeAgentHook(onAgent);
  }
}
