package dev.parley.apps.channels;

import dev.parley.apps.calls.Call;
import dev.parley.apps.host.Adapter;
import dev.parley.apps.host.RunningApp;
import dev.parley.apps.manifest.Capability;
import dev.parley.apps.proto.ChannelServiceGrpc;
import dev.parley.apps.proto.Empty;
import dev.parley.apps.proto.MessageSender;
import dev.parley.comm.bridge.Inbound;
import dev.parley.comm.bridge.Outbound;
import dev.parley.comm.bridge.Post;
import dev.parley.core.broker.Broker;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.MessageLimit;
import dev.parley.identity.audit.AuditLog;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Has agents and the people of another platform talk while the app between them runs. */
public final class ChannelAdapter implements Adapter {
  private static final Logger LOG = LoggerFactory.getLogger(ChannelAdapter.class);
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final Pattern PLATFORM = Pattern.compile("[a-z][a-z0-9_-]{0,31}");

  /** What paths of the hub's own begin with. */
  private static final Set<String> TAKEN =
      Set.of("agent", "session", "group", "loop", "task", "comm", "broadcast");

  private static final int IDS_MAX = 10_000;

  private final Broker broker;
  private final AuditLog audit;
  private final MessageLimit limit;
  private final Function<String, MessageSender> senders;
  private final Map<String, Attached> attached = new ConcurrentHashMap<>();

  /**
   * @param senders who an agent is to people elsewhere
   */
  public ChannelAdapter(
      Broker broker, AuditLog audit, MessageLimit limit, Function<String, MessageSender> senders) {
    this.broker = broker;
    this.audit = audit;
    this.limit = limit;
    this.senders = senders;
  }

  @Override
  public Attachment attach(RunningApp app) throws InterruptedException {
    if (!app.offers(Capability.Kind.CHANNEL)) {
      return Attachment.NONE;
    }
    String platform =
        Call.of(
            app.id(),
            ChannelServiceGrpc.newBlockingStub(app.channel()),
            PATIENCE,
            stub -> stub.iD(Empty.getDefaultInstance()).getId());
    if (!PLATFORM.matcher(platform).matches() || TAKEN.contains(platform)) {
      throw new Refused(
          ErrorCode.BAD_REQUEST,
          "'" + Call.reason(platform) + "' cannot be the name of a channel of '" + app.id() + "'");
    }
    Post post = Post.ofChannel(platform);
    ChannelPlugin plugin =
        new ChannelPlugin(
            platform,
            app,
            new PlatformIds(broker, platform, IDS_MAX),
            post.agent().value(),
            senders,
            broker.time());
    plugin.setMessageHandler(new Inbound(broker, audit, post, limit));
    return take(new Attached(app.id(), post, plugin));
  }

  /** A new life of the same app takes the place of the one before. */
  private Attached take(Attached now) {
    Attached there = attached.get(now.post.plugin());
    if (there != null && !there.app.equals(now.app)) {
      throw new Refused(
          ErrorCode.CONFLICT,
          "the app '" + there.app + "' is the channel '" + now.post.plugin() + "' already");
    }
    if (there != null) {
      there.close();
    }
    if (attached.putIfAbsent(now.post.plugin(), now) != null) {
      throw new Refused(
          ErrorCode.CONFLICT, "another app is the channel '" + now.post.plugin() + "' already");
    }
    return now;
  }

  private final class Attached implements Attachment {
    private final String app;
    private final Post post;
    private final ChannelPlugin plugin;
    private @Nullable Outbound outbound;
    private boolean closed;

    Attached(String app, Post post, ChannelPlugin plugin) {
      this.app = app;
      this.post = post;
      this.plugin = plugin;
    }

    @Override
    public synchronized void configured() {
      if (closed || outbound != null) {
        return;
      }
      try {
        post.open(broker);
      } catch (Refused e) {
        LOG.warn("the channel '{}' of '{}' is not open: {}", post.plugin(), app, e.getMessage());
        return;
      }
      plugin.connect(Map.of());
      Outbound sending = new Outbound(broker, post, plugin).start();
      outbound = sending;
      plugin.onConnected(sending::knock);
    }

    @Override
    public void settingsChanged() {
      plugin.again();
    }

    @Override
    public String problem() {
      return plugin.problem();
    }

    /** What is sent there meanwhile waits in the inbox until the app is back. */
    @Override
    public synchronized void close() {
      if (!closed) {
        closed = true;
        if (outbound != null) {
          outbound.close();
          plugin.disconnect();
        }
        attached.remove(post.plugin(), this);
      }
    }
  }
}
