package dev.parley.agents.wake;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.agents.web.PublicAddress;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.MessageId;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import tools.jackson.databind.json.JsonMapper;

/**
 * An address that is told which messages wait, signed with a secret that both know: {@code
 * Parley-Signature: t=SECONDS,v1=HEX} is the HMAC-SHA256 of the seconds, a dot and the body.
 */
public final class Webhook implements Waker {
  private static final String URL = "url";
  private static final String SECRET = "secret";
  private static final String LOCAL = "local";
  private static final int SECRET_MIN = 16;
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final LongSupplier millis;

  /**
   * @param millis the clock, Unix milliseconds
   */
  public Webhook(LongSupplier millis) {
    this.millis = millis;
  }

  @Override
  public String kind() {
    return "webhook";
  }

  @Override
  public String description() {
    return "a signed POST; to this machine and its network only with local=true";
  }

  @Override
  public Set<String> required() {
    return Set.of(URL, SECRET);
  }

  @Override
  public Set<String> optional() {
    return Set.of(LOCAL);
  }

  @Override
  public void check(Map<String, String> settings) {
    try {
      var _ = HttpPost.uri(settings.getOrDefault(URL, ""));
    } catch (IllegalArgumentException e) {
      throw new Refused(ErrorCode.BAD_REQUEST, "'url': " + e.getMessage());
    }
    if (settings.getOrDefault(SECRET, "").length() < SECRET_MIN) {
      throw new Refused(
          ErrorCode.BAD_REQUEST, "'secret' has at least " + SECRET_MIN + " characters");
    }
  }

  @Override
  public void wake(Call call) throws IOException {
    byte[] body =
        JSON.writeValueAsBytes(
            Map.of(
                "agentId", call.agent().value(),
                "messageIds", call.messages().stream().map(MessageId::toString).toList()));
    long seconds = millis.getAsLong() / 1_000;
    URI uri = HttpPost.uri(call.setting(URL));
    Predicate<InetAddress> allowed =
        call.setting(LOCAL).equals("true") ? _ -> true : PublicAddress::is;
    String signature = "t=" + seconds + ",v1=" + signature(call.setting(SECRET), seconds, body);
    int status = HttpPost.send(uri, Map.of("Parley-Signature", signature), body, allowed);
    if (status / 100 != 2) {
      throw new IOException("it answered " + status);
    }
  }

  private static String signature(String secret, long seconds, byte[] body) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret.getBytes(UTF_8), "HmacSHA256"));
      mac.update((seconds + ".").getBytes(UTF_8));
      return HexFormat.of().formatHex(mac.doFinal(body));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
