package dev.parley.comm.service;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.comm.CommPlugin;
import dev.parley.comm.CommPlugins;
import dev.parley.comm.Condition;
import dev.parley.comm.Configurable;
import dev.parley.comm.SettingsSchema;
import dev.parley.comm.bridge.Inbound;
import dev.parley.comm.bridge.Outbound;
import dev.parley.comm.bridge.Post;
import dev.parley.comm.gateway.GatewayConfig;
import dev.parley.comm.gateway.GatewayPlugin;
import dev.parley.comm.oauth.RemoteLogin;
import dev.parley.comm.settings.CommSettings;
import dev.parley.comm.settings.Value;
import dev.parley.core.broker.Broker;
import dev.parley.core.error.Refused;
import dev.parley.core.message.MessageLimit;
import dev.parley.core.time.Timekeeper;
import dev.parley.identity.audit.AuditLog;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Has the right plugin run, and changes it while the hub runs. Any thread. */
public final class CommService implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CommService.class);
  private static final Duration LOOK_EVERY = Duration.ofSeconds(5);
  private static final Duration CLOSING_MAX = Duration.ofSeconds(10);

  private final Broker broker;
  private final AuditLog audit;
  private final Timekeeper time;
  private final CommSettings settings;
  private final CommPlugins plugins = new CommPlugins();
  private final Turn turn;
  private final Semaphore knocks = new Semaphore(1);
  private final List<Runnable> hooks = new CopyOnWriteArrayList<>();
  private final Thread steward = Thread.ofVirtual().name("parley-comm").unstarted(this::run);
  private final RemoteLogin login;
  private volatile String problem = "";

  /** What runs; the steward's. */
  private @Nullable Running running;

  private record Wanted(String plugin, Map<String, String> config, String revision) {}

  private record Running(Wanted wanted, Outbound outbound) {}

  public CommService(Broker broker, AuditLog audit, Timekeeper time, CommSettings settings) {
    this.broker = broker;
    this.audit = audit;
    this.time = time;
    this.settings = settings;
    this.turn = new Turn(broker, time, this::knock);
    this.login = new RemoteLogin(settings, this::apiServer, time);
    settings.onChange(this::knock);
  }

  /**
   * Takes a plugin in, also while it runs.
   *
   * @throws IllegalArgumentException when there is one of this name
   */
  public CommService with(CommPlugin plugin, MessageLimit limit) {
    plugin.setMessageHandler(new Inbound(broker, audit, Post.of(plugin.name()), limit));
    if (plugin instanceof Configurable configurable) {
      configurable.onCondition(this::knock);
    }
    plugins.register(plugin);
    knock();
    return this;
  }

  /**
   * Forgets a plugin that is there no more and has disconnected. What is sent to it waits until it
   * comes again.
   */
  public void without(CommPlugin plugin) {
    plugins.unregister(plugin);
    knock();
  }

  public CommService start() {
    turn.start();
    steward.start();
    return this;
  }

  /** The owner's account at another hub. */
  public RemoteLogin login() {
    return login;
  }

  private Optional<String> apiServer() {
    Value value =
        settings.values(GatewayPlugin.NAME, GatewayConfig.SCHEMA).get(GatewayConfig.API_SERVER);
    return Optional.ofNullable(value).map(Value::text);
  }

  /** Told, on the steward's thread, when what {@link #status} says may be different. */
  public void onChange(Runnable hook) {
    hooks.add(hook);
  }

  private void knock() {
    knocks.drainPermits();
    knocks.release();
  }

  // ---- the steward

  private void run() {
    try {
      while (true) {
        steer();
        hooks.forEach(Runnable::run);
        var _ = knocks.tryAcquire(LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS);
        knocks.drainPermits();
      }
    } catch (InterruptedException e) {
      stopRunning();
    }
  }

  private void steer() {
    try {
      Wanted wanted = settings.isEnabled() ? wanted() : null;
      if (wanted != null) {
        Post.of(wanted.plugin).open(broker);
      }
      for (CommPlugin each : plugins.all()) {
        if (wanted == null || !each.name().equals(wanted.plugin)) {
          Post.of(each.name()).close(broker);
        }
      }
      Wanted here = turn.isHeld() ? wanted : null;
      Running now = running;
      if (now == null ? here != null : !now.wanted.equals(here)) {
        stopRunning();
        if (here != null) {
          startRunning(here);
        }
      } else if (now != null) {
        now.outbound.knock();
      }
      if (here != null || wanted == null) {
        problem = "";
      }
    } catch (Refused | CompletionException e) {
      onProblem(Refused.of(e));
    }
  }

  private void onProblem(Refused why) {
    String text = String.valueOf(why.getMessage());
    if (!text.equals(problem)) {
      problem = text;
      LOG.warn("the comm plugin cannot run: {}", text);
    }
    stopRunning();
  }

  private Wanted wanted() {
    String name = settings.plugin();
    SettingsSchema schema = schema(plugins.require(name));
    settings.ensureBotId(name, schema);
    Map<String, String> config = new HashMap<>();
    settings
        .values(name, schema)
        .forEach(
            (key, value) -> {
              // Tokens of a login come and go without anybody having to connect anew.
              config.put(
                  key,
                  value.source() == Value.Source.LOGIN && key.equals(GatewayConfig.TOKEN)
                      ? CommSettings.OF_LOGIN
                      : value.text());
            });
    return new Wanted(name, Map.copyOf(config), settings.revision());
  }

  private static SettingsSchema schema(CommPlugin plugin) {
    return plugin instanceof Configurable configurable
        ? configurable.schema()
        : SettingsSchema.EMPTY;
  }

  private void startRunning(Wanted wanted) {
    CommPlugin plugin = plugins.require(wanted.plugin);
    plugin.register(wanted.config.getOrDefault(GatewayConfig.BOT_ID, ""), CARD);
    plugins.setActive(wanted.plugin, wanted.config);
    running = new Running(wanted, new Outbound(broker, Post.of(wanted.plugin), plugin).start());
  }

  private void stopRunning() {
    Running before = running;
    running = null;
    if (before != null) {
      before.outbound.close();
      plugins.deactivate();
    }
  }

  private static final byte[] CARD =
      ("{\"name\":\"Parley\",\"description\":\"A hub of"
              + " agents\",\"preferredTransport\":\"gateway\","
              + "\"protocolVersion\":\"1.0\",\"defaultInputModes\":[\"text/plain\"],"
              + "\"defaultOutputModes\":[\"text/plain\"],\"capabilities\":{},\"skills\":[]}")
          .getBytes(UTF_8);

  // ---- for everybody

  public CommStatus status() {
    String name = settings.plugin();
    CommPlugin chosen =
        plugins.all().stream().filter(p -> p.name().equals(name)).findAny().orElse(null);
    return new CommStatus(
        settings.isEnabled(),
        name,
        turn.isHeld(),
        condition(chosen),
        problem,
        chosen instanceof GatewayPlugin gateway ? gateway.topics() : List.of(),
        plugins.all().stream()
            .map(
                each ->
                    new CommStatus.Plugin(
                        each.name(),
                        each.version(),
                        schema(each),
                        settings.values(each.name(), schema(each))))
            .toList(),
        settings.auth(GatewayPlugin.NAME));
  }

  private Condition condition(@Nullable CommPlugin plugin) {
    if (plugin instanceof Configurable configurable) {
      return configurable.condition();
    }
    boolean connected = plugin != null && plugin.isConnected();
    return new Condition(
        connected ? Condition.State.CONNECTED : Condition.State.DISCONNECTED, "", time.millis());
  }

  /**
   * Changes settings; the plugin follows.
   *
   * @throws Refused when something is unknown or no good; then nothing is changed
   */
  public CompletableFuture<Boolean> change(CommSettings.Change change) {
    String of = change.plugin() == null ? settings.plugin() : change.plugin();
    return settings.change(of, schema(plugins.require(of)), change);
  }

  @Override
  public void close() {
    steward.interrupt();
    try {
      var _ = steward.join(CLOSING_MAX);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    turn.close();
    plugins.close();
  }
}
