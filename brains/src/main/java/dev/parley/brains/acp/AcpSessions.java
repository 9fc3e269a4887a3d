package dev.parley.brains.acp;

import dev.parley.brains.harness.HarnessSetting;
import dev.parley.brains.harness.Harnesses;
import dev.parley.brains.harness.SessionBook;
import dev.parley.core.address.SessionKey;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The sessions of one process: each of an agent's has one of the harness's own. */
final class AcpSessions {
  private static final Logger LOG = LoggerFactory.getLogger(AcpSessions.class);
  private static final int ID_CHARS_MAX = 1_000;

  private final HarnessSetting setting;
  private final Harnesses.Running process;
  private final SessionBook book;
  private final SessionServers servers;
  private final Calls calls;
  private final boolean mayResume;
  private final boolean mayLoad;
  private final Map<SessionKey, String> open = new ConcurrentHashMap<>();
  private final ReentrantLock opening = new ReentrantLock();

  /**
   * @param able what the harness says it can do
   */
  AcpSessions(
      HarnessSetting setting,
      Harnesses.Running process,
      Harnesses harnesses,
      Calls calls,
      JsonNode able) {
    this.setting = setting;
    this.process = process;
    this.book = harnesses.sessions();
    this.servers = new SessionServers(setting, process, harnesses, able);
    this.calls = calls;
    this.mayLoad = able.path("loadSession").asBoolean(false);
    this.mayResume = able.path("sessionCapabilities").has("resume");
  }

  /** The harness's own session for one of the agent's: the one it had, or a new one. */
  String of(SessionKey key) throws InterruptedException, Broken, RpcError {
    String known = open.get(key);
    if (known != null) {
      return known;
    }
    // One after the other: some mix up sessions that are begun at the same time.
    opening.lockInterruptibly();
    try {
      String before = book.find(key, setting.brain()).orElse(null);
      String id = before != null && isOpenAgain(key, before) ? before : begun(key);
      open.put(key, id);
      return id;
    } finally {
      opening.unlock();
    }
  }

  private boolean isOpenAgain(SessionKey key, String id) throws InterruptedException, Broken {
    if (!mayResume && !mayLoad) {
      return false;
    }
    try {
      // Loading tells the whole conversation again; nobody listens to it.
      JsonNode _ =
          calls.call(
              mayResume ? "session/resume" : "session/load", place(key).put("sessionId", id));
      return true;
    } catch (RpcError e) {
      LOG.info(
          "a session of '{}' begins anew: {}",
          setting.brain(),
          process.withheld().from(String.valueOf(e.getMessage())));
      return false;
    }
  }

  private String begun(SessionKey key) throws InterruptedException, Broken, RpcError {
    String id = calls.call("session/new", place(key)).path("sessionId").asString("");
    if (id.isEmpty() || id.length() > ID_CHARS_MAX) {
      throw calls.broken("it has begun no session");
    }
    // Before the first prompt: what a hub that dies then has begun, the next one goes on with.
    book.put(key, setting.brain(), id);
    return id;
  }

  private ObjectNode place(SessionKey key) {
    ObjectNode params = JsonNodeFactory.instance.objectNode();
    params.put("cwd", process.directory().toString());
    params.set("mcpServers", servers.of(key));
    if (!process.outfit().meta().isEmpty()) {
      params.set("_meta", process.outfit().meta());
    }
    return params;
  }
}
