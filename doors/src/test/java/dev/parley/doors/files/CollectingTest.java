package dev.parley.doors.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Message;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.MessageType;
import dev.parley.core.message.Origin;
import dev.parley.core.message.Priority;
import dev.parley.core.store.BoxId;
import dev.parley.identity.limits.Rate;
import dev.parley.identity.limits.RateLimits;
import dev.parley.identity.limits.Rates;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that become messages. */
class CollectingTest {
  private static final String ID = "a1b2c3d4-0000-4000-8000-00000000abcd";

  @TempDir private Path directory;
  private FilesWorld world;

  @BeforeEach
  void start() throws Exception {
    world = new FilesWorld(directory).bots("commander", "engineer");
  }

  @AfterEach
  void stop() {
    world.close();
  }

  @Test
  void aFileInTheOutboxIsRoutedAndConsumed() throws Exception {
    world.drop(
        world.outbox("commander"),
        "2026-02-16T13-58-00-123Z-a1b2c3d4.json",
        """
        {'id':'%s','from':'commander','to':'engineer','content':'dig a trench',
         'timestamp':'2026-02-16T13:58:00.123Z','priority':'high','metadata':{'task':'T-1'}}
        """
            .formatted(ID));

    world.collector("commander").pass();

    assertThat(world.received("engineer"))
        .singleElement()
        .satisfies(
            message -> {
              assertThat(message.id()).isEqualTo(MessageId.parse(ID));
              assertThat(message.draft().from()).isEqualTo("commander");
              assertThat(message.draft().content()).isEqualTo("dig a trench");
              assertThat(message.draft().priority()).isEqualTo(Priority.HIGH);
              assertThat(message.origin()).isEqualTo(Origin.PEER);
              assertThat(new String(message.toJson(), StandardCharsets.UTF_8))
                  .contains("\"metadata\":{\"task\":\"T-1\"}");
            });
    assertThat(FilesWorld.files(world.outbox("commander"))).isEmpty();
  }

  @Test
  void theAuditKeepsTheFileAsItWasByDayAndUnderItsMessagesName() throws Exception {
    String text = "{\"id\":\"" + ID + "\", \"to\":\"engineer\", \"content\":\"as it was\"}";
    world.drop(world.outbox("commander"), "whatever.json", text);

    world.collector("commander").pass();

    assertThat(world.sent("commander"))
        .singleElement()
        .satisfies(
            kept -> {
              assertThat(kept.getFileName().toString())
                  .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d-\\d\\d-\\d\\d-\\d{3}Z-a1b2c3d4\\.json");
              assertThat(kept.getParent().getFileName().toString()).matches("\\d{4}-\\d\\d-\\d\\d");
              assertThat(kept).hasContent(text);
            });
  }

  @Test
  void everyFieldOfAnEnvelopeMayBeSaid() throws Exception {
    world.drop(
        world.outbox("commander"),
        "m.json",
        """
        {'id':'order-66','to':'engineer','type':'task','command':'build','payload':{'a':[1,{}]},'topic':'t',
         'conversationId':'c-1','correlationId':'k-1','taskId':'T','attachments':[],'unknown':{'x':1},'ttlMs':600000,
         'source':'slack','cause':'0198c0de-0000-7000-8000-000000000002','humanId':'ann','humanInjected':true}
        """);

    world.collector("commander").pass();

    Message message = world.received("engineer").getFirst();
    assertThat(message.draft().type()).isEqualTo(MessageType.TASK);
    assertThat(message.draft().command()).isEqualTo("build");
    assertThat(message.draft().payload()).asString().isEqualTo("{\"a\":[1,{}]}");
    assertThat(message.draft().conversationId()).isEqualTo("c-1");
    assertThat(message.draft().correlationId()).isEqualTo("k-1");
    assertThat(message.draft().externalId()).isEqualTo("order-66");
    assertThat(message.expiresAt()).isEqualTo(message.timestamp() + 600_000);
    assertThat(message.draft().source()).isEqualTo("slack");
    assertThat(message.origin()).isEqualTo(Origin.EXTERNAL);
    assertThat(message.draft().cause()).hasToString("0198c0de-0000-7000-8000-000000000002");
    assertThat(message.draft().humanInjected()).isTrue();
    assertThat(new String(message.toJson(), StandardCharsets.UTF_8))
        .contains("\"humanId\":\"ann\",\"taskId\":\"T\"")
        .doesNotContain("unknown");
  }

  @Test
  void filesAreTakenInTheOrderOfTheirNames() throws Exception {
    for (int i : new int[] {3, 1, 2, 9, 5}) {
      world.drop(world.outbox("commander"), i + ".json", "{'to':'engineer','content':'" + i + "'}");
    }

    world.collector("commander").pass();

    assertThat(world.contents("engineer")).containsExactly("1", "2", "3", "5", "9");
  }

  @Test
  void aBotThatIsTooFastWaitsAndLosesNothing() throws Exception {
    AtomicLong nanos = new AtomicLong();
    RateLimits limits = new RateLimits(Rates.UNLIMITED.withMessages(new Rate(1, 1)), nanos::get);
    world.broker.admitBy(limits::onMessage);
    world.drop(world.outbox("commander"), "a.json", "{'to':'engineer','content':'one'}");
    world.drop(world.outbox("commander"), "b.json", "{'to':'engineer','content':'two'}");

    Collector collector = world.collector("commander");
    assertThatThrownBy(collector::pass)
        .isInstanceOfSatisfying(
            Refused.class, refused -> assertThat(refused.code()).isEqualTo(ErrorCode.RATE_LIMITED));
    assertThat(FilesWorld.files(world.outbox("commander"))).hasSize(1);
    nanos.addAndGet(1_000_000_000L);
    collector.pass();

    assertThat(world.received("engineer"))
        .extracting(message -> message.draft().content())
        .containsExactly("one", "two");
    assertThat(FilesWorld.files(world.rejected("commander"))).isEmpty();
  }

  @Test
  void whatABotMayNotSendIsRejectedAndWrittenDown() throws Exception {
    world.broker.admitBy(
        (_, _) -> {
          throw new Refused(ErrorCode.FORBIDDEN, "not to engineer");
        });
    world.drop(world.outbox("commander"), "a.json", "{'to':'engineer','content':'x'}");

    world.collector("commander").pass();

    assertThat(world.received("engineer")).isEmpty();
    assertThat(FilesWorld.files(world.outbox("commander"))).isEmpty();
    world.broker.records().put("something else", "x", new byte[0]).join();
    assertThat(world.audit().page(Long.MAX_VALUE, 10, "commander", "file"))
        .singleElement()
        .satisfies(
            entry -> {
              assertThat(entry.subject()).isEqualTo("a.json");
              assertThat(entry.outcome()).isEqualTo("forbidden");
              assertThat(entry.door()).isEqualTo("files");
              assertThat(entry.reason()).isEqualTo("not to engineer");
            });
  }

  @Test
  void aReplyNamesTheFileItAnswersByWhateverIdThatHad() throws Exception {
    world.drop(
        world.outbox("commander"), "q.json", "{'id':'q-1','to':'engineer','content':'why?'}");
    world.collector("commander").pass();
    MessageId question = world.received("engineer").getFirst().id();

    world.drop(
        world.outbox("engineer"), "a.json", "{'to':'commander','replyTo':'q-1','content':'so'}");
    world.collector("engineer").pass();

    Message answer = world.received("commander").getFirst();
    assertThat(answer.draft().replyTo()).isEqualTo(question);
    assertThat(answer.threadId()).isEqualTo(question.toString());
  }

  @Test
  void severalRecipientsAPathAndEverybody() throws Exception {
    world.bots("scout");
    world.drop(world.outbox("commander"), "1.json", "{'to':['engineer','scout'],'content':'two'}");
    world.drop(world.outbox("commander"), "2.json", "{'path':'agent/scout','content':'path'}");
    world.drop(world.outbox("commander"), "3.json", "{'to':'broadcast','content':'all'}");

    world.collector("commander").pass();

    assertThat(world.contents("engineer")).containsExactly("two", "all");
    assertThat(world.contents("scout")).containsExactly("two", "path", "all");
  }

  @Test
  void whatNobodyGetsIsADeadLetterAndTheFileIsConsumed() throws Exception {
    world.drop(world.outbox("commander"), "m.json", "{'to':'nobody','content':'hello?'}");

    world.collector("commander").pass();

    assertThat(world.box(BoxId.DEAD_LETTERS)).hasSize(1);
    assertThat(world.sent("commander")).hasSize(1);
  }

  @Test
  void aBotMaySpeakFromItsInboxToo() throws Exception {
    world.drop(world.inbox("commander"), "m.json", "{'to':'engineer','content':'from the inbox'}");

    world.collector("commander").pass();

    assertThat(world.contents("engineer")).containsExactly("from the inbox");
    assertThat(FilesWorld.files(world.inbox("commander"))).isEmpty();
    assertThat(world.sent("commander")).hasSize(1);
  }

  @Test
  void theSameFileAgainAddsNothing() throws Exception {
    String text = "{'id':'" + ID + "','to':'engineer','content':'once'}";
    Collector collector = world.collector("commander");
    world.drop(world.outbox("commander"), "a.json", text);
    collector.pass();
    world.drop(world.outbox("commander"), "b.json", text);
    collector.pass();

    assertThat(world.contents("engineer")).containsExactly("once");
    assertThat(FilesWorld.files(world.outbox("commander"))).isEmpty();
    assertThat(world.sent("commander")).hasSize(2);
  }

  @Test
  void sayingTheSameInTwoFilesWithoutAnIdIsSayingItTwice() throws Exception {
    Collector collector = world.collector("commander");
    world.drop(world.outbox("commander"), "a.json", "{'to':'engineer','content':'ping'}");
    world.drop(world.outbox("commander"), "b.json", "{'to':'engineer','content':'ping'}");
    collector.pass();

    assertThat(world.contents("engineer")).containsExactly("ping", "ping");
  }

  @Test
  void anIdThatSaidSomethingElseBeforeIsRejected() throws Exception {
    Collector collector = world.collector("commander");
    world.drop(
        world.outbox("commander"), "a.json", "{'id':'" + ID + "','to':'engineer','content':'x'}");
    collector.pass();
    world.drop(
        world.outbox("commander"), "b.json", "{'id':'" + ID + "','to':'engineer','content':'y'}");
    collector.pass();

    assertThat(world.contents("engineer")).containsExactly("x");
    assertThat(world.reason("commander", "b.json")).contains("has been used for another message");
  }

  @Test
  void anIdOfAnothersIsRejected() throws Exception {
    world.drop(
        world.outbox("engineer"), "a.json", "{'id':'" + ID + "','to':'commander','content':'x'}");
    world.collector("engineer").pass();
    world.drop(
        world.outbox("commander"), "b.json", "{'id':'" + ID + "','to':'engineer','content':'x'}");
    world.collector("commander").pass();

    assertThat(world.contents("engineer")).isEmpty();
    assertThat(world.reason("commander", "b.json")).contains("used by another sender");
  }

  @Test
  void whatUtf8CannotCarryIsRejected() throws Exception {
    world.drop(world.outbox("commander"), "a.json", "{'to':'engineer','content':'half \\ud83d'}");

    world.collector("commander").pass();

    assertThat(world.contents("engineer")).isEmpty();
    assertThat(world.reason("commander", "a.json"))
        .contains("'content' has an unpaired surrogate at 5");
  }

  @Test
  void everythingInAFileCountsTogether() throws Exception {
    String half = "x".repeat(1 << 19);
    world.drop(
        world.outbox("commander"),
        "a.json",
        "{'to':'engineer','content':'" + half + "','metadata':{'x':'" + half + "'}}");

    world.collector("commander").pass();

    assertThat(world.contents("engineer")).isEmpty();
    assertThat(world.reason("commander", "a.json")).contains("a message may have 1048576 bytes");
  }

  @Test
  void hiddenAndUnfinishedNamesAreLeftAlone() throws Exception {
    world.drop(world.outbox("commander"), ".m.json", "{'to':'engineer','content':'x'}");
    world.drop(world.outbox("commander"), "m.json.tmp", "{'to':'engineer','content':'x'}");

    world.collector("commander").pass();

    assertThat(world.contents("engineer")).isEmpty();
    assertThat(FilesWorld.files(world.outbox("commander"))).hasSize(2);
  }

  @Test
  void itMayStandReadyBeforeAnybodyIsThereToTakeIt() throws Exception {
    for (int i = 0; i < 5_000; i++) {
      world.drop(world.outbox("commander"), i + ".json", "{'to':'engineer','content':'" + i + "'}");
    }
    Collector collector = world.collector("commander");

    while (collector.pass()) {
      // more than one pass looks at
    }

    assertThat(world.contents("engineer")).hasSize(5_000).doesNotHaveDuplicates();
    assertThat(FilesWorld.files(world.outbox("commander"))).isEmpty();
  }
}
