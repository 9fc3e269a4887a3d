package dev.parley.apps.comms;

import dev.parley.apps.calls.Call;
import dev.parley.apps.host.Adapter;
import dev.parley.apps.host.RunningApp;
import dev.parley.apps.manifest.Capability;
import dev.parley.apps.proto.CommServiceGrpc;
import dev.parley.apps.proto.CommServiceGrpc.CommServiceBlockingStub;
import dev.parley.apps.proto.Empty;
import dev.parley.comm.service.CommService;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.MessageLimit;
import dev.parley.core.time.Timekeeper;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/** Makes an app a comm plugin while it runs. */
public final class CommAdapter implements Adapter {
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9]{0,31}");

  private final CommService comm;
  private final MessageLimit limit;
  private final Timekeeper time;
  private final Map<String, Attached> attached = new ConcurrentHashMap<>();

  public CommAdapter(CommService comm, MessageLimit limit, Timekeeper time) {
    this.comm = comm;
    this.limit = limit;
    this.time = time;
  }

  @Override
  public Attachment attach(RunningApp app) throws InterruptedException {
    if (!app.offers(Capability.Kind.COMM)) {
      return Attachment.NONE;
    }
    CommServiceBlockingStub stub = CommServiceGrpc.newBlockingStub(app.channel());
    Empty none = Empty.getDefaultInstance();
    String name = Call.of(app.id(), stub, PATIENCE, it -> it.name(none).getName());
    String version = Call.of(app.id(), stub, PATIENCE, it -> it.version(none).getVersion());
    if (!NAME.matcher(name).matches()) {
      throw new Refused(
          ErrorCode.BAD_REQUEST,
          "'" + Call.reason(name) + "' cannot be the name of a comm plugin of '" + app.id() + "'");
    }
    return new Attached(new AppComm(name, Call.reason(version), app, stub, time));
  }

  private final class Attached implements Attachment {
    private final AppComm plugin;
    private boolean closed;

    /** A new life of the same app takes the place of the one before. */
    Attached(AppComm plugin) {
      this.plugin = plugin;
      Attached before = attached.get(plugin.name());
      if (before != null && before.plugin.app().equals(plugin.app())) {
        before.close();
      }
      try {
        CommService _ = comm.with(plugin, limit);
      } catch (IllegalArgumentException e) {
        throw new Refused(ErrorCode.CONFLICT, String.valueOf(e.getMessage()));
      }
      attached.put(plugin.name(), this);
    }

    @Override
    public void settingsChanged() {
      plugin.again();
    }

    @Override
    public String problem() {
      return plugin.problem();
    }

    @Override
    public synchronized void close() {
      if (!closed) {
        closed = true;
        boolean _ = attached.remove(plugin.name(), this);
        plugin.disconnect();
        comm.without(plugin);
      }
    }
  }
}
