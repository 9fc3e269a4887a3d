package dev.parley.hub.transfer;

import dev.parley.client.json.JsonObject;
import dev.parley.doors.transfer.MessageExport;
import dev.parley.doors.transfer.MessageImport;
import dev.parley.doors.transfer.TransferDoor;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** A hub that runs, reached at its owner's port. */
public final class RunningHubEnd implements HubEnd {
  private static final Duration ANSWER_MAX = Duration.ofMinutes(2);
  private static final Duration PAUSE = Duration.ofMillis(500);
  private static final int ATTEMPTS = 20;
  private static final int OVERLOADED = 429;
  private static final int OK = 200;

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(10))
          .build();
  private final URI address;
  private final String token;

  /**
   * @param hub such as {@code http://127.0.0.1:3000}
   */
  public RunningHubEnd(URI hub, String token) {
    this.address = hub.resolve(TransferDoor.PATH);
    this.token = token;
  }

  @Override
  public MessageExport.Page page(long from) throws IOException, InterruptedException {
    HttpResponse<byte[]> answer =
        asked(HttpRequest.newBuilder(URI.create(address + "?from=" + from)).GET());
    byte[] lines = answer.body();
    int count = 0;
    for (byte each : lines) {
      count += each == '\n' ? 1 : 0;
    }
    return new MessageExport.Page(
        lines,
        count,
        Long.parseLong(header(answer, TransferDoor.NEXT)),
        Boolean.parseBoolean(header(answer, TransferDoor.MORE)));
  }

  private static String header(HttpResponse<?> answer, String name) throws IOException {
    return answer
        .headers()
        .firstValue(name)
        .orElseThrow(() -> new IOException("what answers there is no hub of this version"));
  }

  @Override
  public MessageImport.Summary take(List<byte[]> lines) throws IOException, InterruptedException {
    var body = new ByteArrayOutputStream();
    for (byte[] line : lines) {
      body.writeBytes(line);
      body.write('\n');
    }
    HttpResponse<byte[]> answer =
        asked(
            HttpRequest.newBuilder(address)
                .header("Content-Type", "application/jsonl")
                .POST(HttpRequest.BodyPublishers.ofByteArray(body.toByteArray())));
    JsonObject summary = JsonObject.parse(answer.body());
    Set<String> agents = new TreeSet<>(summary.texts("agents"));
    Map<Integer, String> errors = new LinkedHashMap<>();
    for (JsonObject error : summary.objects("errors")) {
      errors.put((int) error.number("line", 0), error.text("error", ""));
    }
    return new MessageImport.Summary(
        (int) summary.number("added", 0),
        (int) summary.number("completed", 0),
        (int) summary.number("present", 0),
        agents,
        errors);
  }

  /** Asking again is safe in both directions, so a hub that is busy is asked again. */
  private HttpResponse<byte[]> asked(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    HttpRequest built =
        request.timeout(ANSWER_MAX).header("Authorization", "Bearer " + token).build();
    HttpResponse<byte[]> answer = http.send(built, HttpResponse.BodyHandlers.ofByteArray());
    for (int i = 1; i < ATTEMPTS && isBusy(answer.statusCode()); i++) {
      Thread.sleep(PAUSE);
      answer = http.send(built, HttpResponse.BodyHandlers.ofByteArray());
    }
    if (answer.statusCode() != OK) {
      throw new IOException(why(answer));
    }
    return answer;
  }

  private static boolean isBusy(int status) {
    return status == OVERLOADED || status == 503;
  }

  private static String why(HttpResponse<byte[]> answer) {
    try {
      return JsonObject.parse(answer.body()).text("message", "HTTP " + answer.statusCode());
    } catch (RuntimeException e) {
      return "the hub answered with HTTP " + answer.statusCode();
    }
  }

  @Override
  public void close() {
    http.close();
  }
}
