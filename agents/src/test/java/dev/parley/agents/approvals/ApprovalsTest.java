package dev.parley.agents.approvals;

import static dev.parley.agents.approvals.ApprovalHub.OWNER;
import static dev.parley.agents.approvals.ApprovalHub.done;
import static dev.parley.agents.approvals.ApprovalHub.of;
import static dev.parley.agents.approvals.ApprovalHub.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.parley.agents.approvals.ApprovalPolicy.Rule;
import dev.parley.agents.brain.Permissions;
import dev.parley.core.address.AgentId;
import dev.parley.core.address.SessionKey;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.stores.rocksdb.RocksConfig;
import dev.parley.stores.rocksdb.RocksStore;
import dev.parley.testkit.time.ManualTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** APR-1: whoever was asked answers, once, and about exactly what was asked. */
@Timeout(120)
class ApprovalsTest {
  @TempDir Path directory;
  private final ManualTime time = new ManualTime(1_800_000_000_000L);

  private ApprovalHub hub() {
    return new ApprovalHub(
        RocksStore.open(directory.resolve("store"), RocksConfig.DEFAULT.unsynced()), time);
  }

  private static void assertRefused(ErrorCode code, ThrowingCallable what) {
    assertThatThrownBy(what)
        .satisfies(thrown -> assertThat(Refused.of(thrown).code()).isEqualTo(code));
  }

  @Test
  void aPersonSaysYesInAReplyOverAnyDoor() {
    try (ApprovalHub hub = hub().having("ada")) {
      String id = hub.ask("ada", "developer");
      CompletableFuture<Approval> waiting = hub.approvals.decided(of("ada"), id);
      hub.reply("developer", "ada", id, "what does it do?");
      hub.reply("developer", "ada", id, "yes, but not today");
      assertThat(waiting).isNotDone();

      hub.reply("developer", "ada", id, "Yes.");
      Approval decided = done(waiting);
      assertThat(decided.state()).isEqualTo(Approval.State.ALLOWED);
      assertThat(decided.by()).isEqualTo("developer");
      assertThat(decided.door()).isEqualTo("rest");
      assertThat(decided.at()).isEqualTo(time.millis());
      assertThat(decided.sha256())
          .isEqualTo(
              Approvals.sha256("{\"tool\":\"shell\",\"line\":\"git branch -D x\"}".getBytes()));
    }
  }

  @Test
  void theFirstAnswerCounts() {
    try (ApprovalHub hub = hub().having("ada", "bob", "carol")) {
      String id = hub.ask("ada", "bob,carol");
      assertThat(done(hub.approvals.answer(of("bob"), id, false, null, "too risky")).reason())
          .isEqualTo("too risky");
      assertRefused(
          ErrorCode.CONFLICT, () -> done(hub.approvals.answer(of("carol"), id, true, null, "")));
      assertRefused(ErrorCode.CONFLICT, () -> hub.reply("developer", "ada", id, "yes"));
      assertThat(hub.approval(id).state()).isEqualTo(Approval.State.DENIED);
      assertThat(hub.commands("ada")).containsExactly("approval.deny");
    }
  }

  @Test
  void onlyThoseWhoWereAskedAnswerAndNobodyItself() {
    try (ApprovalHub hub = hub().having("ada", "bob", "mallory")) {
      String id = hub.ask("ada", "bob");
      assertRefused(
          ErrorCode.NOT_FOUND, () -> done(hub.approvals.answer(of("mallory"), id, true, null, "")));
      assertRefused(
          ErrorCode.FORBIDDEN, () -> done(hub.approvals.answer(of("ada"), id, true, null, "")));
      assertRefused(
          ErrorCode.FORBIDDEN,
          () ->
              hub.send(
                  request("mallory", "ada")
                      .command(Answer.ALLOW)
                      .replyTo(dev.parley.core.message.MessageId.parse(id))));
      hub.reply("mallory", "ada", id, "yes");
      hub.reply("ada", "bob", id, "yes");
      assertThat(hub.approval(id).isOpen()).isTrue();
      assertRefused(ErrorCode.BAD_REQUEST, () -> hub.ask("ada", "ada"));
      assertRefused(ErrorCode.BAD_REQUEST, () -> hub.ask("ada", "ada,bob"));
      assertThat(hub.approvals.list(of("mallory"), false, null, 10)).isEmpty();
      assertThat(hub.approvals.list(of("bob"), true, null, 10)).hasSize(1);
    }
  }

  @Test
  void anAnswerAboutSomethingElseIsRefused() {
    try (ApprovalHub hub = hub().having("ada", "bob")) {
      String id = hub.ask("ada", "bob");
      String other = Approvals.sha256("{\"tool\":\"shell\",\"line\":\"ls\"}".getBytes());
      assertRefused(
          ErrorCode.CONFLICT, () -> done(hub.approvals.answer(of("bob"), id, true, other, "")));
      assertRefused(
          ErrorCode.BAD_REQUEST,
          () -> done(hub.approvals.answer(of("bob"), id, true, "no hash", "")));
      String right = hub.approval(id).sha256();
      assertThat(done(hub.approvals.answer(of("bob"), id, true, right, "")).state())
          .isEqualTo(Approval.State.ALLOWED);
    }
  }

  @Test
  void noAnswerMeansNoAlsoAcrossARestart() {
    String id;
    try (ApprovalHub hub = hub().having("ada")) {
      id = hub.ask("ada", "developer");
      time.advance(Duration.ofMinutes(9));
    }
    try (ApprovalHub hub = hub()) {
      assertThat(hub.approval(id).isOpen()).isTrue();
      CompletableFuture<Approval> waiting = hub.approvals.decided(of("ada"), id);
      time.advance(Duration.ofMinutes(2));
      assertThat(done(waiting).state()).isEqualTo(Approval.State.EXPIRED);
      assertThat(hub.commands("ada")).containsExactly("approval.expired");
      assertRefused(
          ErrorCode.CONFLICT, () -> done(hub.approvals.answer(OWNER, id, true, null, "")));
    }
    try (ApprovalHub hub = hub()) {
      time.advance(Duration.ofDays(1));
      assertThat(hub.approval(id).state()).isEqualTo(Approval.State.EXPIRED);
      assertThat(hub.commands("ada")).containsExactly("approval.expired");
    }
  }

  @Test
  void anAgentCannotOpenAnyNumber() {
    try (ApprovalHub hub = hub().having("ada")) {
      for (int i = 0; i < Approvals.OPEN_PER_ASKER_MAX; i++) {
        hub.ask("ada", "developer");
      }
      assertRefused(ErrorCode.OVERLOADED, () -> hub.ask("ada", "developer"));
      assertRefused(
          ErrorCode.BAD_REQUEST,
          () -> hub.send(request("ada", "developer").ttlMillis(Duration.ofDays(8).toMillis())));
    }
  }

  @Test
  void aBrainAsksAndATurnThatIsMadeAgainFindsTheAnswer() throws Exception {
    UUID turn = UUID.randomUUID();
    Permissions.Request wanted =
        new Permissions.Request(
            SessionKey.parse("ada/main"), turn, "rm", false, "delete it", "{\"tool\":\"rm\"}");
    try (ApprovalHub hub = hub().having("ada")) {
      Permissions permissions =
          new AskingPermissions(hub.broker, hub.approvals, ApprovalPolicy.DEFAULT);
      Thread dies = Thread.startVirtualThread(() -> asked(permissions, wanted));
      await().until(() -> hub.approvals.list(OWNER, true, null, 10).size() == 1);
      dies.interrupt();
      dies.join();
    }
    try (ApprovalHub hub = hub()) {
      String id = hub.approvals.list(OWNER, true, null, 10).getFirst().id();
      Permissions permissions =
          new AskingPermissions(hub.broker, hub.approvals, ApprovalPolicy.DEFAULT);
      CompletableFuture<Permissions.Answer> answer =
          CompletableFuture.supplyAsync(() -> asked(permissions, wanted));
      done(hub.approvals.answer(OWNER, id, true, null, "go ahead"));
      assertThat(done(answer).allowed()).isTrue();
      assertThat(done(answer).reason()).isEqualTo("allowed by developer: go ahead");
      assertThat(hub.approvals.list(OWNER, false, null, 10)).hasSize(1);
    }
  }

  private static Permissions.Answer asked(Permissions permissions, Permissions.Request request) {
    try {
      return permissions.ask(request);
    } catch (InterruptedException e) {
      return new Permissions.Answer(false, "interrupted");
    }
  }

  @Test
  void aPolicyKnowsSomeAnswers() throws Exception {
    try (ApprovalHub hub = hub().having("ada")) {
      Permissions permissions =
          new AskingPermissions(
              hub.broker,
              hub.approvals,
              new ApprovalPolicy(
                  Map.of("*", Rule.DENY, "read", Rule.ALLOW), Duration.ofMinutes(1), List.of()));
      assertThat(permissions.ask(wanting("read.file", "{}")).allowed()).isTrue();
      assertThat(permissions.ask(wanting("reader", "{}")).allowed()).isFalse();
      assertThat(permissions.ask(wanting("rm", "{\"tool\":\"read\"}")).allowed()).isFalse();
      assertThat(hub.approvals.list(OWNER, false, null, 10)).isEmpty();
    }
  }

  @Test
  void whatNobodyCouldUnderstandIsNotAsked() throws Exception {
    try (ApprovalHub hub = hub().having("ada")) {
      Permissions permissions =
          new AskingPermissions(hub.broker, hub.approvals, ApprovalPolicy.DEFAULT);
      assertThat(permissions.ask(wanting("x", "no json")).allowed()).isFalse();
      assertThat(permissions.ask(wanting("x", "[]")).allowed()).isFalse();
      assertThat(hub.approvals.list(OWNER, false, null, 10)).isEmpty();
    }
  }

  @Test
  void thePolicySaysWhoIsAskedAndForHowLong() throws Exception {
    try (ApprovalHub hub = hub().having("ada", "bob", "cy")) {
      Permissions permissions =
          new AskingPermissions(
              hub.broker,
              hub.approvals,
              new ApprovalPolicy(
                  Map.of(),
                  Duration.ofMinutes(3),
                  List.of(new AgentId("ada"), new AgentId("bob"), new AgentId("cy"))));
      CompletableFuture<Permissions.Answer> answer =
          CompletableFuture.supplyAsync(() -> asked(permissions, wanting("rm", "{}")));
      await().until(() -> hub.approvals.list(OWNER, true, null, 10).size() == 1);
      Approval open = hub.approvals.list(OWNER, true, null, 10).getFirst();
      assertThat(open.approvers()).containsExactly("bob", "cy");
      assertThat(open.expiresAt() - open.askedAt()).isEqualTo(Duration.ofMinutes(3).toMillis());
      done(hub.approvals.answer(ApprovalHub.of("cy"), open.id(), true, null, ""));
      assertThat(done(answer).allowed()).isTrue();
    }
  }

  @Test
  void nobodyIsItsOwnApprover() throws Exception {
    try (ApprovalHub hub = hub().having("ada")) {
      Permissions permissions =
          new AskingPermissions(
              hub.broker,
              hub.approvals,
              new ApprovalPolicy(Map.of(), Duration.ofMinutes(3), List.of(new AgentId("ada"))));
      assertThat(permissions.ask(wanting("rm", "{}")))
          .isEqualTo(new Permissions.Answer(false, "nobody but 'ada' itself could be asked"));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "schedule.create, ALLOW",
    "schedule.list, DENY",
    "schedule, DENY",
    "schedules, ASK",
    "mcp__files__read, ALLOW",
    "mcp__files__write, DENY",
    "mcp__other__read, ASK",
  })
  void theLongestNameThatFitsDecides(String tool, Rule rule) {
    ApprovalPolicy policy =
        new ApprovalPolicy(
            Map.of(
                "schedule", Rule.DENY,
                "schedule.create", Rule.ALLOW,
                "mcp__files__*", Rule.ALLOW,
                "mcp__files__write", Rule.DENY),
            Duration.ofMinutes(1),
            List.of());
    assertThat(policy.of(tool, Rule.ASK)).isEqualTo(rule);
  }

  private static Permissions.Request wanting(String tool, String payload) {
    return new Permissions.Request(
        SessionKey.parse("ada/main"), new UUID(4, 2), tool, false, "do it", payload);
  }
}
