package dev.parley.comm.bridge;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.Path;
import dev.parley.core.address.Pattern;
import dev.parley.core.broker.Broker;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Door;
import dev.parley.core.message.Sender;
import dev.parley.core.participants.Agent;
import dev.parley.core.store.BoxId;
import dev.parley.identity.Principal;
import dev.parley.identity.Visit;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * Whom a plugin is in the hub, and where its messages are.
 *
 * @param prefix what the paths of its messages begin with
 */
public record Post(String plugin, AgentId agent, String prefix) {

  public static Post of(String plugin) {
    return new Post(plugin, new AgentId("comm:" + plugin), "comm/" + plugin + "/");
  }

  /** Of a scheduler, whose words go to agents. */
  public static Post ofScheduler(String app) {
    return new Post("schedule", new AgentId("schedule:" + app), "agent/");
  }

  /** Of a channel to another platform, whose name its paths begin with. */
  public static Post ofChannel(String platform) {
    return new Post(platform, new AgentId("channel:" + platform), platform + "/");
  }

  Path path(String topic) {
    return Path.parse(prefix() + topic);
  }

  /** What a path is about for the plugin, or null when it is none of its business. */
  @Nullable String topic(String path) {
    return path.startsWith(prefix()) ? path.substring(prefix().length()) : null;
  }

  BoxId inbox() {
    return BoxId.inbox(agent);
  }

  Visit visit() {
    return new Visit(new Principal.AgentPrincipal(agent), Door.HUB, "");
  }

  /** What came from outside is never more than an agent's word. */
  Sender sender() {
    return visit().senderAs(agent.value());
  }

  /**
   * Makes the agent, if it is not there, and has everything sent to the plugin's paths come to it.
   * Blocks.
   *
   * @throws Refused when somebody else has the name, who could speak in place of the plugin
   */
  public void open(Broker broker) {
    enter(broker);
    broker.participants().subscribe(agent, pattern()).join();
  }

  /**
   * Makes the agent, if it is not there. Blocks.
   *
   * @throws Refused when somebody else has the name, who could speak in its place
   */
  public void enter(Broker broker) {
    Agent there = broker.participants().agent(agent).orElse(null);
    if (there == null) {
      there = made(broker);
    }
    if (there.tokenHash() != null || there.owner() != null) {
      throw new Refused(
          ErrorCode.CONFLICT,
          "the agent '" + agent + "' can be come in as; withdraw its token or delete it");
    }
  }

  private Agent made(Broker broker) {
    try {
      return broker.participants().importAgent(agent).join();
    } catch (CompletionException e) {
      // Another hub of the cluster may have been faster.
      if (Refused.of(e).code() != ErrorCode.ALREADY_EXISTS) {
        throw Refused.of(e);
      }
      return broker.participants().requireAgent(agent);
    }
  }

  /** From now on nobody takes what is sent there, and its senders see that. Blocks. */
  public void close(Broker broker) {
    if (broker.participants().agent(agent).isPresent()
        && broker.participants().subscriptions(agent).stream()
            .anyMatch(each -> each.pattern().equals(pattern()))) {
      broker.participants().unsubscribe(agent, pattern()).join();
    }
  }

  private Pattern pattern() {
    return Pattern.parse(prefix() + "**");
  }
}
