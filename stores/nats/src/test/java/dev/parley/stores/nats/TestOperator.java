package dev.parley.stores.nats;

import io.nats.client.NKey;
import io.nats.client.support.JsonSerializable;
import io.nats.client.support.JwtUtils;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;

/**
 * An operator with one account that has JetStream, and the system's: keys and JWTs made for a test.
 */
final class TestOperator {
  private static final String LIMITS =
      """
      "limits": {"subs": -1, "conn": -1, "leaf": -1, "imports": -1, "exports": -1, "data": -1,
        "payload": -1, "wildcards": true, "mem_storage": -1, "disk_storage": -1, "streams": -1,
        "consumer": -1}\
      """;

  private final NKey operator = NKey.createOperator(new SecureRandom());
  private final NKey account = NKey.createAccount(new SecureRandom());
  private final NKey system = NKey.createAccount(new SecureRandom());

  TestOperator() throws Exception {}

  /** The part of a server's configuration that makes it believe this operator and no other. */
  String configuration() throws Exception {
    String accountClaims = "{\"type\": \"account\", \"version\": 2, " + LIMITS + "}";
    return """
    operator: "%s"
    system_account: "%s"
    resolver: MEMORY
    resolver_preload: { %s: "%s", %s: "%s" }
    """
        .formatted(
            signed(operator, "{\"type\": \"operator\", \"version\": 2}"),
            text(system),
            text(account),
            signed(account, accountClaims),
            text(system),
            signed(system, "{\"type\": \"account\", \"version\": 2}"));
  }

  private String signed(NKey subject, String claims) throws Exception {
    JsonSerializable body = () -> claims;
    return JwtUtils.issueJWT(
        operator, text(subject), "test", null, JwtUtils.currentTimeSeconds(), text(operator), body);
  }

  private static String text(NKey key) throws Exception {
    return new String(key.getPublicKey());
  }

  /** The file of a user of the account. */
  Path credentials(Path file) throws Exception {
    NKey user = NKey.createUser(new SecureRandom());
    String jwt = JwtUtils.issueUserJWT(account, text(account), text(user));
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    return Files.writeString(
        file, JwtUtils.NATS_USER_JWT_FORMAT.formatted(jwt, new String(user.getSeed())));
  }
}
