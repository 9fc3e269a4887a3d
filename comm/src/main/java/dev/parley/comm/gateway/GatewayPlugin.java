package dev.parley.comm.gateway;

import dev.parley.comm.CommMessage;
import dev.parley.comm.CommPlugin;
import dev.parley.comm.Condition;
import dev.parley.comm.Configurable;
import dev.parley.comm.MessageHandler;
import dev.parley.comm.SettingsSchema;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.MessageId;
import dev.parley.core.time.Timekeeper;
import java.net.http.HttpClient;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Joins the loops of another hub. Topics are {@code {loop}/#{channel}}, with the loop's slug, and
 * {@code agent/{bot}}.
 */
public final class GatewayPlugin implements CommPlugin, Configurable {
  public static final String NAME = "gateway";
  private static final String AGENT = "agent/";

  private final Surroundings around;
  private final TokenRenewal renewal;
  private final ToLongFunction<UUID> stored;
  private final HttpClient http =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();
  private volatile MessageHandler handler = _ -> {};
  private volatile Runnable hook = () -> {};
  private volatile byte @Nullable [] card;
  private volatile Condition condition;

  /** What is up, and with what; null when disconnected. */
  private volatile @Nullable Connected connected;

  private record Connected(GatewayConfig config, Rooms rooms, Link link) {}

  /**
   * @param stored the number up to which everything of a conversation is stored here, or 0; never
   *     blocks for long
   */
  public GatewayPlugin(Timekeeper time, TokenRenewal renewal, ToLongFunction<UUID> stored) {
    this(new Surroundings(Dialing.byNetwork(), time, new SecureRandom()), renewal, stored);
  }

  GatewayPlugin(Surroundings around, TokenRenewal renewal, ToLongFunction<UUID> stored) {
    this.around = around;
    this.renewal = renewal;
    this.stored = stored;
    this.condition = new Condition(Condition.State.DISCONNECTED, "", around.time().millis());
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String version() {
    return "1.0.0";
  }

  @Override
  public SettingsSchema schema() {
    return GatewayConfig.SCHEMA;
  }

  @Override
  public Condition condition() {
    return condition;
  }

  @Override
  public void onCondition(Runnable newHook) {
    hook = newHook;
  }

  @Override
  public void setMessageHandler(MessageHandler newHandler) {
    handler = newHandler;
  }

  @Override
  public synchronized void connect(Map<String, String> values) {
    GatewayConfig config = GatewayConfig.of(values);
    disconnect();
    Rooms rooms = new Rooms(stored);
    Link link = new Link(config, rooms, around, renewal, handler, new Told(config));
    connected = new Connected(config, rooms, link);
    link.start();
  }

  @Override
  public synchronized void disconnect() {
    Connected before = connected;
    connected = null;
    if (before != null) {
      before.link.stop();
      become(Condition.State.DISCONNECTED, "");
    }
  }

  @Override
  public boolean isConnected() {
    Connected now = connected;
    return now != null && now.link.session().isPresent();
  }

  private void become(Condition.State state, String reason) {
    Condition before = condition;
    if (before.state() != state || !before.reason().equals(reason)) {
      condition = new Condition(state, reason, around.time().millis());
      hook.run();
    }
  }

  private final class Told implements Link.Hooks {
    private final GatewayConfig config;

    Told(GatewayConfig config) {
      this.config = config;
    }

    @Override
    public void onCondition(Condition.State state, String reason) {
      become(state, reason);
    }

    @Override
    public void onConnected(String token) {
      byte[] known = card;
      if (known != null) {
        Cards.publish(http, config, token, known);
      }
    }
  }

  // ---- talking

  @Override
  public CompletableFuture<Void> send(CommMessage message) {
    try {
      Connected now = requireUp();
      Session session = now.link.session().orElseThrow(GatewayPlugin::notConnected);
      Rooms.Channel channel = now.rooms.channelOn(message.topic()).orElse(null);
      return session.send(
          target(message, channel, session, now.rooms),
          MessageId.parse(message.id()),
          Speech.said(message, channel, now.config.botId()));
    } catch (Refused refused) {
      return CompletableFuture.failedFuture(refused);
    }
  }

  private static UUID target(
      CommMessage message, Rooms.@Nullable Channel channel, Session session, Rooms rooms) {
    CommMessage.Place place = message.place();
    if (place != null) {
      return UUID.fromString(place.conversation());
    }
    if (channel != null) {
      return channel.conversation();
    }
    String topic = message.topic();
    if (topic.startsWith(AGENT)) {
      return bot(topic.substring(AGENT.length()));
    }
    if (!session.isSettled()) {
      throw new Refused(ErrorCode.OVERLOADED, "the other hub has not said yet where it takes part");
    }
    throw noSuchTopic(topic, rooms.topics());
  }

  private static UUID bot(String text) {
    try {
      return UUID.fromString(text);
    } catch (IllegalArgumentException e) {
      throw new Refused(ErrorCode.NOT_FOUND, "'" + text + "' is no id of a bot at the other hub");
    }
  }

  private static Refused noSuchTopic(String topic, List<String> known) {
    List<String> some = known.subList(0, Math.min(known.size(), 20));
    return new Refused(
        ErrorCode.NOT_FOUND,
        "this hub takes part in no '" + topic + "' at the other one; it does in " + some);
  }

  @Override
  public void subscribe(String topic) {
    Connected now = requireUp();
    UUID conversation = conversation(now, topic);
    now.rooms.enter(conversation);
    now.link.session().ifPresent(session -> session.join(conversation));
  }

  @Override
  public void unsubscribe(String topic) {
    Connected now = requireUp();
    UUID conversation = conversation(now, topic);
    now.rooms.leave(conversation);
    now.link.session().ifPresent(session -> session.leave(conversation));
  }

  private Connected requireUp() {
    Connected now = connected;
    if (now == null) {
      throw notConnected();
    }
    return now;
  }

  /** A topic, or the id of a conversation. */
  private static UUID conversation(Connected now, String topic) {
    return now.rooms
        .channelOn(topic)
        .map(Rooms.Channel::conversation)
        .orElseGet(
            () -> {
              try {
                return UUID.fromString(topic);
              } catch (IllegalArgumentException e) {
                throw noSuchTopic(topic, now.rooms.topics());
              }
            });
  }

  private static Refused notConnected() {
    return new Refused(ErrorCode.OVERLOADED, "the other hub is not connected");
  }

  /** The channels of the other hub in which this one takes part, as far as known. */
  public List<String> topics() {
    Connected now = connected;
    return now == null ? List.of() : now.rooms.topics();
  }

  @Override
  public void register(String agentId, byte[] newCard) {
    card = newCard.clone();
    Connected now = connected;
    if (now != null && isConnected()) {
      Cards.publish(http, now.config, now.config.token(), newCard);
    }
  }

  @Override
  public void deregister() {
    card = null;
  }
}
