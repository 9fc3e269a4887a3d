package dev.parley.dashboard.browser.fake;

import static dev.parley.dashboard.browser.fake.FakeMail.JSON;

import java.util.ArrayList;
import tools.jackson.databind.node.ObjectNode;

/** What a test has agents work on. */
public final class FakeDesk {
  private final FakeHub hub;
  private final FakeWork work;

  FakeDesk(FakeHub hub, FakeWork work) {
    this.hub = hub;
    this.work = work;
  }

  /** Somebody gives somebody a task, by a message; its id is the message's. */
  public String task(String from, String to, String title) {
    synchronized (hub) {
      ObjectNode draft = JSON.createObjectNode().put("from", from).put("to", to);
      draft.put("messageType", "task").put("content", title);
      String id = hub.send(draft).get("messageId").asString();
      ObjectNode task = JSON.createObjectNode().put("id", id).put("state", "submitted");
      task.put("from", from).put("title", title).put("messageId", id).put("by", from);
      task.put("createdAt", hub.now()).put("changedAt", hub.now());
      task.putArray("assignees").add(to);
      work.tasks.put(id, task);
      hub.tell("task", task);
      return id;
    }
  }

  /** Somebody says how far it has come. */
  public void moved(String task, String by, String state, String note) {
    synchronized (hub) {
      ObjectNode found = work.tasks.get(task);
      ObjectNode draft = JSON.createObjectNode().put("from", by).put("replyTo", task);
      draft.set("to", found.get("from"));
      draft.put("messageType", "task_status").put("taskId", task).put("taskStatus", state);
      hub.send(draft.put("content", note));
      found.put("state", state).put("by", by).put("note", note).put("changedAt", hub.now());
      hub.tell("task", found);
    }
  }

  public ObjectNode task(String id) {
    synchronized (hub) {
      return work.tasks.get(id);
    }
  }

  public ObjectNode schedule(String agent, String name, String cron, String content) {
    synchronized (hub) {
      ObjectNode made = JSON.createObjectNode().put("agentId", agent).put("name", name);
      made.put("cron", cron).put("zone", "Europe/Berlin").put("path", "agent/" + agent);
      made.put("messageType", "message").put("content", content).put("missed", "skip");
      made.put("enabled", true).put("byOwner", true).put("next", hub.now() + 3_600_000);
      work.schedules.put(agent + "/" + name, made.put("runs", 0).put("createdAt", hub.now()));
      return made;
    }
  }

  /** A schedule has come to something. */
  public void ran(String agent, String name, String outcome, String text) {
    synchronized (hub) {
      work.ran(agent + "/" + name, outcome, text);
    }
  }

  public boolean hasSchedule(String agent, String name) {
    synchronized (hub) {
      return work.schedules.containsKey(agent + "/" + name);
    }
  }

  public void memory(String agent, String layer, String subject, String content) {
    synchronized (hub) {
      var all = work.memories.computeIfAbsent(agent, _ -> new ArrayList<>());
      ObjectNode memory = JSON.createObjectNode().put("id", "memory-" + all.size());
      memory.put("layer", layer).put("content", content);
      if (!subject.isEmpty()) {
        memory.put("subject", subject);
      }
      memory.put("createdAt", hub.now()).put("updatedAt", hub.now() - all.size() * 60_000L);
      all.add(memory.put("times", 2));
    }
  }

  public int memories(String agent) {
    synchronized (hub) {
      return work.memories.get(agent).size();
    }
  }

  /** What an agent may use a day. */
  public void budget(long tokens, long costMicros) {
    synchronized (hub) {
      work.budget = JSON.createObjectNode().put("tokens", tokens).put("costMicros", costMicros);
    }
  }

  /** An agent asks for leave, by a message with this payload. */
  public String ask(String asker, String what, String payload) {
    synchronized (hub) {
      ObjectNode draft = JSON.createObjectNode().put("from", asker).put("to", "developer");
      draft.put("command", "approval.request").put("content", what);
      draft.set("payload", JSON.readTree(payload.replace('\'', '"')));
      String id = hub.send(draft).get("messageId").asString();
      hub.approval(id, asker, "ab12");
      ObjectNode approval = work.approvals.get(id).put("what", what);
      // Of a clock of its own, so that there is time left in the browser's.
      approval.put("expiresAt", System.currentTimeMillis() + 600_000);
      hub.tell("approval", approval);
      return id;
    }
  }

  /** What became of a message, and when. */
  public void waterfall(String message, String json) {
    synchronized (hub) {
      work.waterfalls.put(message, JSON.readTree(json.replace('\'', '"')).asObject());
    }
  }

  /** An agent's program, which writes. */
  public FakeLog program(String agent) {
    return work.logs.computeIfAbsent(agent, _ -> new FakeLog());
  }

  public void lane(String agent, String lane, int running, int runningMax, int waiting) {
    synchronized (hub) {
      ObjectNode all = work.lanes.computeIfAbsent(agent, _ -> JSON.createObjectNode());
      ObjectNode one = all.withArray("/lanes").addObject().put("lane", lane);
      one.put("running", running).put("runningMax", runningMax).put("waiting", waiting);
    }
  }

  public ObjectNode approval(String id) {
    synchronized (hub) {
      return work.approvals.get(id);
    }
  }

  /** Somebody else answers, or time is over. */
  public void decided(String approval, String state, String by) {
    synchronized (hub) {
      ObjectNode found = work.approvals.get(approval).put("state", state);
      if (by != null) {
        found.put("by", by);
      }
      hub.tell("approval", found.put("decidedAt", hub.now()));
    }
  }
}
