package dev.parley.apps.schedules;

import dev.parley.agents.schedules.Schedules;
import dev.parley.apps.host.Adapter;
import dev.parley.apps.host.RunningApp;
import dev.parley.apps.manifest.Capability;
import dev.parley.comm.bridge.Inbound;
import dev.parley.comm.bridge.Post;
import dev.parley.core.broker.Broker;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.MessageLimit;
import dev.parley.identity.audit.AuditLog;
import org.jspecify.annotations.Nullable;

/** Lets one app keep time, and the hub again when that app is gone. */
public final class ScheduleAdapter implements Adapter {
  private final Broker broker;
  private final AuditLog audit;
  private final MessageLimit limit;
  private final Schedules schedules;
  private final ScheduleTool tool;

  /** Guarded by this. */
  private @Nullable Attached current;

  public ScheduleAdapter(
      Broker broker, AuditLog audit, MessageLimit limit, Schedules schedules, ScheduleTool tool) {
    this.broker = broker;
    this.audit = audit;
    this.limit = limit;
    this.schedules = schedules;
    this.tool = tool;
  }

  @Override
  public synchronized Attachment attach(RunningApp app) {
    if (!app.offers(Capability.Kind.SCHEDULE)) {
      return Attachment.NONE;
    }
    Attached before = current;
    if (before != null && !before.app.equals(app.id())) {
      throw new Refused(
          ErrorCode.CONFLICT, "the app '" + before.app + "' keeps time already; stop it first");
    }
    if (before != null) {
      before.close();
    }
    Post post = Post.ofScheduler(app.id());
    post.enter(broker);
    Attached now = new Attached(app, new Inbound(broker, audit, post, limit));
    current = now;
    schedules.rest(true);
    tool.speakWith(now.keeper);
    return now;
  }

  private final class Attached implements Attachment {
    private final String app;
    private final TimeKeeper keeper;
    private boolean closed;

    Attached(RunningApp app, Inbound inbound) {
      this.app = app.id();
      this.keeper = new TimeKeeper(app, inbound, broker.time());
    }

    @Override
    public void configured() {
      keeper.listen();
    }

    @Override
    public String problem() {
      return keeper.problem();
    }

    @Override
    public void close() {
      synchronized (ScheduleAdapter.this) {
        if (closed) {
          return;
        }
        closed = true;
        keeper.close();
        if (this.equals(current)) {
          current = null;
          tool.speakWith(null);
          schedules.rest(false);
        }
      }
    }
  }
}
