package dev.parley.doors.mcp;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.doors.mcp.catalog.Caller;
import dev.parley.doors.rpc.Json;
import dev.parley.doors.rpc.RpcError;
import dev.parley.doors.rpc.RpcMessage;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.function.LongSupplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a client carries from one round of a call to the next on our behalf. It is signed, because
 * the client may try to change it, and says for whom, for what call and until when it holds.
 */
final class RequestStates {
  private static final String ALGORITHM = "HmacSHA256";
  private static final Duration LIFETIME = Duration.ofMinutes(10);
  private static final int CHARACTERS_MAX = 64 << 10;

  private final SecretKeySpec key;
  private final LongSupplier millis;

  RequestStates(LongSupplier millis) {
    byte[] secret = new byte[32];
    new SecureRandom().nextBytes(secret);
    this.key = new SecretKeySpec(secret, ALGORITHM);
    this.millis = millis;
  }

  /** What is known after so many rounds. */
  record State(int round, ObjectNode answers) {
    static State first() {
      return new State(0, Json.object());
    }
  }

  String issue(RpcMessage.Request call, Caller caller, State state) {
    ObjectNode body = Json.object().put("call", fingerprint(call, caller));
    body.put("until", millis.getAsLong() + LIFETIME.toMillis()).put("round", state.round);
    body.set("answers", state.answers);
    String payload = Base64.getUrlEncoder().withoutPadding().encodeToString(Json.bytes(body));
    return payload + "." + signature(payload);
  }

  /**
   * @throws RpcError when we have not given this to this caller for this call, or too long ago
   */
  State open(String text, RpcMessage.Request call, Caller caller) {
    int dot = text.indexOf('.');
    if (dot < 0
        || text.length() > CHARACTERS_MAX
        || !MessageDigest.isEqual(
            signature(text.substring(0, dot)).getBytes(US_ASCII),
            text.substring(dot + 1).getBytes(UTF_8))) {
      throw rejected();
    }
    ObjectNode body =
        (ObjectNode) Json.parse(Base64.getUrlDecoder().decode(text.substring(0, dot)));
    if (!body.path("call").asString("").equals(fingerprint(call, caller))
        || body.path("until").asLong(0) < millis.getAsLong()) {
      throw rejected();
    }
    return new State(body.path("round").asInt(0), (ObjectNode) body.path("answers"));
  }

  private static RpcError rejected() {
    return RpcError.invalidParams("requestState rejected: make the call anew");
  }

  /** Everything about a call that must stay the same from round to round. */
  private static String fingerprint(RpcMessage.Request call, Caller caller) {
    ObjectNode parts = Json.object().put("method", call.method());
    parts.put("principal", caller.principal().toString()).put("self", caller.self().value());
    for (String part : new String[] {"name", "uri", "arguments"}) {
      if (call.params().has(part)) {
        parts.set(part, call.params().get(part));
      }
    }
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(Json.bytes(parts));
      return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private String signature(String payload) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      return Base64.getUrlEncoder()
          .withoutPadding()
          .encodeToString(mac.doFinal(payload.getBytes(UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
