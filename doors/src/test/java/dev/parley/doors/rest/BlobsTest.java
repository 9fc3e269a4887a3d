package dev.parley.doors.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.doors.rest.RestClient.Answer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BlobsTest extends RestFixture {
  /** Of {@code hello}. */
  private static final String HELLO =
      "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";

  private Answer put(String bytes, String type) {
    return owner.post("/api/blobs", bytes, "Content-Type", type);
  }

  @Test
  void whatIsUploadedIsNamedByItsHashAndComesBackAsItWas() {
    Answer stored = put("hello", "text/plain; charset=utf-8");
    assertThat(stored.status()).isEqualTo(201);
    assertThat(stored.json().path("sha256").asString()).isEqualTo(HELLO);
    assertThat(stored.json().path("size").asInt()).isEqualTo(5);
    assertThat(stored.json().path("contentType").asString()).isEqualTo("text/plain");

    Answer back = owner.get("/api/blobs/" + HELLO);
    assertThat(back.http().body()).isEqualTo("hello");
    assertThat(back.header("etag")).isEqualTo("\"" + HELLO + "\"");
    assertThat(back.header("content-type")).isEqualTo("text/plain");
    assertThat(back.header("content-disposition")).startsWith("attachment");
    assertThat(back.header("x-content-type-options")).isEqualTo("nosniff");
    assertThat(back.header("content-security-policy")).contains("sandbox");
  }

  @Test
  void aLargeOneGoesThroughInPieces() {
    String large = "0123456789".repeat(90_000);

    String name = put(large, "text/plain").json().path("sha256").asString();

    assertThat(owner.get("/api/blobs/" + name).http().body()).isEqualTo(large);
  }

  @Test
  void oneThatIsTooLargeIsRefused() {
    Answer refused = put("x".repeat(1_000_001), "text/plain");

    assertThat(refused.status()).isEqualTo(413);
    assertThat(refused.code()).isEqualTo("too_large");
  }

  @Test
  void anAgentStoresSoMuchAndNoMoreAndOthersDoNotFeelIt() {
    RestClient ada = agent("ada");
    for (int i = 0; i < 3; i++) {
      String bytes = String.valueOf(i).repeat(900_000);
      assertThat(ada.post("/api/blobs", bytes, "Content-Type", "text/plain").status())
          .isEqualTo(201);
    }

    Answer refused = ada.post("/api/blobs", "one more", "Content-Type", "text/plain");

    assertThat(refused.status()).isEqualTo(413);
    assertThat(refused.code()).isEqualTo("too_large");
    assertThat(agent("bob").post("/api/blobs", "mine", "Content-Type", "text/plain").status())
        .isEqualTo(201);
    assertThat(put("the owner's", "text/plain").status()).isEqualTo(201);
  }

  @ParameterizedTest
  @CsvSource({
    "bytes=1-3,206,ell,bytes 1-3/5",
    "bytes=3-,206,lo,bytes 3-4/5",
    "bytes=-2,206,lo,bytes 3-4/5",
    "bytes=0-99,206,hello,bytes 0-4/5",
    "bytes=5-,416,'',bytes */5",
    "bytes=3-1,200,hello,''",
    "lines=1-2,200,hello,''",
    "'bytes=0-0,2-3',200,hello,''"
  })
  void partsCanBeAskedFor(String range, int status, String body, String contentRange) {
    put("hello", "text/plain");

    Answer part = owner.get("/api/blobs/" + HELLO, "Range", range);

    assertThat(part.status()).isEqualTo(status);
    assertThat(part.http().body()).isEqualTo(body);
    assertThat(part.header("content-range")).isEqualTo(contentRange);
  }

  @Test
  void whatIsKnownAlreadyIsNotSentAgain() {
    put("hello", "text/plain");

    Answer same = owner.get("/api/blobs/" + HELLO, "If-None-Match", "\"" + HELLO + "\"");

    assertThat(same.status()).isEqualTo(304);
    assertThat(same.http().body()).isEmpty();
  }

  @Test
  void onlyTheHeadersCanBeAskedFor() {
    put("hello", "text/plain");

    Answer head = owner.send("HEAD", "/api/blobs/" + HELLO, null);

    assertThat(head.status()).isEqualTo(200);
    assertThat(head.header("content-length")).isEqualTo("5");
    assertThat(head.http().body()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "text/html,text/html,attachment",
    "image/svg+xml,image/svg+xml,attachment",
    "application/xhtml+xml,application/xhtml+xml,attachment",
    "text/javascript,text/javascript,attachment",
    "application/pdf,application/pdf,attachment",
    "nonsense,application/octet-stream,attachment",
    "image/png,image/png,inline",
    "application/json,application/json,attachment"
  })
  void theTypeIsKeptAndWhatABrowserWouldRunIsForSavingOnly(String type, String served, String how) {
    String name = put("<script>alert(1)</script>" + type, type).json().path("sha256").asString();

    Answer back = owner.get("/api/blobs/" + name);

    assertThat(back.header("content-type")).isEqualTo(served);
    assertThat(back.header("content-disposition")).startsWith(how);
    assertThat(back.header("x-content-type-options")).isEqualTo("nosniff");
    assertThat(back.header("content-security-policy")).contains("sandbox");
  }

  @ParameterizedTest
  @CsvSource({
    "report.pdf,'attachment; filename=\"report.pdf\"; filename*=UTF-8''''report.pdf'",
    "a%22%0D%0Ab%2F..%2Fc,'attachment; filename=\"a___b_.._c\";"
        + " filename*=UTF-8''''a%22%0D%0Ab%2F..%2Fc'",
    "..%2Fx,'attachment; filename=\"__x\"; filename*=UTF-8''''..%2Fx'"
  })
  void whoAsksForANameIsGivenItHarmless(String name, String disposition) {
    put("hello", "text/plain");

    Answer named = owner.get("/api/blobs/" + HELLO + "?name=" + name);

    assertThat(named.header("content-disposition")).isEqualTo(disposition);
  }

  @Test
  void onlyWhoSeesAMessageThatAttachesItHasABlobOnBothPortsAndAfterARestart() {
    String ada = hub.agent("ada");
    String bob = hub.agent("bob");
    String eve = hub.agent("eve");
    try (RestClient adaThere = new RestClient(hub.agentPort(), "Authorization", "Bearer " + ada);
        RestClient bobThere = new RestClient(hub.agentPort(), "Authorization", "Bearer " + bob);
        RestClient eveThere = new RestClient(hub.agentPort(), "Authorization", "Bearer " + eve)) {
      assertThat(adaThere.post("/api/blobs", "hello", "Content-Type", "text/html").status())
          .isEqualTo(201);
      assertThat(adaThere.get("/api/blobs/" + HELLO).header("content-type")).isEqualTo("text/html");
      assertThat(bobThere.get("/api/blobs/" + HELLO).code()).isEqualTo("not_found");
      String letter = "{'to':'bob','content':'x','attachments':[{'sha256':'" + HELLO + "'}]}";
      assertThat(as(eve).post("/api/messages", letter.replace('\'', '"')).code())
          .isEqualTo("not_found");

      assertThat(as(ada).post("/api/messages", letter.replace('\'', '"')).status()).isEqualTo(201);

      assertThat(bobThere.get("/api/blobs/" + HELLO).http().body()).isEqualTo("hello");
      Answer hidden = eveThere.get("/api/blobs/" + HELLO);
      Answer unknown = eveThere.get("/api/blobs/" + "0".repeat(64));
      assertThat(hidden.status()).isEqualTo(404);
      assertThat(hidden.http().body()).isEqualTo(unknown.http().body());
    }
  }

  @ParameterizedTest
  @CsvSource({"nothing", "..%2F..%2Fetc%2Fpasswd", "..", "%00"})
  void nothingElseCanBeReached(String name) {
    Answer refused = owner.get("/api/blobs/" + name);

    assertThat(refused.status()).isBetween(400, 404);
  }

  @Test
  void strangersNeitherPutNorGet() {
    put("hello", "text/plain");

    assertThat(client().get("/api/blobs/" + HELLO).status()).isEqualTo(401);
    assertThat(client().post("/api/blobs", "x").status()).isEqualTo(401);
  }
}
