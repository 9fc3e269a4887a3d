package dev.parley.hub.cli.join;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.hub.cli.CliError;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Entries go into each client's configuration and out again, and all else stays to the letter. */
class ConfigurationTest {
  private static final Way HTTP = new Way.Http(URI.create("http://127.0.0.1:3100/mcp"), "TOKEN");

  private static @Nullable String golden(Client client, String kind) throws IOException {
    String name = "/join/" + client.wireName() + "." + kind;
    try (InputStream in = ConfigurationTest.class.getResourceAsStream(name)) {
      return in == null ? null : new String(in.readAllBytes(), UTF_8);
    }
  }

  private static String with(Client client, String text, Way way) {
    return client.configuration().with(text, "parley", Entry.of(client, "parley", way));
  }

  @ParameterizedTest
  @EnumSource(Client.class)
  void anEntryGoesInAndOutAgain(Client client) throws IOException {
    String before = requireNonNull(golden(client, "before"));
    String after = requireNonNull(golden(client, "after"));
    String left = golden(client, "left");
    assertThat(with(client, before, HTTP)).isEqualTo(after);
    assertThat(with(client, after, HTTP)).isEqualTo(after);
    assertThat(client.configuration().without(after, "parley"))
        .isEqualTo(left == null ? before : left);
    assertThat(client.configuration().without(after, "nobody")).isEqualTo(after);
  }

  @ParameterizedTest
  @EnumSource(Client.class)
  void linesEndAsTheyDid(Client client) throws IOException {
    String before = requireNonNull(golden(client, "before")).replace("\n", "\r\n");
    String after = requireNonNull(golden(client, "after")).replace("\n", "\r\n");
    if (!before.isEmpty()) {
      assertThat(with(client, before, HTTP)).isEqualTo(after);
      assertThat(client.configuration().without(after, "parley")).doesNotContain("TOKEN");
    }
  }

  @ParameterizedTest
  @EnumSource(Client.class)
  void whatWasAddedMeanwhileStays(Client client) throws IOException {
    String after = requireNonNull(golden(client, "after"));
    Way other = new Way.Stdio(List.of("/bin/other", "a \"b\" \\c"));
    String edited =
        client.configuration().with(after, "other-one", Entry.of(client, "other-one", other));
    String left = client.configuration().without(edited, "parley");
    assertThat(client.configuration().entry(left, "parley")).isNull();
    assertThat(client.configuration().entry(left, "other-one")).contains("/bin/other");
    assertThat(left).doesNotContain("TOKEN");
  }

  @ParameterizedTest
  @EnumSource(Client.class)
  void aProgramIsWrittenToo(Client client) throws IOException {
    Way stdio = new Way.Stdio(List.of("/opt/parley", "mcp", "--agent", "ada"));
    String after = with(client, requireNonNull(golden(client, "before")), stdio);
    String entry = requireNonNull(client.configuration().entry(after, "parley"));
    assertThat(entry).contains("/opt/parley", "--agent", "ada").doesNotContain("Bearer");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "CLAUDE | {\"mcpServers\": {} | is not right JSON",
        "CLAUDE | [] | is no JSON object",
        "CLAUDE | {\"mcpServers\": []} | is no object in there",
        "GEMINI | {\"a\": 1, \"a\": 2} | is not right JSON",
        "VSCODE | {\"servers\": {}} {} | is not right JSON",
        "CODEX | model = \"x | is not right TOML",
        "CODEX | a = [1, 2 | a bracket is not closed",
        "CODEX | [mcp_servers | is not right TOML",
        "CODEX | mcp_servers = {} | is not written as a table",
        "CODEX | mcp_servers.parley.command = \"x\" | is not written as a table",
        "CODEX | [[mcp_servers.parley]] | is an array there",
        "GOOSE | 'a: [' | is not right YAML",
        "GOOSE | 'extensions: {a: {enabled: true}}' | is not written as a block",
        "GOOSE | 'extensions: []' | is no map in there",
        "GOOSE | '\"extensions\": {}' | is not written as a block",
      })
  void whatIsNotUnderstoodIsRefused(Client client, String text, String why) {
    assertThatThrownBy(() -> with(client, text, HTTP))
        .isInstanceOf(CliError.class)
        .hasMessageContaining(why)
        .hasMessageContaining("nothing was changed");
  }
}
