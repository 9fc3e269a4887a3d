package dev.parley.doors.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever lies in a mailbox harms nobody: it is rejected, and the next file is taken. */
@Timeout(60)
class HostileFilesTest {
  private static final String GOOD = "{'to':'engineer','content':'still here'}";

  @TempDir private Path directory;
  private FilesWorld world;
  private Collector collector;

  @BeforeEach
  void start() throws Exception {
    world =
        new FilesWorld(FilesConfig.in(directory.resolve("bot-messages")).withFileBytesMax(10_000))
            .bots("mallory", "engineer");
    collector = world.collector("mallory");
  }

  @AfterEach
  void stop() {
    world.close();
  }

  private void takeEverything() throws IOException {
    world.drop(world.outbox("mallory"), "zzz.json", GOOD);
    collector.pass();
    world.clock += 5_000;
    collector.pass();
  }

  private void assertRejected(String name, String reason) throws Exception {
    takeEverything();
    assertThat(world.contents("engineer")).containsExactly("still here");
    assertThat(FilesWorld.files(world.rejected("mallory"))).contains(name);
    assertThat(world.reason("mallory", name)).contains(reason);
    assertThat(FilesWorld.files(world.outbox("mallory"))).isEmpty();
  }

  @Test
  void aSymbolicLinkIsMovedAwayAndNotFollowed() throws Exception {
    Path secret = world.drop(directory, "secret.json", "{'to':'mallory','content':'secret'}");
    Files.createSymbolicLink(world.outbox("mallory").resolve("m.json"), secret);

    assertRejected("m.json", "symbolic link");

    assertThat(secret).exists();
    assertThat(world.rejected("mallory").resolve("m.json")).isSymbolicLink();
  }

  @Test
  void aHardLinkIsNotRead() throws Exception {
    Path secret = world.drop(directory, "secret.json", "{'to':'mallory','content':'secret'}");
    Files.createLink(world.outbox("mallory").resolve("m.json"), secret);

    assertRejected("m.json", "hard links");

    assertThat(secret).exists();
    assertThat(world.received("mallory")).isEmpty();
  }

  @Test
  void aPipeIsNotOpened() throws Exception {
    Process mkfifo =
        new ProcessBuilder("mkfifo", world.outbox("mallory").resolve("m.json").toString()).start();
    assertThat(mkfifo.waitFor(10, TimeUnit.SECONDS)).isTrue();

    assertRejected("m.json", "not a file");
  }

  @Test
  void aDirectoryIsNotAFile() throws Exception {
    Files.createDirectory(world.outbox("mallory").resolve("m.json"));

    takeEverything();

    assertThat(world.contents("engineer")).containsExactly("still here");
    assertThat(world.rejected("mallory").resolve("m.json")).isDirectory();
  }

  @Test
  void aHugeFileIsNotRead() throws Exception {
    try (var huge =
        new java.io.RandomAccessFile(world.outbox("mallory").resolve("m.json").toFile(), "rw")) {
      huge.setLength(1L << 40);
    }

    assertRejected("m.json", "it has 1099511627776 bytes; at most 10000 are allowed");
  }

  @Test
  void aFileNobodyMayReadIsRejected() throws Exception {
    Path file = world.drop(world.outbox("mallory"), "m.json", GOOD);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("---------"));
    assumeFalse(Files.isReadable(file), "root may read everything");

    assertRejected("m.json", "permission denied");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "no json",
        "[]",
        "7",
        "{'to':'engineer','content':'x'",
        "{'to':'engineer','content':'x'}{}",
        "{'to':'engineer','content':'x','content':'y'}",
        "\u0000\u0000\u0000\u0000",
        "\uFEFF{'to':'engineer','content':'x'}",
      })
  void whatIsNoJsonObjectIsRejectedOnceItHasHadItsTime(String text) throws Exception {
    world.drop(world.outbox("mallory"), "m.json", text);

    assertRejected("m.json", "JSON");
  }

  @Test
  void bytesThatAreNoUtf8AreRejected() throws Exception {
    byte[] bytes = "{\"to\":\"engineer\",\"content\":\"?\"}".getBytes(StandardCharsets.UTF_8);
    bytes[bytes.length - 3] = (byte) 0xFF;
    Files.write(world.outbox("mallory").resolve("m.json"), bytes);

    assertRejected("m.json", "it is not JSON: line 1");
  }

  @Test
  void depthHasAnEnd() throws Exception {
    String deep = "{'to':'engineer','content':'x','payload':" + "{'a':".repeat(900);
    world.drop(world.outbox("mallory"), "m.json", deep + "1" + "}".repeat(901));

    assertRejected("m.json", "JSON");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'content':'x'} # it has no 'to'",
        "{'to':'engineer'} # neither 'content' nor 'payload'",
        "{'to':'engineer','content':7} # 'content' must be a string",
        "{'to':7,'content':'x'} # 'to' must be a string",
        "{'to':[7],'content':'x'} # 'to' must be a string or a list",
        "{'to':'../engineer x\\u0000','content':'x'} # 'to'",
        "{'to':'engineer','path':'a/b','content':'x'} # both 'to' and 'path'",
        "{'to':'engineer','content':'x','payload':[]} # 'payload' must be an object",
        "{'to':'engineer','content':'x','priority':'urgent'} # 'priority' must be one of high, low,"
            + " normal",
        "{'to':'engineer','content':'x','type':'x'} # 'type' must be one of",
        "{'to':'engineer','content':'x','id':''} # 'id' is empty",
        "{'to':'engineer','content':'x','ttlMs':-1} # 'ttlMs' must be",
        "{'to':'engineer','content':'x','ttlMs':99999999999999999999999} # 'ttlMs' must be",
        "{'to':['a','b'],'content':'x','replyTo':'mine'} # 'replyTo'",
        "{'to':'engineer','content':'x','type':'proposal'} # payload.question",
        "{'from':{},'to':'engineer','content':'x'} # 'from' must be a string",
      })
  void aWrongFieldIsNamedInTheReason(String example) throws Exception {
    String[] parts = example.split(" # ", 2);
    world.drop(world.outbox("mallory"), "m.json", parts[0]);

    assertRejected("m.json", parts[1]);
  }

  @Test
  void aReasonNeverQuotesTheFile() throws Exception {
    world.drop(world.outbox("mallory"), "m.json", "root:$6$salt$hash:19000:0");

    takeEverything();

    assertThat(world.reason("mallory", "m.json")).doesNotContain("root").doesNotContain("salt");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "with space and 'quotes' and $(date).json",
        "new\nline.json",
        "-rf.json",
        "..json",
        "..%2f..%2fetc%2fpasswd.json",
        "\u202Etxt.json",
        "\u001B[31mred.json",
      })
  void aNameIsOnlyANameWhetherTheFileIsTakenOrNot(String name) throws Exception {
    Path good;
    try {
      good = world.drop(world.outbox("mallory"), name, GOOD);
    } catch (java.nio.file.InvalidPathException e) {
      assumeFalse(true, "this system's names cannot hold it");
      return;
    }
    boolean hidden = name.startsWith(".");
    collector.pass();
    assertThat(world.contents("engineer")).hasSize(hidden ? 0 : 1);
    assertThat(good.toFile().exists()).isEqualTo(hidden);

    world.drop(world.outbox("mallory"), name, "{}");
    collector.pass();
    assertThat(FilesWorld.files(world.rejected("mallory")))
        .allMatch(rejected -> rejected.matches("[A-Za-z0-9_.-]+"))
        .hasSize(hidden ? 0 : 2);
  }

  @Test
  void aVeryLongNameIsCutWhenItIsRejected() throws Exception {
    world.drop(world.outbox("mallory"), "n".repeat(250) + ".json", "{}");

    collector.pass();

    assertThat(FilesWorld.files(world.rejected("mallory"))).contains("n".repeat(100));
  }

  @Test
  void rejectedFilesOfTheSameNameAreAllKept() throws Exception {
    for (int i = 0; i < 3; i++) {
      world.drop(world.outbox("mallory"), "m.json", "{'n':" + i + "}");
      collector.pass();
    }

    assertThat(FilesWorld.files(world.rejected("mallory"))).hasSize(6);
  }

  @Test
  void anOutboxThatIsALinkIsNotEntered() throws Exception {
    Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
    Path file = world.drop(elsewhere, "m.json", GOOD);
    Path outbox = world.outbox("mallory");
    Files.delete(outbox.resolve(Layout.SENT));
    Files.delete(outbox);
    Files.createSymbolicLink(outbox, elsewhere);

    assertThatThrownBy(collector::pass).isInstanceOf(IOException.class);

    assertThat(file).exists();
    assertThat(world.contents("engineer")).isEmpty();
  }

  @Test
  void anInboxThatIsALinkGetsNothing() throws Exception {
    Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
    Path inbox = world.inbox("mallory");
    Files.delete(inbox);
    Files.createSymbolicLink(inbox, elsewhere);
    world.send("engineer", "mallory", "psst");

    assertThatThrownBy(world.deliverer("mallory")::pass).isInstanceOf(IOException.class);

    assertThat(FilesWorld.files(elsewhere)).isEmpty();
  }
}
