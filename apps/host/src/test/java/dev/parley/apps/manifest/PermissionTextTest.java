package dev.parley.apps.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.agents.hooks.HookPoint;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Permissions in words: every one that a manifest may have. */
class PermissionTextTest {
  /** Section 16 of the protocol, without the two prefixes with free suffixes. */
  private static final List<String> PERMISSIONS =
      List.of(
          "filesystem:read",
          "filesystem:write",
          "settings:read",
          "settings:write",
          "capability:register",
          "memory:read",
          "memory:write",
          "session:read",
          "session:write",
          "session:create",
          "context:read",
          "tool:file",
          "tool:shell",
          "tool:web",
          "tool:agent",
          "tool:skill",
          "shell:exec",
          "subagent:spawn",
          "lane:enqueue",
          "channel:send",
          "channel:receive",
          "comm:send",
          "comm:receive",
          "notification:send",
          "embedding:search",
          "embedding:store",
          "skill:invoke",
          "advisor:consult",
          "model:chat",
          "model:embed",
          "mcp:connect",
          "database:query",
          "database:read",
          "database:write",
          "storage:read",
          "storage:write",
          "schedule:create",
          "schedule:delete",
          "schedule:list",
          "voice:record",
          "browser:navigate",
          "user:token",
          "user:id");

  static Stream<String> permissions() {
    return Stream.concat(
        PERMISSIONS.stream(),
        Arrays.stream(HookPoint.values()).map(hook -> "hook:" + hook.wireName()));
  }

  @ParameterizedTest
  @MethodSource("permissions")
  void eachIsSaidInAPersonsWords(String permission) {
    String text = PermissionText.of(permission).text();

    assertThat(text).matches("[A-Z][a-zA-Z ,()']+").doesNotContain(permission);
  }

  @Test
  void noTwoAreSaidAlike() {
    assertThat(permissions().map(each -> PermissionText.of(each).text())).doesNotHaveDuplicates();
  }

  @Test
  void whatIsFreeIsNamed() {
    assertThat(PermissionText.of("network:api.example.com:443").text())
        .isEqualTo("Connect to api.example.com:443");
    assertThat(PermissionText.of("oauth:google").text()).isEqualTo("Use your account at google");
  }

  @ParameterizedTest
  @ValueSource(strings = {"network:*", "filesystem:*", "advisor:*", "hook:*", "oauth:*"})
  void allOfAKindIsWorthASecondLook(String permission) {
    assertThat(PermissionText.of(permission).sensitive()).isTrue();
    assertThat(PermissionText.of(permission).text()).isNotEmpty();
  }

  @Test
  void whatIsWorthASecondLookComesFirst() {
    assertThat(
            Stream.of("advisor:consult", "shell:exec", "notification:send", "network:x")
                .map(PermissionText::of)
                .sorted()
                .map(PermissionText::permission))
        .containsExactly("network:x", "shell:exec", "advisor:consult", "notification:send");
  }
}
