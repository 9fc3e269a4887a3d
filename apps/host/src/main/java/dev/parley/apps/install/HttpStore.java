package dev.parley.apps.install;

import dev.parley.apps.archive.Extractor;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A store somewhere else. Whom to trust is asked for there as well, so the way there has to be
 * encrypted, unless it does not leave this machine. It gets no credentials: what it offers is what
 * it offers to everybody.
 */
public final class HttpStore implements AppSource, AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final Duration DOWNLOAD_PATIENCE = Duration.ofMinutes(30);
  private static final int DETAIL_BYTES_MAX = 4 << 20;
  private static final String RAW = "application/octet-stream";
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final String base;
  private final Duration patience;
  private final HttpClient http;

  /**
   * @param address without the paths that all stores have
   */
  public HttpStore(String address) {
    this(address, PATIENCE);
  }

  HttpStore(String address, Duration patience) {
    this.base = checked(address);
    this.patience = patience;
    this.http =
        HttpClient.newBuilder()
            .connectTimeout(patience)
            .followRedirects(HttpClient.Redirect.NORMAL)
            .build();
  }

  private static String checked(String address) {
    if (!isAddress(address)) {
      throw new Refused(
          ErrorCode.BAD_REQUEST,
          "the address of a store begins with https://, or http://127.0.0.1, and is not '"
              + address
              + "'");
    }
    return address.replaceFirst("/+$", "");
  }

  /** Whether this leads to a store, and nobody on the way can change what it says. */
  public static boolean isAddress(String address) {
    try {
      URI uri = URI.create(address);
      String host = uri.getHost();
      boolean here =
          "localhost".equals(host)
              || "[::1]".equals(host)
              || (host != null && host.matches("127(\\.\\d{1,3}){3}"));
      return host != null
          && ("https".equals(uri.getScheme()) || ("http".equals(uri.getScheme()) && here));
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  @Override
  public String name() {
    return base;
  }

  @Override
  public Optional<Offer> offer(String app) throws IOException, InterruptedException {
    HttpResponse<byte[]> response = get("/api/v1/apps/" + encoded(app), DETAIL_BYTES_MAX);
    if (response.statusCode() == 404 || response.statusCode() == 410) {
      return Optional.empty();
    }
    try {
      JsonNode root = JSON.readTree(good(response));
      Offer offer =
          new Offer(
              root.path("id").asString(""),
              root.path("manifest").path("id").asString(""),
              root.path("name").asString(""),
              root.path("version").asString(""));
      if (offer.storeId().isEmpty() || offer.id().isEmpty() || offer.version().isEmpty()) {
        throw new IOException("the store " + base + " does not say what " + app + " is");
      }
      return Optional.of(offer);
    } catch (JacksonException e) {
      throw new IOException("the store " + base + " does not answer with JSON", e);
    }
  }

  @Override
  public byte[] signingKey() throws IOException, InterruptedException {
    return good(get("/api/v1/apps/signing-key", SIGNING_KEY_BYTES_MAX));
  }

  @Override
  public byte[] revocations() throws IOException, InterruptedException {
    return good(get("/api/v1/apps/revocations", REVOCATIONS_BYTES_MAX));
  }

  @Override
  public void download(String app, @Nullable String version, String platform, Path into)
      throws IOException, InterruptedException {
    String path =
        "/api/v1/apps/%s/download?platform=%s%s"
            .formatted(
                encoded(app),
                encoded(platform),
                version == null ? "" : "&version=" + encoded(version));
    BodyHandler<Path> toFile =
        BodyHandlers.ofFile(into, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    HttpResponse<Path> response =
        ask(
            path,
            BodyHandlers.limiting(
                info ->
                    info.statusCode() == 200 ? toFile.apply(info) : BodySubscribers.replacing(into),
                Extractor.PACKED_MAX),
            DOWNLOAD_PATIENCE);
    switch (response.statusCode()) {
      case 200 -> {}
      case 404 ->
          throw new Refused(
              ErrorCode.NOT_FOUND, "the store has no package of " + app + " for " + platform);
      case 410 -> throw new Refused(ErrorCode.GONE, "the store has revoked " + app);
      default -> throw failed(response.statusCode());
    }
    if (response.headers().firstValue("Content-Type").filter(RAW::equals).isPresent()) {
      throw new IOException("the store " + base + " sends a raw binary instead of a package");
    }
  }

  private byte[] good(HttpResponse<byte[]> response) throws IOException {
    if (response.statusCode() != 200) {
      throw failed(response.statusCode());
    }
    return response.body();
  }

  private IOException failed(int status) {
    return new IOException("the store " + base + " answers with " + status);
  }

  private HttpResponse<byte[]> get(String path, int bytesMax)
      throws IOException, InterruptedException {
    return ask(path, BodyHandlers.limiting(BodyHandlers.ofByteArray(), bytesMax), patience);
  }

  /** The whole answer has to be there in time: a store that drips would be waited for for ever. */
  private <T> HttpResponse<T> ask(String path, BodyHandler<T> body, Duration limit)
      throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(URI.create(base + path)).timeout(limit).build();
    CompletableFuture<HttpResponse<T>> answer = http.sendAsync(request, body);
    try {
      return answer.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new InterruptedIOException("the store " + base + " does not answer in time");
    } catch (ExecutionException e) {
      throw new IOException("the store " + base + " cannot be asked: " + reason(e), e);
    } finally {
      boolean _ = answer.cancel(true);
    }
  }

  private static String reason(ExecutionException e) {
    Throwable cause = e.getCause() == null ? e : e.getCause();
    return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
  }

  private static String encoded(String segment) {
    return URLEncoder.encode(segment, StandardCharsets.UTF_8).replace("+", "%20");
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
