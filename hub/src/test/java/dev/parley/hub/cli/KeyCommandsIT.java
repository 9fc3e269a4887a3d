package dev.parley.hub.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.client.json.JsonObject;
import dev.parley.core.store.Folders;
import dev.parley.hub.cli.CliRun.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Making keys, and acting with them in place of a token. */
@Timeout(120)
class KeyCommandsIT extends AccountFixture {
  private String made(String agent, Path file) {
    return ok(hub.run("keys", "new", agent, "--out", file.toString(), "--json"))
        .json()
        .objectOrEmpty("key")
        .text("keyId", "");
  }

  private Result with(Path key, String... arguments) {
    String[] all = new String[arguments.length + 4];
    System.arraycopy(arguments, 0, all, 0, arguments.length);
    all[arguments.length] = "--key";
    all[arguments.length + 1] = key.toString();
    all[arguments.length + 2] = "--url";
    all[arguments.length + 3] = url();
    return as("elsewhere", all);
  }

  @Test
  void aKeyIsMadeForItsOwnersEyesOnlyAndShownInPlaceOfAToken() throws IOException {
    hub.addAgent("bot");
    Path file = folder.resolve("bot.key");
    String keyId = made("bot", file);
    assertThat(Folders.isOpen(file)).isFalse();
    assertThat(ok(hub.run("keys", "list", "bot")).out()).contains(keyId, "ed25519");

    ok(with(file, "send", "developer", "signed in by key"));
    assertThat(ok(hub.run("inbox")).out()).contains("bot", "signed in by key");
    JsonObject listed = ok(with(file, "keys", "list", "bot", "--json")).json();
    assertThat(listed.objects("keys").getFirst().text("keyId")).isEqualTo(keyId);
    Path text = Files.writeString(folder.resolve("note.txt"), "kept");
    ok(with(file, "blobs", "put", text.toString()));

    Path next = folder.resolve("bot.next");
    ok(with(file, "keys", "rotate", "bot", keyId, "--out", next.toString()));
    assertThat(with(file, "inbox").exitCode()).isNotZero();
    ok(with(next, "inbox"));
    assertThat(ok(hub.run("keys", "list", "bot", "--json")).json().objects("keys")).hasSize(2);
  }

  @Test
  void mcpIsSignedWithAKeyToo() {
    hub.addAgent("bot");
    Path file = folder.resolve("bot.key");
    made("bot", file);
    String hello =
        """
        {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25",\
        "capabilities":{},"clientInfo":{"name":"probe","version":"1"}}}
        {"jsonrpc":"2.0","method":"notifications/initialized"}
        {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"send_message",\
        "arguments":{"to":"developer","content":"signed in by key"}}}
        """;
    Result result = new CliRun().input(hello).run("mcp", "--key", file.toString(), "--url", url());
    assertThat(result.exitCode()).as(result.err()).isZero();
    assertThat(result.out()).contains("\"success\":true");
    assertThat(ok(hub.run("inbox")).out()).contains("bot", "signed in by key");
  }

  @Test
  void aKeyThatOthersCouldHaveReadIsNotUsed() throws IOException {
    hub.addAgent("bot");
    Path file = folder.resolve("bot.key");
    made("bot", file);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    assertThat(with(file, "inbox").err()).contains("open to others");
  }

  @Test
  void whatTheHubDoesNotTakeLeavesNoFile() {
    Path file = folder.resolve("nobody.key");
    refused(hub.run("keys", "new", "nobody", "--out", file.toString()), "nobody");
    assertThat(file).doesNotExist();
  }

  @Test
  void aPrivateKeyIsNotSentAndAWeakOneNotTaken() throws IOException {
    hub.addAgent("bot");
    Path pem = Files.writeString(folder.resolve("a.pem"), "-----BEGIN PRIVATE KEY-----");
    assertThat(hub.run("keys", "add", "bot", pem.toString()).err()).contains("private key");
    Path weak =
        Files.writeString(
            folder.resolve("weak.jwk"),
            "{\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"x\":\"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\"}");
    assertThat(hub.run("keys", "add", "bot", weak.toString()).err()).contains("not taken");
  }

  @Test
  void peopleManageTheKeysOfTheirOwnAgentsAndNobodyElses() {
    ok(register("ann"));
    ok(as("ann", "agents", "add", "ann-bot"));
    hub.addAgent("bot");
    String own = folder.resolve("own.key").toString();
    ok(as("ann", "keys", "new", "ann-bot", "--out", own));
    String key = made("bot", folder.resolve("bot.key"));

    String other = folder.resolve("other.key").toString();
    refused(as("ann", "keys", "new", "bot", "--out", other), "may only act for itself");
    refused(as("ann", "keys", "new", "nobody", "--out", other), "may only act for itself");
    refused(as("ann", "keys", "remove", "bot", key), "may only act for itself");
    refused(as("ann", "keys", "rotate", "bot", key, "--out", other), "may only act for itself");
    refused(as("ann", "keys", "list", "bot"), "there is no agent 'bot'");
    assertThat(folder.resolve("other.key")).doesNotExist();
    assertThat(ok(hub.run("keys", "list", "bot", "--json")).json().objects("keys")).hasSize(1);
  }
}
