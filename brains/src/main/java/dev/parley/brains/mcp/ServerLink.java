package dev.parley.brains.mcp;

import dev.parley.agents.definitions.Definition.McpServer;
import dev.parley.brains.harness.Withheld;
import dev.parley.core.error.Refused;
import dev.parley.core.time.Timekeeper;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One agent's link to one server: begun when it is first needed, begun anew after it broke, not
 * before a while has passed, and ended when nobody has needed it for long. Any thread; blocks.
 */
final class ServerLink {
  private static final Logger LOG = LoggerFactory.getLogger(ServerLink.class);
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final int DOUBLINGS_MAX = 8;

  private final String name;
  private final McpServer server;
  private final Talks talks;
  private final McpConfig config;
  private final Timekeeper time;
  private final ReentrantLock beginning = new ReentrantLock();
  private final Withheld withheld;

  /** What it had when it was first seen; what is new or has changed since was allowed by nobody. */
  private @Nullable Map<String, String> first;

  private volatile @Nullable Talk talk;
  private Timekeeper.@Nullable Alarm idle;
  private int calls;
  private String lastFailure = "";
  private int failures;
  private long notBefore;
  private volatile boolean closed;

  /** How talks with servers begin. */
  interface Talks {
    Talk begin() throws InterruptedException;
  }

  ServerLink(String name, McpServer server, Talks talks, McpConfig config, Timekeeper time) {
    this.name = name;
    this.server = server;
    this.talks = talks;
    this.config = config;
    this.time = time;
    this.withheld = new Withheld(server.secrets());
  }

  McpServer server() {
    return server;
  }

  Withheld withheld() {
    return withheld;
  }

  /**
   * @throws Refused when they cannot be had now
   */
  List<KnownTool> tools() throws InterruptedException {
    Talk current = current();
    try {
      List<KnownTool> tools = current.tools();
      pin(tools);
      return tools;
    } catch (Refused refused) {
      lost(current, refused);
      throw clean(refused);
    } finally {
      endLater();
    }
  }

  private Refused clean(Refused refused) {
    return new Refused(refused.code(), withheld.hidden(String.valueOf(refused.getMessage())));
  }

  private synchronized void pin(List<KnownTool> tools) {
    if (first == null) {
      Map<String, String> seen = new HashMap<>();
      tools.forEach(tool -> seen.put(tool.name(), tool.fingerprint()));
      first = seen;
    }
  }

  /** Is it used without asking, as far as its definition goes? */
  synchronized boolean isAllowed(KnownTool tool) {
    return server.allows(tool.name())
        && first != null
        && tool.fingerprint().equals(first.get(tool.name()));
  }

  CallToolResult call(KnownTool tool, Map<String, Object> arguments) throws InterruptedException {
    Talk current = current();
    calling(1);
    try {
      return current.call(tool.name(), arguments);
    } catch (Refused refused) {
      lost(current, refused);
      throw clean(refused);
    } finally {
      calling(-1);
      endLater();
    }
  }

  private synchronized void calling(int more) {
    calls += more;
    if (idle != null) {
      idle.cancel();
    }
  }

  private Talk current() throws InterruptedException {
    Talk now = talk;
    if (now != null && !now.isBroken()) {
      return now;
    }
    beginning.lockInterruptibly();
    try {
      now = talk;
      if (now != null && !now.isBroken()) {
        return now;
      }
      long wait = notBefore - time.millis();
      if (closed || wait > 0) {
        throw Talk.unavailable(
            name,
            closed
                ? "it was ended"
                : lastFailure + "; it is tried again in " + (wait + 999) / 1_000 + " s");
      }
      return begun();
    } finally {
      beginning.unlock();
    }
  }

  private Talk begun() throws InterruptedException {
    Talk begun = null;
    try {
      begun = talks.begin();
      begun.begin();
      talk = begun;
      failures = 0;
      if (closed) {
        begun.close();
      }
      return begun;
    } catch (Refused refused) {
      failed(refused);
      throw refused;
    } finally {
      if (begun != null && !begun.equals(talk)) {
        begun.close();
      }
    }
  }

  /** A talk that goes on has only refused something. */
  private void lost(Talk current, Refused why) throws InterruptedException {
    if (current.isBroken()) {
      beginning.lockInterruptibly();
      try {
        if (current.equals(talk)) {
          talk = null;
          failed(why);
        }
      } finally {
        beginning.unlock();
      }
    }
  }

  private void failed(Refused why) {
    lastFailure = withheld.from(String.valueOf(why.getMessage()));
    notBefore =
        time.millis()
            + FIRST_PAUSE.multipliedBy(1L << Math.min(failures++, DOUBLINGS_MAX)).toMillis();
    LOG.warn("{}", lastFailure);
  }

  private synchronized void endLater() {
    if (idle != null) {
      idle.cancel();
    }
    Talk now = talk;
    idle = now == null || calls > 0 ? null : time.after(config.idle(), now::close);
  }

  void close() {
    closed = true;
    Talk now = talk;
    if (now != null) {
      now.close();
    }
    synchronized (this) {
      if (idle != null) {
        idle.cancel();
      }
    }
  }
}
