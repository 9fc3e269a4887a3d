package dev.parley.hub.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.parley.client.json.JsonObject;
import dev.parley.hub.cli.CliRun.Result;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** {@code parley export} and {@code parley import} against real hubs. */
@Timeout(120)
class TransferIT extends TransferFixture {
  private void aFewMessages() {
    hub.addAgent("ada");
    hub.addAgent("ben");
    hub.run("send", "ada", "for \"ada\", with a comma\nand a line", "--payload", "{\"a\":[1]}");
    hub.run("send", "ada,ben", "for both", "--priority", "high");
    hub.run("send", "nobody", "for nobody");
    hub.run("inbox", "ben");
  }

  @Test
  void whatIsExportedIsThereAfterBeingImportedElsewhere() throws Exception {
    aFewMessages();
    Result exported = hub.run("export", file("all.jsonl").toString(), "--json");
    assertThat(exported.exitCode()).as(exported.err()).isZero();
    assertThat(exported.json().number("messages", 0)).isEqualTo(3);

    try (LiveHub other = LiveHub.start(file("other"))) {
      JsonObject summary = imported(other, file("all.jsonl"));
      assertThat(summary.number("added", 0)).isEqualTo(3);
      assertThat(summary.texts("agents")).containsExactly("ada", "ben");
      other.run("export", file("again.jsonl").toString());

      assertThat(file("again.jsonl")).hasSameTextualContentAs(file("all.jsonl"));
      assertThat(other.run("inbox", "ben", "--json", "--peek").out()).doesNotContain("for both");
      assertThat(other.run("inbox", "ada", "--json", "--peek").out())
          .contains("for both")
          .contains("with a comma");
      assertThat(other.run("dead-letters", "list", "--json").out()).contains("for nobody");
    }
  }

  @Test
  void importingTwiceAddsNothing() throws Exception {
    aFewMessages();
    hub.run("export", file("all.jsonl").toString());

    JsonObject summary = imported(hub, file("all.jsonl"));

    assertThat(summary.number("added", -1)).isZero();
    assertThat(summary.number("completed", -1)).isZero();
    assertThat(summary.number("present", -1)).isEqualTo(3);
  }

  @Test
  void anExportIsForItsOwnerAndNeverHalfDone() throws Exception {
    aFewMessages();
    Path target = file("all.jsonl");
    hub.run("export", target.toString());

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(target)))
        .isEqualTo("rw-------");
    assertThat(file("all.jsonl.part")).doesNotExist();
    Result again = hub.run("export", target.toString());
    assertThat(again.exitCode()).isEqualTo(Exit.FAILED);
    assertThat(again.err()).contains("is there already");
    assertThat(hub.run("export", target.toString(), "--force").exitCode()).isZero();
  }

  @Test
  void aTableOfCommaSeparatedValues() throws Exception {
    aFewMessages();
    hub.run("export", file("all.csv").toString());

    String table = Files.readString(file("all.csv"));

    assertThat(table)
        .startsWith("id,timestamp,from,path,command,type,priority,content,payload,")
        .contains(
            ",developer,agent/ada,message,message,normal,\"for \"\"ada\"\", with a comma\n"
                + "and a line\"")
        .contains("\"{\"\"a\"\":[1]}\"")
        .contains(",high,for both,");
    assertThat(table.split("\r\n")).hasSize(4);
  }

  @Test
  void theExportMayBePipedOn() {
    aFewMessages();

    Result piped = hub.run("export", "-");

    assertThat(piped.lines()).hasSize(3).allMatch(line -> JsonObject.parse(line).has("recipients"));
    assertThat(hub.cli().input(piped.out()).run("import", "-").out()).contains("3 here already");
  }

  @Test
  void onlyMessagesOfATime() {
    aFewMessages();

    assertThat(hub.run("export", "-", "--until", "2020-01-01").lines()).isEmpty();
    assertThat(hub.run("export", "-", "--since", "1h").lines()).hasSize(3);
  }

  @Test
  void manyMessagesGoInPages() throws Exception {
    var lines = new StringBuilder();
    for (int i = 0; i < 2_500; i++) {
      lines.append(
          """
          {"id":"00000000-0000-4000-8000-%012d","from":"a","path":"agent/b","content":"%d","timestamp":%d,"recipients":[{"agentId":"b","state":"read"}]}
          """
              .formatted(i, i, 1_700_000_000_000L + i));
    }
    Path file = Files.writeString(file("many.jsonl"), lines.toString());

    assertThat(imported(hub, file).number("added", 0)).isEqualTo(2_500);
    hub.run("export", file("out.jsonl").toString());

    assertThat(Files.readAllLines(file("out.jsonl")))
        .hasSize(2_500)
        .allMatch(line -> line.contains("\"state\":\"read\""));
    assertThat(hub.run("inbox", "b", "--peek").out()).doesNotContain("agent/b");
  }

  @Test
  void aWrongLineIsNamedAndTheOthersGoIn() throws Exception {
    Path file =
        write(
            "some.jsonl",
            "{'id':'00000000-0000-4000-8000-000000000001','from':'a','path':'agent/b','timestamp':1}",
            "{'id':'00000000-0000-4000-8000-000000000002','from':'a',",
            "",
            "{'from':'a','path':'agent/b','timestamp':1}",
            "{'id':'x','from':'a','path':'agent/b','timestamp':1}",
            "{'id':'00000000-0000-4000-8000-000000000006','from':'a','path':'agent/b','timestamp':1,'payload':[]}",
            "{'id':'00000000-0000-4000-8000-000000000007','from':'a','path':'agent/b','timestamp':1}");

    Result result = hub.run("import", file.toString());

    assertThat(result.exitCode()).isEqualTo(Exit.FAILED);
    assertThat(result.out()).contains("6 read: 2 added").contains("4 refused");
    assertThat(result.err())
        .contains(file + ":2: ")
        .contains(file + ":4: it has no 'id'")
        .contains(file + ":5: 'id' must be a message id")
        .contains(file + ":6: 'payload' must be an object");
  }

  @Test
  void aHubThatDoesNotRunGivesAndTakesToo() throws Exception {
    aFewMessages();
    hub.close();
    CliRun cli = hub.cli();

    Result exported = cli.run("export", file("off.jsonl").toString(), "--offline", "--json");
    assertThat(exported.exitCode()).as(exported.err()).isZero();
    assertThat(exported.json().number("messages", 0)).isEqualTo(3);
    write(
        "more.jsonl",
        "{'id':'00000000-0000-4000-8000-000000000009','from':'a','path':'agent/ada','content':'offline','timestamp':1}");
    assertThat(cli.run("import", file("more.jsonl").toString(), "--offline").out())
        .contains("1 added");

    hub = LiveHub.start(folder.resolve("data"));
    assertThat(hub.run("inbox", "ada", "--peek").out()).contains("offline");
  }

  @Test
  void whileAHubRunsItsDataIsNotTouchedBehindItsBack() {
    Result refused = hub.run("export", file("x.jsonl").toString(), "--offline");

    assertThat(refused.exitCode()).isEqualTo(Exit.FAILED);
    assertThat(refused.err()).contains("leave --offline out");
    assertThat(file("x.jsonl")).doesNotExist();
  }

  @Test
  void onlyTheOwnerMayTakeEverythingOutOrBringAnythingIn() throws Exception {
    String agent = hub.addAgent("ada");
    URI address =
        URI.create(
            hub.address()
                .toString()
                .replace("ws://", "http://")
                .replace("/ws", "/transfer/messages"));
    try (HttpClient http = HttpClient.newHttpClient()) {
      assertThat(status(http, HttpRequest.newBuilder(address).GET(), null)).isEqualTo(401);
      assertThat(status(http, HttpRequest.newBuilder(address).GET(), "wrong")).isEqualTo(401);
      assertThat(status(http, HttpRequest.newBuilder(address).GET(), agent)).isEqualTo(403);
      HttpRequest.Builder post =
          HttpRequest.newBuilder(address).POST(HttpRequest.BodyPublishers.ofString("{}"));
      assertThat(status(http, post, agent)).isEqualTo(403);
      assertThat(status(http, HttpRequest.newBuilder(address).GET(), hub.ownerToken()))
          .isEqualTo(200);
      HttpRequest.Builder huge =
          HttpRequest.newBuilder(address)
              .POST(HttpRequest.BodyPublishers.ofByteArray(new byte[(4 << 20) + 1]));
      assertThat(status(http, huge, hub.ownerToken())).isEqualTo(413);
    }
  }

  private static int status(HttpClient http, HttpRequest.Builder request, String token)
      throws Exception {
    if (token != null) {
      request.setHeader("Authorization", "Bearer " + token);
    }
    return http.send(request.build(), HttpResponse.BodyHandlers.discarding()).statusCode();
  }

  @Test
  void somethingThatHoldsNoMessagesIsRefused() throws Exception {
    Files.createDirectories(file("empty"));

    Result refused = hub.run("import", file("empty").toString());

    assertThat(refused.exitCode()).isEqualTo(Exit.USAGE);
    assertThat(refused.err()).contains("holds no messages in a form that is known");
  }

  /** Read by Apache's own reader, where there is a Python that has it. */
  @Test
  void aParquetFileIsReadByOthers() throws Exception {
    String python = System.getenv().getOrDefault("TEST_PYTHON", "python3");
    assumeTrue(run(python, "import pyarrow.parquet").startsWith("0\n"), "no pyarrow here");
    aFewMessages();
    hub.run("send", "ada", "later", "--ttl", "1h", "--conversation", "ü");
    Result exported = hub.run("export", file("all.parquet").toString());
    assertThat(exported.exitCode()).as(exported.err()).isZero();

    String read =
        run(
            python,
            """
            import pyarrow.parquet as pq, json
            t = pq.read_table('%s')
            print(t.schema.field('timestamp').type, t.schema.field('hops').type, t.num_rows)
            for r in t.to_pylist():
                print(json.dumps([r['from'], r['path'], r['priority'], r['content'], r['payload'], r['conversationId'],
                      r['timestamp'].year > 2000, r['expiresAt'] is not None, r['hops']]))
            """
                .formatted(file("all.parquet")));

    assertThat(read.lines().toList())
        .startsWith("0", "timestamp[ms, tz=UTC] int32 4")
        .contains(
            "[\"developer\", \"agent/ada,ben\", \"high\", \"for both\", \"{}\", null, true, false,"
                + " 0]")
        .contains(
            "[\"developer\", \"agent/ada\", \"normal\", \"later\", \"{}\", \"\\u00fc\", true, true,"
                + " 0]");
  }

  private static String run(String python, String program) throws Exception {
    try {
      Process process =
          new ProcessBuilder(List.of(python, "-c", program)).redirectErrorStream(true).start();
      String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return process.waitFor(60, TimeUnit.SECONDS) ? process.exitValue() + "\n" + out : "-1\n";
    } catch (IOException e) {
      return "-1\n" + e;
    }
  }
}
