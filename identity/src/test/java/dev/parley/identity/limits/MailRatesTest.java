package dev.parley.identity.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.parley.core.address.Path;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Draft;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.Sender;
import dev.parley.testkit.broker.Senders;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** How fast one agent may write to one other, and to many at once. */
class MailRatesTest {
  private static final MessageId ASKED = MessageId.of(1, 2, 3);

  private long now = 7;
  private final RateLimits limits =
      new RateLimits(
          Rates.UNLIMITED.withToOne(new Rate(10, 3)).withToMany(new Rate(1, 2)), () -> now);

  private static Draft.Builder to(String from, String path) {
    return Draft.from(from).to(Path.parse(path)).content("x");
  }

  private void send(String from, String path) {
    limits.onMessage(Senders.agent(from), to(from, path).build());
  }

  private void reply(String from, String path) {
    limits.onMessage(Senders.agent(from), to(from, path).replyTo(ASKED).build());
  }

  private void send(int times, String from, String path) {
    for (int i = 0; i < times; i++) {
      send(from, path);
    }
  }

  private Refused refusal(Runnable action) {
    Refused refused = catchThrowableOfType(Refused.class, action::run);
    assertThat(refused).isNotNull();
    assertThat(refused.code()).isEqualTo(ErrorCode.RATE_LIMITED);
    return refused;
  }

  private void refused(String from, String path) {
    refusal(() -> send(from, path));
  }

  private void pass(long millis) {
    now += TimeUnit.MILLISECONDS.toNanos(millis);
  }

  @Test
  void whoeverFloodsOneInboxIsToldHowLongToWait() {
    send(3, "mallory", "agent/victim");

    Refused why = refusal(() -> send("mallory", "agent/victim"));
    assertThat(why.retryAfter()).hasMillis(100);
    assertThat(why).hasMessage("more than 10 messages a second to one recipient; wait 100 ms");
    pass(100);
    send("mallory", "agent/victim");
    refused("mallory", "agent/victim");
  }

  @Test
  void othersMayWriteToTheSameInboxAndTheSameSenderToOthers() {
    send(3, "mallory", "agent/victim");

    send(3, "ada", "agent/victim");
    send(3, "mallory", "agent/bob");
    refused("mallory", "agent/victim");
  }

  @Test
  void theOwnerAndTheHubAreNotLimited() {
    Sender owner = Senders.ownerAs("ada");
    for (int i = 0; i < 100; i++) {
      limits.onMessage(owner, to("ada", "agent/victim").build());
      limits.onMessage(owner, to("ada", "agent/**").build());
    }
    assertThat(limits.size()).isZero();
  }

  @Test
  void aListCountsForEachWhomItNamesAndIsRefusedAsAWhole() {
    send(3, "mallory", "agent/victim,bob");

    refused("mallory", "agent/victim");
    refused("mallory", "agent/bob");
    refused("mallory", "agent/carol,bob");
    send(3, "mallory", "agent/carol"); // what was refused has cost nothing
  }

  @Test
  void groupsAndWildcardsAreAnnouncementsWithARateOfTheirOwn() {
    send("mallory", "agent/**");
    send("mallory", "group/all");

    assertThat(refusal(() -> send("mallory", "group/others")).retryAfter()).hasMillis(1_000);
    refused("mallory", "**");
    refused("mallory", "feed/*");
    refused("mallory", "agent/bob,#all");
    send(3, "mallory", "agent/bob");
  }

  @Test
  void topicsOfOneFirstWordCountTogether() {
    send("mallory", "feed/a");
    send("mallory", "feed/b/c");
    send("mallory", "feed");

    refused("mallory", "feed/d");
    send(3, "mallory", "agent/feed");
  }

  @Test
  void whoIsAskedMayAnswerHoweverOften() {
    for (int i = 0; i < 50; i++) {
      send("ada", "agent/bob");
      reply("bob", "agent/ada");
      pass(100);
    }
    send(2, "bob", "agent/ada");
    send("ada", "agent/bob");

    assertThatCode(() -> reply("bob", "agent/ada")).doesNotThrowAnyException();
  }

  @Test
  void anAnswerGivesNothingBackSoThatTwoCannotDoWithoutTheLimit() {
    send(3, "mallory", "agent/bot");
    for (int i = 0; i < 3; i++) {
      reply("bot", "agent/mallory");
    }

    refused("mallory", "agent/bot");
  }

  @Test
  void pairsThatHaveBeenQuietAreForgotten() {
    for (int i = 0; i < 20_000; i++) {
      send("mallory", "agent/a" + i);
      pass(1);
    }
    assertThat(limits.size()).isLessThan(5_000);
  }

  @Test
  void aRefusalByOneLimitTakesNothingFromTheOther() {
    var both =
        new RateLimits(
            Rates.UNLIMITED.withMessages(new Rate(1, 2)).withToOne(new Rate(1, 1)), () -> now);
    both.onMessage(Senders.agent("ada"), to("ada", "agent/bob").build());
    for (int i = 0; i < 10; i++) {
      refusal(() -> both.onMessage(Senders.agent("ada"), to("ada", "agent/bob").build()));
    }

    both.onMessage(Senders.agent("ada"), to("ada", "agent/carol").build());
  }
}
