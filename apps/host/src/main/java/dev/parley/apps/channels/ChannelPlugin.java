package dev.parley.apps.channels;

import dev.parley.apps.calls.Call;
import dev.parley.apps.calls.OpenStream;
import dev.parley.apps.host.RunningApp;
import dev.parley.apps.proto.ChannelConnectRequest;
import dev.parley.apps.proto.ChannelSendRequest;
import dev.parley.apps.proto.ChannelSendResponse;
import dev.parley.apps.proto.ChannelServiceGrpc;
import dev.parley.apps.proto.ChannelServiceGrpc.ChannelServiceBlockingStub;
import dev.parley.apps.proto.Empty;
import dev.parley.apps.proto.InboundMessage;
import dev.parley.apps.proto.MessageSender;
import dev.parley.comm.CommMessage;
import dev.parley.comm.CommPlugin;
import dev.parley.comm.MessageHandler;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.time.Timekeeper;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One life of an app that reaches a platform, as the bridge knows plugins. Any thread. */
final class ChannelPlugin implements CommPlugin {
  private static final Logger LOG = LoggerFactory.getLogger(ChannelPlugin.class);
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration GOODBYE = Duration.ofSeconds(2);
  private static final Empty NONE = Empty.getDefaultInstance();

  private final String platform;
  private final RunningApp app;
  private final ChannelServiceBlockingStub stub;
  private final PlatformIds ids;
  private final String agent;
  private final Function<String, MessageSender> senders;
  private final OpenStream<InboundMessage> incoming;
  private volatile MessageHandler handler = _ -> {};
  private volatile Runnable onConnected = () -> {};
  private volatile boolean connected;

  /** Whether the app was asked to connect, and has to be told when that is over. */
  private volatile boolean asked;

  /**
   * @param agent as whom its messages come in
   * @param senders who an agent is to people elsewhere
   */
  ChannelPlugin(
      String platform,
      RunningApp app,
      PlatformIds ids,
      String agent,
      Function<String, MessageSender> senders,
      Timekeeper time) {
    this.platform = platform;
    this.app = app;
    this.stub = ChannelServiceGrpc.newBlockingStub(app.channel());
    this.ids = ids;
    this.agent = agent;
    this.senders = senders;
    this.incoming =
        new OpenStream<>(
            "the channel '" + platform + "' of '" + app.id() + "'", this::open, this::take, time);
  }

  @Override
  public String name() {
    return platform;
  }

  @Override
  public String version() {
    return app.manifest().version();
  }

  /** With the settings of the app, and not with these. */
  @Override
  public void connect(Map<String, String> config) {
    var _ = incoming.start();
  }

  /** Told, on whatever thread, when what waits can be sent. */
  void onConnected(Runnable hook) {
    onConnected = hook;
    if (connected) {
      hook.run();
    }
  }

  /** Its settings are others: perhaps now it can connect. */
  void again() {
    if (!connected) {
      incoming.again();
    }
  }

  String problem() {
    return incoming.problem();
  }

  private Iterator<InboundMessage> open() throws InterruptedException {
    if (!connected) {
      ChannelConnectRequest request =
          ChannelConnectRequest.newBuilder().putAllConfig(app.settings()).build();
      asked = true;
      String error = Call.of(app.id(), stub, PATIENCE, it -> it.connect(request)).getError();
      if (!error.isEmpty()) {
        throw new Refused(ErrorCode.CONFLICT, "it cannot connect: " + Call.reason(error));
      }
      connected = true;
      onConnected.run();
    }
    return stub.receive(NONE);
  }

  private void take(InboundMessage message) throws InterruptedException {
    String topic = Places.topic(platform, message.getChannelId()).orElse(null);
    if (topic == null) {
      LOG.warn(
          "a message from '{}' was dropped: it is no place of '{}'",
          Call.reason(message.getChannelId()),
          platform);
      return;
    }
    handler.onMessages(List.of(Envelopes.read(message, topic, ids.hubId(message.getReplyTo()))));
  }

  @Override
  public boolean isConnected() {
    return connected;
  }

  /** The bridge bounds how many are on their way. */
  @Override
  public CompletableFuture<Void> send(CommMessage message) {
    CompletableFuture<Void> sent = new CompletableFuture<>();
    var _ =
        Thread.ofVirtual()
            .name("parley-channel-send")
            .start(
                () -> {
                  try {
                    sendNow(message);
                    sent.complete(null);
                  } catch (InterruptedException | RuntimeException e) {
                    sent.completeExceptionally(e);
                  }
                });
    return sent;
  }

  private void sendNow(CommMessage message) throws InterruptedException {
    ChannelSendRequest.Builder request =
        Envelopes.write(message)
            .setChannelId(Places.channelId(platform, message.topic()))
            .setSender(senders.apply(message.from()));
    String answered = ids.platformId(message.replyTo(), agent);
    if (!answered.isEmpty()) {
      request.setReplyTo(answered);
    }
    ChannelSendResponse response =
        Call.of(app.id(), stub, PATIENCE, it -> it.send(request.build()));
    if (!response.getError().isEmpty()) {
      throw new Refused(
          ErrorCode.CONFLICT, "'" + platform + "' says: " + Call.reason(response.getError()));
    }
    // What it is called there is worth nothing before it is kept; losing it loses an answer's
    // place.
    boolean _ = ids.keep(message.id(), response.getMessageId()).join();
  }

  @Override
  public void disconnect() {
    connected = false;
    incoming.close();
    connected = false; // it may just have come to it
    if (asked) {
      try {
        var _ = Call.of(app.id(), stub, GOODBYE, it -> it.disconnect(NONE));
      } catch (Refused e) {
        LOG.debug("'{}' was not told to disconnect: {}", app.id(), e.getMessage());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public void setMessageHandler(MessageHandler newHandler) {
    handler = newHandler;
  }

  // Channels hear everything, and nobody is announced there.

  @Override
  public void subscribe(String topic) {}

  @Override
  public void unsubscribe(String topic) {}

  @Override
  public void register(String agentId, byte[] card) {}

  @Override
  public void deregister() {}
}
