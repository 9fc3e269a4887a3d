package dev.parley.agents.tasks;

import static dev.parley.agents.tasks.TaskHub.OWNER;
import static dev.parley.agents.tasks.TaskHub.done;
import static dev.parley.agents.tasks.TaskHub.draft;
import static dev.parley.agents.tasks.TaskHub.of;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.parley.agents.brain.Brain;
import dev.parley.agents.brain.Outcome;
import dev.parley.agents.brain.TurnOrigin;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.EnvelopeField;
import dev.parley.core.message.MessageType;
import dev.parley.core.message.TaskStatus;
import dev.parley.stores.rocksdb.RocksConfig;
import dev.parley.stores.rocksdb.RocksStore;
import dev.parley.testkit.time.ManualTime;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** TASK-1 and COM-1: a task is created and moved by messages, and ends once. */
@Timeout(120)
class TasksTest {
  @TempDir Path directory;
  private final ManualTime time = new ManualTime(1_800_000_000_000L);

  private TaskHub hub(Map<String, Brain> brains) {
    return new TaskHub(
        RocksStore.open(directory.resolve("store"), RocksConfig.DEFAULT.unsynced()), time, brains);
  }

  private static void assertRefused(ErrorCode code, ThrowingCallable what) {
    assertThatThrownBy(what)
        .satisfies(thrown -> assertThat(Refused.of(thrown).code()).isEqualTo(code));
  }

  private static void awaitEnd(TaskHub hub, String id) {
    await().atMost(Duration.ofSeconds(30)).until(() -> !hub.get(id).isOpen());
  }

  @Test
  void messagesMoveATaskAndWhatCannotBeIsRefused() {
    String id;
    try (TaskHub hub = hub(Map.of()).having("boss", "ada", "eve")) {
      id = hub.task("boss", "ada", "count the lines");
      assertThat(hub.get(id).status()).isEqualTo(TaskStatus.SUBMITTED);
      assertThat(hub.get(id).assignees()).containsExactly("ada");
      hub.say("ada", "boss", id, TaskStatus.WORKING);
      hub.say("ada", "boss", id, TaskStatus.WORKING);
      hub.say("ada", "boss", id, TaskStatus.INPUT_REQUIRED);
      assertThat(hub.get(id).note()).isEqualTo("it is input-required");
      assertRefused(ErrorCode.CONFLICT, () -> hub.say("ada", "boss", id, TaskStatus.SUBMITTED));
      assertRefused(ErrorCode.FORBIDDEN, () -> hub.say("boss", "ada", id, TaskStatus.COMPLETED));
      assertRefused(ErrorCode.NOT_FOUND, () -> hub.say("eve", "boss", id, TaskStatus.COMPLETED));
      hub.say("ada", "boss", id, TaskStatus.COMPLETED);
      assertThat(hub.get(id).status()).isEqualTo(TaskStatus.COMPLETED);
      assertThat(hub.get(id).resultId()).isNotNull();
      for (TaskStatus next : TaskStatus.values()) {
        assertRefused(ErrorCode.CONFLICT, () -> hub.say("ada", "boss", id, next));
      }
      assertThat(hub.inbox("boss")).hasSize(4);
    }
    try (TaskHub hub = hub(Map.of())) {
      assertThat(hub.get(id).status()).isEqualTo(TaskStatus.COMPLETED);
    }
  }

  /** Whoever has talked an agent into it chooses what comes of a task that it gives itself. */
  @Test
  void whatAnAgentMakesOfItsOwnTaskIsNotTheHubsWordAndHasItsLane() {
    Map<String, TurnOrigin> origins = new ConcurrentHashMap<>();
    Brain brain =
        (request, _) -> {
          String session = request.session().session().value();
          origins.put(session.replaceAll("(result-|task-).*", "$1"), TurnOrigin.of(request));
          return new Outcome.Answered("Run the shell.");
        };
    try (TaskHub hub = hub(Map.of("model", brain)).having("ada").running("ada", "model")) {
      String id = hub.task("ada", "ada", "say: run the shell");
      awaitEnd(hub, id);

      await().atMost(Duration.ofSeconds(30)).until(() -> origins.size() == 2);
      assertThat(hub.get(id).status()).isEqualTo(TaskStatus.COMPLETED);
      assertThat(origins).containsOnlyKeys("subtask-", "task-");
      assertThat(origins.values()).containsOnly(TurnOrigin.COMM);
    }
  }

  @Test
  void aResultThatOnlyRepliesEndsItsTaskToo() {
    try (TaskHub hub = hub(Map.of()).having("boss", "ada")) {
      String id = hub.task("boss", "ada", "one");
      hub.send(
          draft("ada", "boss", MessageType.TASK_RESULT)
              .content("42")
              .replyTo(dev.parley.core.message.MessageId.parse(id)));
      assertThat(hub.get(id).status()).isEqualTo(TaskStatus.COMPLETED);
      String other = hub.task("boss", "ada", "two");
      hub.send(
          draft("ada", "boss", MessageType.TASK_RESULT)
              .set(EnvelopeField.ERROR, "no disk")
              .replyTo(dev.parley.core.message.MessageId.parse(other)));
      assertThat(hub.get(other).status()).isEqualTo(TaskStatus.FAILED);
      assertThat(hub.get(other).note()).isEqualTo("no disk");
      hub.send(draft("ada", "boss", MessageType.TASK_RESULT).content("of a task unknown here"));
    }
  }

  @Test
  void anIdOfTheSendersOwnIsTakenOnce() {
    try (TaskHub hub = hub(Map.of()).having("boss", "ada", "eve")) {
      hub.send(draft("boss", "ada", MessageType.TASK).set(EnvelopeField.TASK_ID, "t-1"));
      assertThat(hub.get("t-1").from()).isEqualTo("boss");
      assertRefused(
          ErrorCode.CONFLICT,
          () -> hub.send(draft("eve", "ada", MessageType.TASK).set(EnvelopeField.TASK_ID, "t-1")));
      assertRefused(
          ErrorCode.BAD_REQUEST,
          () ->
              hub.send(
                  draft("ada", "boss", MessageType.TASK_RESULT)
                      .set(EnvelopeField.TASK_ID, "t-1")
                      .set(
                          EnvelopeField.ARTIFACTS,
                          "[{\"type\":\"file\",\"name\":\"x\"}]"
                              .getBytes(StandardCharsets.UTF_8))));
    }
  }

  @Test
  void whoTakesPartSeesAndCancels() {
    try (TaskHub hub = hub(Map.of()).having("boss", "ada", "eve")) {
      String id = hub.task("boss", "ada", "one");
      String two = hub.task("boss", "ada", "two");
      assertThat(hub.tasks.list(of("eve"), _ -> true, Long.MAX_VALUE, 10)).isEmpty();
      assertRefused(ErrorCode.NOT_FOUND, () -> hub.tasks.get(of("eve"), id));
      assertRefused(ErrorCode.NOT_FOUND, () -> done(hub.tasks.cancel(of("eve"), id, "")));
      assertThat(done(hub.tasks.cancel(of("boss"), id, "never mind")).status())
          .isEqualTo(TaskStatus.CANCELED);
      assertRefused(ErrorCode.CONFLICT, () -> done(hub.tasks.cancel(OWNER, id, "")));
      assertThat(done(hub.tasks.cancel(OWNER, two, "")).by()).isEqualTo("developer");
      assertThat(
              hub.tasks.list(
                  of("ada"),
                  task -> task.status() == TaskStatus.CANCELED && task.isOf("boss"),
                  Long.MAX_VALUE,
                  10))
          .hasSize(2);
      assertThat(hub.tasks.list(OWNER, _ -> true, hub.get(two).number(), 10))
          .extracting(Task::id)
          .containsExactly(id);
    }
  }

  @Test
  void oldOnesGoAndOpenOnesStay() {
    try (TaskHub hub =
        new TaskHub(
                RocksStore.open(directory.resolve("store"), RocksConfig.DEFAULT.unsynced()),
                time,
                Map.of(),
                3)
            .having("boss", "ada")) {
      String first = hub.task("boss", "ada", "1");
      String second = hub.task("boss", "ada", "2");
      hub.say("ada", "boss", second, TaskStatus.COMPLETED);
      hub.task("boss", "ada", "3");
      hub.task("boss", "ada", "4");
      assertRefused(ErrorCode.NOT_FOUND, () -> hub.get(second));
      assertThat(hub.get(first).isOpen()).isTrue();
      assertRefused(ErrorCode.OVERLOADED, () -> hub.task("boss", "ada", "5"));
    }
  }

  @Test
  void anAgentThatRunsByItselfWorksAndAnswersWithAResult() {
    Brain works = (request, _) -> new Outcome.Answered("done: " + request.session().session());
    try (TaskHub hub = hub(Map.of("works", works)).having("boss", "ada").running("ada", "works")) {
      String id = hub.task("boss", "ada", "one");
      awaitEnd(hub, id);
      assertThat(hub.get(id).status()).isEqualTo(TaskStatus.COMPLETED);
      assertThat(hub.get(id).note()).isEqualTo("done: task-" + id);
      assertThat(hub.types("boss"))
          .containsExactly(MessageType.TASK_STATUS, MessageType.TASK_RESULT);
    }
  }

  @Test
  void whatFailsIsSaid() {
    Brain fails = (_, _) -> new Outcome.Failed("no model");
    Brain declines = (_, _) -> new Outcome.Declined("not my job");
    try (TaskHub hub =
        hub(Map.of("fails", fails, "declines", declines))
            .having("boss", "ada", "bob")
            .running("ada", "fails")
            .running("bob", "declines")) {
      String one = hub.task("boss", "ada", "one");
      String two = hub.task("boss", "bob", "two");
      awaitEnd(hub, one);
      awaitEnd(hub, two);
      assertThat(hub.get(one).status()).isEqualTo(TaskStatus.FAILED);
      assertThat(hub.get(one).note()).isEqualTo("no model");
      assertThat(hub.get(two).note()).isEqualTo("not my job");
      assertThat(hub.types("boss")).filteredOn(MessageType.TASK_RESULT::equals).hasSize(2);
    }
  }

  @Test
  void aResultIsThoughtAboutAndNeverAnswered() {
    AtomicInteger results = new AtomicInteger();
    Brain boss =
        (request, _) -> {
          if (request.newest().draft().type() == MessageType.TASK_RESULT) {
            results.incrementAndGet();
          }
          return new Outcome.Answered("thank you");
        };
    Brain works = (_, _) -> new Outcome.Answered("done");
    try (TaskHub hub =
        hub(Map.of("boss", boss, "works", works))
            .having("boss", "ada")
            .running("boss", "boss")
            .running("ada", "works")) {
      String id = hub.task("boss", "ada", "one");
      awaitEnd(hub, id);
      await().atMost(Duration.ofSeconds(30)).until(() -> results.get() == 1);
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> !hub.turns.log(new dev.parley.core.address.AgentId("boss"), 10).isEmpty());
      assertThat(hub.inbox("ada")).as("only the task").hasSizeLessThanOrEqualTo(1);
      assertThat(hub.turns.log(new dev.parley.core.address.AgentId("boss"), 10)).hasSize(1);
    }
  }

  @Test
  void cancellingBreaksOffTheTurnAndNothingMoreIsSaid() throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch broken = new CountDownLatch(1);
    Brain slow =
        (_, _) -> {
          begun.countDown();
          try {
            new CountDownLatch(1).await();
          } finally {
            broken.countDown();
          }
          return new Outcome.Answered("too late");
        };
    try (TaskHub hub = hub(Map.of("slow", slow)).having("boss", "ada").running("ada", "slow")) {
      String id = hub.task("boss", "ada", "one");
      begun.await();
      hub.say("boss", "ada", id, TaskStatus.CANCELED);
      broken.await();
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> hub.turns.log(new dev.parley.core.address.AgentId("ada"), 10).size() == 1);
      assertThat(hub.get(id).status()).isEqualTo(TaskStatus.CANCELED);
      assertThat(hub.types("boss")).containsExactly(MessageType.TASK_STATUS);
    }
  }
}
