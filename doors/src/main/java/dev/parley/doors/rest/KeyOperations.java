package dev.parley.doors.rest;

import dev.parley.core.address.AgentId;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.JsonBuffer;
import dev.parley.core.participants.Participants;
import dev.parley.doors.json.Access;
import dev.parley.doors.json.Field;
import dev.parley.doors.json.Request;
import dev.parley.doors.json.Shapes;
import dev.parley.identity.authority.Authority;
import dev.parley.identity.keys.AgentKey;
import dev.parley.identity.keys.AgentKeys;
import dev.parley.identity.keys.VerifyingKey;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** The public keys of agents. */
final class KeyOperations {
  private static final String KEYS = "/api/agents/{agentId}/keys";
  private static final String KEY = KEYS + "/{keyId}";

  private final AgentKeys keys;
  private final Authority authority;
  private final Participants participants;

  KeyOperations(AgentKeys keys, Authority authority, Participants participants) {
    this.keys = keys;
    this.authority = authority;
    this.participants = participants;
  }

  List<Operation> operations() {
    return List.of(
        Operation.get(KEYS, "listKeys", "The public keys of an agent")
            .by(Access.ANYONE)
            .answering("Keys")
            .doing(this::list),
        Operation.post(KEYS, "addKey", "Add a public key")
            .by(Access.ANYONE)
            .taking("NewKey")
            .answering(201, "KeyAnswer")
            .auditedByItsService()
            .doing(
                call ->
                    offer(call)
                        .thenCompose(offer -> keys.add(call.visit(), agent(call), offer))
                        .thenApply(KeyOperations::added)),
        Operation.delete(KEY, "removeKey", "Withdraw a key; what it opened ends")
            .by(Access.ANYONE)
            .answering("KeyAnswer")
            .auditedByItsService()
            .doing(
                call ->
                    keys.remove(call.visit(), agent(call), keyId(call))
                        .thenApply(key -> Reply.ok(out -> answer(out, key)))),
        Operation.post(KEY + "/rotate", "rotateKey", "Add a key and withdraw this one, as one")
            .by(Access.ANYONE)
            .taking("NewKey")
            .answering(201, "KeyAnswer")
            .auditedByItsService()
            .doing(
                call ->
                    offer(call)
                        .thenCompose(
                            offer -> keys.rotate(call.visit(), agent(call), keyId(call), offer))
                        .thenApply(KeyOperations::added)));
  }

  /** Whoever sees an agent may have its public keys. */
  private CompletableFuture<Reply> list(RestCall call) {
    AgentId agent = agent(call);
    authority.requireSeen(call.visit(), agent);
    participants.requireAgent(agent);
    List<AgentKey> found = keys.list(call.visit(), agent);
    return Reply.ok(
            out -> {
              out.ascii("{\"keys\":");
              Shapes.list(out, found, KeyOperations::key);
              out.ascii("}");
            })
        .now();
  }

  private static AgentId agent(RestCall call) {
    return call.segment("agentId", AgentId::new);
  }

  private static String keyId(RestCall call) {
    return call.segment("keyId", Function.identity());
  }

  /** Looking at a key takes too long for an event loop. */
  private static CompletableFuture<AgentKeys.Offer> offer(RestCall call) {
    Request request = call.request();
    byte[] jwk = request.raw(Field.JWK);
    String pem = request.text(Field.PEM);
    if ((jwk == null) == (pem == null)) {
      throw new Refused(
          ErrorCode.BAD_REQUEST, "a key comes either as 'jwk', an object, or as 'pem', a string");
    }
    String keyId = request.text(Field.KEY_ID);
    String name = request.text(Field.NAME);
    return CompletableFuture.supplyAsync(
        () ->
            new AgentKeys.Offer(
                keyId,
                name,
                jwk == null
                    ? VerifyingKey.ofPem(String.valueOf(pem))
                    : VerifyingKey.ofJwk(new String(jwk, StandardCharsets.UTF_8))),
        task -> Thread.ofVirtual().start(task));
  }

  private static Reply added(AgentKey key) {
    return Reply.created(out -> answer(out, key));
  }

  private static void answer(JsonBuffer out, AgentKey key) {
    out.ascii("{\"key\":");
    key(out, key);
    out.ascii("}");
  }

  private static void key(JsonBuffer out, AgentKey key) {
    out.ascii("{\"keyId\":").string(key.id());
    if (!key.name().isEmpty()) {
      out.ascii(",\"name\":").string(key.name());
    }
    out.ascii(",\"kind\":").string(key.material().kind().name().toLowerCase(Locale.ROOT));
    out.ascii(",\"jwk\":").raw(key.material().jwk());
    out.ascii(",\"createdAt\":").number(key.createdAt());
    if (!key.isLive()) {
      out.ascii(",\"revokedAt\":").number(key.revokedAt());
    }
    out.ascii("}");
  }
}
