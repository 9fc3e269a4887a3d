package dev.parley.agents.tools;

import dev.parley.agents.brain.BrainRequest;
import dev.parley.agents.brain.TurnOrigin;
import dev.parley.core.address.AgentId;
import dev.parley.core.address.Path;
import dev.parley.core.address.SessionId;
import dev.parley.core.address.SessionKey;
import dev.parley.core.broker.Broker;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Draft;
import dev.parley.core.message.Message;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.SecureBits;
import dev.parley.core.message.Sender;
import dev.parley.core.participants.Session;
import dev.parley.identity.Visit;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;

/**
 * An agent's tools, used by whoever the agent belongs to, in its place. What may be done follows
 * from the same stamp as in a turn: the hub's owner may what it may cause its agent to do, and a
 * person what its words may. Any thread; never blocks.
 */
public final class ByHand {
  private static final int RUNNING_MAX = 16;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Broker broker;
  private final Toolbox tools;
  private final Semaphore running = new Semaphore(RUNNING_MAX);

  public ByHand(Broker broker, Toolbox tools) {
    this.broker = broker;
    this.tools = tools;
  }

  /** Those that this one may use as the agent; the agent itself is shown those of its turns. */
  public List<Tool> list(Visit by, AgentId agent) {
    if (!by.who().mayActFor(agent)) {
      requireOwning(by, agent);
    }
    broker.participants().requireAgent(agent);
    return tools.offered(origin(by, agent));
  }

  private static TurnOrigin origin(Visit by, AgentId agent) {
    return TurnOrigin.of(request(by, agent));
  }

  /**
   * Uses a tool as the agent; what is wrong is told in the result.
   *
   * @param arguments a JSON object
   */
  public CompletableFuture<ToolResult> execute(
      Visit by, AgentId agent, String tool, String arguments) {
    requireOwning(by, agent);
    broker.participants().requireAgent(agent);
    ToolUse use = ToolUse.byHand(request(by, agent));
    if (!running.tryAcquire()) {
      throw new Refused(
          ErrorCode.OVERLOADED, RUNNING_MAX + " tools are used by hand already; try again shortly");
    }
    CompletableFuture<ToolResult> result = new CompletableFuture<>();
    Thread user =
        Thread.ofVirtual()
            .name("parley-tool-" + agent)
            .unstarted(() -> run(use, tool, arguments, result));
    var alarm = broker.time().after(PATIENCE, user::interrupt);
    var _ = result.whenComplete((_, _) -> alarm.cancel());
    user.start();
    return result;
  }

  private void run(
      ToolUse use, String tool, String arguments, CompletableFuture<ToolResult> result) {
    try {
      result.complete(tools.use(use, tool, arguments));
    } catch (InterruptedException e) {
      result.completeExceptionally(
          new Refused(
              ErrorCode.TIMEOUT, "the tool took longer than " + PATIENCE.toSeconds() + " s"));
    } catch (RuntimeException | Error e) {
      result.completeExceptionally(e);
    } finally {
      running.release();
    }
  }

  /** As if this one had asked for it in the agent's main session. */
  private static BrainRequest request(Visit by, AgentId agent) {
    AgentId self = by.who().scope();
    String name = self == null ? Sender.OWNER_NAME : self.value();
    Draft draft = Draft.from(name).to(Path.agent(agent)).build();
    Message asked =
        new Message(
            new MessageId(SecureBits.next(), SecureBits.next()),
            0,
            draft,
            0,
            0,
            by.senderAs(name).origin(draft),
            0,
            null);
    return new BrainRequest(
        new SessionKey(agent, new SessionId(Session.MAIN)), UUID.randomUUID(), List.of(asked));
  }

  private void requireOwning(Visit by, AgentId agent) {
    AgentId self = by.who().scope();
    if (self != null && !broker.participants().separation().owns(self, agent)) {
      throw new Refused(
          ErrorCode.FORBIDDEN,
          "only whoever '" + agent + "' belongs to may use its tools in its place");
    }
  }
}
