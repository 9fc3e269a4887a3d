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
    "text/html,application/octet-stream,attachment",
    "image/svg+xml,application/octet-stream,attachment",
    "application/xhtml+xml,application/octet-stream,attachment",
    "text/javascript,application/octet-stream,attachment",
    "nonsense,application/octet-stream,attachment",
    "image/png,image/png,inline",
    "application/json,application/json,attachment"
  })
  void nothingThatABrowserWouldRunComesAsWhatItIs(String type, String served, String how) {
    String name = put("<script>alert(1)</script>" + type, type).json().path("sha256").asString();

    Answer back = owner.get("/api/blobs/" + name);

    assertThat(back.header("content-type")).isEqualTo(served);
    assertThat(back.header("content-disposition")).startsWith(how);
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
