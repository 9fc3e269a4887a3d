package dev.parley.comm.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.parley.client.socket.ConnectionClosed;
import dev.parley.comm.CommMessage;
import dev.parley.comm.Condition.State;
import dev.parley.core.time.Timekeeper;
import dev.parley.testkit.time.ManualTime;
import dev.parley.wire.gateway.FrameType;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Reconnecting, on a clock that the test moves. */
@Timeout(60)
class LinkTest {
  private static final String BOT = "7c9e6679-7425-40de-944b-e07fc1f90ae7";
  private static final Map<String, String> CONFIG =
      Map.of("gateway", "ws://hub.test/ws", "bot_id", BOT, "token", "t1");

  private final ManualTime clock = new ManualTime(1_000_000);
  private final List<Duration> waits = new CopyOnWriteArrayList<>();
  private final FakeGateway hub = new FakeGateway();
  private final Deque<Object> renewals = new ArrayDeque<>();
  private final List<String> refused = new CopyOnWriteArrayList<>();
  private final List<CommMessage> heard = new CopyOnWriteArrayList<>();
  private double chance = 0.5;
  private final GatewayPlugin plugin =
      new GatewayPlugin(
          new Surroundings(hub, new Noting(), (Half) () -> chance), new Renewals(), _ -> 0);

  /** Only what a wait is multiplied with. */
  private interface Half extends RandomGenerator {
    @Override
    double nextDouble();

    @Override
    default long nextLong() {
      return 0;
    }
  }

  /** Pauses of the link, without the limit of an attempt and the pings. */
  private final class Noting implements Timekeeper {
    @Override
    public long millis() {
      return clock.millis();
    }

    @Override
    public Alarm after(Duration delay, Runnable action) {
      if (!delay.equals(Link.ATTEMPT_MAX) && !delay.equals(Duration.ofSeconds(15))) {
        waits.add(delay);
      }
      return clock.after(delay, action);
    }
  }

  private final class Renewals implements TokenRenewal {
    @Override
    public Optional<String> renewed(String token) throws IOException {
      refused.add(token);
      return switch (renewals.poll()) {
        case null -> Optional.empty();
        case IOException e -> throw e;
        case Object next -> Optional.of(next.toString());
      };
    }
  }

  private void connect() {
    plugin.setMessageHandler(heard::addAll);
    plugin.connect(CONFIG);
  }

  private FakeGateway.Line connected() {
    connect();
    return accepted("t1");
  }

  private FakeGateway.Line accepted(String token) {
    FakeGateway.Line line = hub.dialled();
    assertThat(line.next().text("token")).isEqualTo(token);
    line.accept();
    awaitState(State.CONNECTED);
    return line;
  }

  private void awaitState(State state) {
    await().until(() -> plugin.condition().state() == state);
  }

  /** Waits until the link has set its n-th pause, and lets it pass. */
  private Duration pass(int n) {
    await().until(() -> waits.size() >= n);
    Duration wait = waits.get(n - 1);
    clock.advance(wait);
    return wait;
  }

  @AfterEach
  void end() {
    plugin.disconnect();
  }

  @Test
  void saysWhoItIsAndAsksForReceipts() {
    connect();

    FakeGateway.Line.Said said = hub.dialled().next();

    assertThat(said.frame().type()).isEqualTo(FrameType.CONNECT);
    assertThat(said.text("botId")).isEqualTo(BOT);
    assertThat(said.text("token")).isEqualTo("t1");
    assertThat(said.json().path("receipts").asBoolean()).isTrue();
  }

  @Test
  void waitsDoubleFromATenthOfASecondToTenMinutesAndGoOnForEver() {
    hub.unreachable = true;
    connect();

    List<Long> millis = new ArrayList<>();
    for (int n = 1; n <= 16; n++) {
      millis.add(pass(n).toMillis());
    }

    assertThat(millis)
        .containsExactly(
            100L, 200L, 400L, 800L, 1_600L, 3_200L, 6_400L, 12_800L, 25_600L, 51_200L, 102_400L,
            204_800L, 409_600L, 600_000L, 600_000L, 600_000L);
    assertThat(plugin.condition().state()).isEqualTo(State.CONNECTING);
    assertThat(plugin.condition().reason()).contains("connection refused");
  }

  @Test
  void aWaitIsAQuarterShorterAtMost() {
    chance = 0;
    hub.unreachable = true;
    connect();

    assertThat(pass(1)).isEqualTo(Duration.ofMillis(75));
  }

  @Test
  void aWaitIsAQuarterLongerAtMost() {
    chance = Math.nextDown(1.0);
    hub.unreachable = true;
    connect();

    assertThat(pass(1)).isBetween(Duration.ofNanos(124_999_000), Duration.ofMillis(125));
  }

  @Test
  void anAttemptMayTakeTenSeconds() {
    hub.hangs = true;
    connect();
    assertThat(hub.attempt()).isEqualTo("ws://hub.test/ws");
    await().until(() -> clock.alarms() == 1);

    clock.advance(Duration.ofSeconds(10));
    hub.hangs = false;
    pass(1);

    accepted("t1");
  }

  @Test
  void aServerThatNeverAnswersTheConnectIsGivenUpAfterTenSeconds() {
    connect();
    FakeGateway.Line silent = hub.dialled();
    silent.next();
    await().until(() -> clock.alarms() == 1);

    clock.advance(Duration.ofSeconds(10));

    await().until(() -> waits.size() == 1);
    assertThat(plugin.condition().reason()).contains("10 s");
  }

  @Test
  void afterASuccessTheWaitsBeginAnew() {
    hub.unreachable = true;
    connect();
    pass(1);
    pass(2);
    await().until(() -> waits.size() == 3);
    hub.unreachable = false;
    clock.advance(waits.get(2));
    FakeGateway.Line line = accepted("t1");

    line.hangUp();

    assertThat(pass(4)).isEqualTo(Duration.ofMillis(100));
  }

  @Test
  void aRefusedTokenIsRenewedOnceAndTheNewOneUsedAtOnce() {
    renewals.add("t2");
    connect();
    FakeGateway.Line first = hub.dialled();
    first.next();

    first.deny("401 token expired");

    accepted("t2");
    assertThat(refused).containsExactly("t1");
    assertThat(waits).isEmpty();
  }

  @Test
  void whenTheRenewedTokenIsRefusedTooItStopsForGood() {
    renewals.add("t2");
    renewals.add("t3");
    connect();
    FakeGateway.Line first = hub.dialled();
    first.deny("401 token expired");
    FakeGateway.Line second = hub.dialled();

    second.deny("401 token expired");

    awaitState(State.AUTH_DEAD);
    assertThat(plugin.condition().reason()).isEqualTo("401 token expired");
    assertThat(refused).containsExactly("t1");
    assertThat(plugin.isConnected()).isFalse();
    clock.advance(Duration.ofDays(1));
    assertThat(hub.attemptsSoFar()).isEqualTo(2);
  }

  @Test
  void withoutAnotherTokenItStopsAtOnce() {
    connect();

    hub.dialled().deny("401 invalid token");

    awaitState(State.AUTH_DEAD);
    assertThat(plugin.condition().reason()).isEqualTo("401 invalid token");
  }

  @Test
  void whenNobodyRenewsTokensRightNowThatIsTroubleOfTheNetwork() {
    renewals.add(new IOException("no route"));
    renewals.add("t2");
    connect();
    hub.dialled().deny("401 token expired");

    assertThat(pass(1)).isEqualTo(Duration.ofMillis(100));
    hub.dialled().deny("401 token expired");

    accepted("t2");
  }

  @Test
  void newCredentialsWakeTheDead() {
    connect();
    hub.dialled().deny("401 invalid token");
    awaitState(State.AUTH_DEAD);

    plugin.connect(Map.of("gateway", "ws://hub.test/ws", "bot_id", BOT, "token", "fresh"));

    accepted("fresh");
  }

  @Test
  void aTokenMayBeRenewedAgainAfterASuccess() {
    renewals.add("t2");
    renewals.add("t3");
    connect();
    hub.dialled().deny("401 token expired");
    FakeGateway.Line line = accepted("t2");
    line.hangUp();
    pass(1);

    hub.dialled().deny("401 token expired");

    accepted("t3");
  }

  @Test
  void twoWhoAreTheSameBotDoNotThrowEachOtherOutWithoutAPause() {
    FakeGateway.Line line = connected();
    line.hangUp(new ConnectionClosed(4001, "replaced"));
    assertThat(pass(1)).isEqualTo(Duration.ofMillis(100));
    line = accepted("t1");

    line.hangUp(new ConnectionClosed(4001, "replaced"));

    assertThat(pass(2)).isEqualTo(Duration.ofMillis(200));
  }

  @Test
  void disconnectingEndsAWaitAtOnce() {
    hub.unreachable = true;
    connect();
    await().until(() -> waits.size() == 1);

    plugin.disconnect();

    assertThat(plugin.condition().state()).isEqualTo(State.DISCONNECTED);
    assertThat(clock.alarms()).isZero();
  }

  @Test
  void anAnswerThatIsNoneIsTroubleOfTheNetworkNotOfTheToken() {
    connect();

    hub.dialled().tell(FrameType.PRESENCE, "{}");

    await().until(() -> waits.size() == 1);
    assertThat(plugin.condition().state()).isEqualTo(State.CONNECTING);
  }
}
