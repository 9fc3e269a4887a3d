package dev.parley.apps.comms;

import dev.parley.apps.calls.Call;
import dev.parley.apps.calls.OpenStream;
import dev.parley.apps.host.RunningApp;
import dev.parley.apps.proto.CommConnectRequest;
import dev.parley.apps.proto.CommRegisterRequest;
import dev.parley.apps.proto.CommSendRequest;
import dev.parley.apps.proto.CommServiceGrpc.CommServiceBlockingStub;
import dev.parley.apps.proto.CommSubscribeRequest;
import dev.parley.apps.proto.CommUnsubscribeRequest;
import dev.parley.apps.proto.Empty;
import dev.parley.comm.CommMessage;
import dev.parley.comm.CommPlugin;
import dev.parley.comm.Condition;
import dev.parley.comm.Configurable;
import dev.parley.comm.MessageHandler;
import dev.parley.comm.SettingsSchema;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.time.Timekeeper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One life of an app that reaches agents elsewhere, as a comm plugin. Any thread. */
final class AppComm implements CommPlugin, Configurable {
  private static final Logger LOG = LoggerFactory.getLogger(AppComm.class);
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration GOODBYE = Duration.ofSeconds(2);
  private static final int CAPABILITIES_MAX = 200;
  private static final Empty NONE = Empty.getDefaultInstance();
  private static final JsonMapper JSON = new JsonMapper();

  private final String name;
  private final String version;
  private final RunningApp app;
  private final CommServiceBlockingStub stub;
  private final Timekeeper time;
  private final Set<String> topics = ConcurrentHashMap.newKeySet();
  private volatile @Nullable CommRegisterRequest registered;
  private volatile MessageHandler handler = _ -> {};
  private volatile Runnable onCondition = () -> {};
  private volatile long since;
  private volatile boolean connected;

  /** Whether the app was asked to connect, and has to be told when that is over. */
  private volatile boolean asked;

  /** Guarded by this. */
  private @Nullable OpenStream<dev.parley.apps.proto.CommMessage> incoming;

  AppComm(
      String name, String version, RunningApp app, CommServiceBlockingStub stub, Timekeeper time) {
    this.name = name;
    this.version = version;
    this.app = app;
    this.stub = stub;
    this.time = time;
  }

  String app() {
    return app.id();
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String version() {
    return version;
  }

  /** With the settings of the app, and not with these. */
  @Override
  public synchronized void connect(Map<String, String> config) {
    disconnect();
    incoming =
        new OpenStream<dev.parley.apps.proto.CommMessage>(
                "the comm app '" + app.id() + "'",
                this::open,
                message -> handler.onMessages(List.of(CommMessages.read(message))),
                time)
            .start();
  }

  private Iterator<dev.parley.apps.proto.CommMessage> open() throws InterruptedException {
    if (!connected) {
      CommConnectRequest request =
          CommConnectRequest.newBuilder().putAllConfig(app.settings()).build();
      asked = true;
      require(call(it -> it.connect(request).getError(), PATIENCE));
      CommRegisterRequest card = registered;
      if (card != null) {
        require(call(it -> it.register(card).getError(), PATIENCE));
      }
      for (String topic : topics) {
        require(subscribed(topic));
      }
      is(true);
    }
    return stub.receive(NONE);
  }

  private String call(Function<CommServiceBlockingStub, String> call, Duration patience)
      throws InterruptedException {
    return Call.of(app.id(), stub, patience, call);
  }

  private static void require(String error) {
    if (!error.isEmpty()) {
      throw new Refused(ErrorCode.CONFLICT, "the app says: " + Call.reason(error));
    }
  }

  /** Its settings are others: perhaps now it can connect. */
  synchronized void again() {
    if (incoming != null && !connected) {
      incoming.again();
    }
  }

  synchronized String problem() {
    return incoming == null ? "" : incoming.problem();
  }

  @Override
  public synchronized void disconnect() {
    OpenStream<dev.parley.apps.proto.CommMessage> before = incoming;
    incoming = null;
    if (before == null) {
      return;
    }
    connected = false;
    before.close();
    is(false); // it may just have come to it
    if (asked) {
      asked = false;
      tried("disconnect", it -> it.deregister(NONE).getError() + it.disconnect(NONE).getError());
    }
  }

  private void is(boolean now) {
    connected = now;
    since = time.millis();
    onCondition.run();
  }

  /** Its settings are the app's. */
  @Override
  public SettingsSchema schema() {
    return SettingsSchema.EMPTY;
  }

  @Override
  public Condition condition() {
    Condition.State state =
        connected
            ? Condition.State.CONNECTED
            : isWanted() ? Condition.State.CONNECTING : Condition.State.DISCONNECTED;
    return new Condition(state, problem(), since);
  }

  private synchronized boolean isWanted() {
    return incoming != null;
  }

  @Override
  public void onCondition(Runnable hook) {
    onCondition = hook;
  }

  @Override
  public boolean isConnected() {
    return connected;
  }

  /** The bridge bounds how many are on their way. */
  @Override
  public CompletableFuture<Void> send(CommMessage message) {
    CompletableFuture<Void> sent = new CompletableFuture<>();
    CommSendRequest request =
        CommSendRequest.newBuilder().setMessage(CommMessages.write(message, time.millis())).build();
    var _ =
        Thread.ofVirtual()
            .name("parley-comm-send")
            .start(
                () -> {
                  try {
                    require(call(it -> it.send(request).getError(), PATIENCE));
                    sent.complete(null);
                  } catch (InterruptedException | RuntimeException e) {
                    sent.completeExceptionally(e);
                  }
                });
    return sent;
  }

  @Override
  public void subscribe(String topic) {
    topics.add(topic);
    if (connected) {
      try {
        require(subscribed(topic));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new Refused(ErrorCode.TIMEOUT, "it was broken off");
      }
    }
  }

  private String subscribed(String topic) throws InterruptedException {
    CommSubscribeRequest request = CommSubscribeRequest.newBuilder().setTopic(topic).build();
    return call(it -> it.subscribe(request).getError(), PATIENCE);
  }

  @Override
  public void unsubscribe(String topic) {
    topics.remove(topic);
    if (connected) {
      tried(
          "unsubscribe",
          it ->
              it.unsubscribe(CommUnsubscribeRequest.newBuilder().setTopic(topic).build())
                  .getError());
    }
  }

  @Override
  public void register(String agentId, byte[] card) {
    CommRegisterRequest request =
        CommRegisterRequest.newBuilder()
            .setAgentId(agentId.isEmpty() ? "parley" : agentId)
            .addAllCapabilities(skills(card))
            .build();
    registered = request;
    if (connected) {
      tried("register", it -> it.register(request).getError());
    }
  }

  private static List<String> skills(byte[] card) {
    List<String> ids = new ArrayList<>();
    try {
      for (JsonNode skill : JSON.readTree(card).path("skills")) {
        String id = skill.path("id").asString("");
        if (!id.isEmpty() && ids.size() < CAPABILITIES_MAX) {
          ids.add(id);
        }
      }
    } catch (JacksonException e) {
      LOG.warn("a card that is no JSON is announced without its skills", e);
    }
    return ids;
  }

  @Override
  public void deregister() {
    registered = null;
    if (connected) {
      tried("deregister", it -> it.deregister(NONE).getError());
    }
  }

  /** What need not come off. */
  private void tried(String what, Function<CommServiceBlockingStub, String> call) {
    try {
      require(call(call, GOODBYE));
    } catch (Refused e) {
      LOG.debug("'{}' did not {}: {}", app.id(), what, e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void setMessageHandler(MessageHandler newHandler) {
    handler = newHandler;
  }
}
