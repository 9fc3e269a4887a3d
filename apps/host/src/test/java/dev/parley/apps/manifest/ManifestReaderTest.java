package dev.parley.apps.manifest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.parley.agents.hooks.HookPoint;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One test for each rule that manifests are held to. */
class ManifestReaderTest {
  private static final String LEAST =
      "'id':'com.example.a','name':'A','version':'1.0.0','provides':['tool:a']";

  @TempDir private Path folder;

  /** With single quotes, for legibility. */
  private static Manifest parse(String json) {
    return ManifestReader.parse(json.replace('\'', '"').getBytes(UTF_8));
  }

  private static Manifest with(String more) {
    return parse("{" + LEAST + "," + more + "}");
  }

  private static Refused refusal(String json) {
    Refused refused = catchThrowableOfType(Refused.class, () -> parse(json));
    assertThat(refused).as(json).isNotNull();
    return refused;
  }

  private static void assertRefusedWith(String more, String... words) {
    Refused refused = refusal("{" + LEAST + "," + more + "}");
    assertThat(refused.code()).isEqualTo(ErrorCode.BAD_REQUEST);
    assertThat(refused).hasMessageContainingAll(words);
  }

  /** One field instead of that of the least manifest; null leaves it out. */
  private static String least(String field, String value) {
    return "{"
        + String.join(
            ",",
            Arrays.stream(new String[] {"id", "name", "version", "provides"})
                .map(
                    each ->
                        each.equals(field)
                            ? value.isEmpty() ? "" : "'" + each + "':" + value
                            : each.equals("provides")
                                ? "'provides':['tool:a']"
                                : "'"
                                    + each
                                    + "':'"
                                    + (each.equals("version") ? "1.0.0" : "A")
                                    + "'")
                .filter(each -> !each.isEmpty())
                .toList())
        + "}";
  }

  @Test
  void theLeastThatAManifestSaysAndWhatIsThenMeant() {
    Manifest manifest = parse("{" + LEAST + "}");

    assertThat(manifest.id()).isEqualTo("com.example.a");
    assertThat(manifest.name()).isEqualTo("A");
    assertThat(manifest.version()).isEqualTo("1.0.0");
    assertThat(manifest.provides()).containsExactly(new Capability(Capability.Kind.TOOL, "a"));
    assertThat(manifest.description()).isEmpty();
    assertThat(manifest.runtime()).isEqualTo("local");
    assertThat(manifest.permissions()).isEmpty();
    assertThat(manifest.overrides()).isEmpty();
    assertThat(manifest.oauth()).isEmpty();
    assertThat(manifest.startupTimeout()).isEqualTo(Duration.ofSeconds(10));
  }

  @Test
  void everythingThatAManifestCanSay() {
    Manifest manifest =
        with(
            """
            'description':'what it does','runtime':'remote','protocol':'grpc',
            'permissions':['network:api.example.com:443','hook:*','memory:read'],
            'overrides':['memory.pre_store'],'signature':{'any':1},'unknown':[1],
            'oauth':[{'provider':'github','scopes':['repo','user']},{'provider':'google'}],
            'startup_timeout':120
            """);

    assertThat(manifest.description()).isEqualTo("what it does");
    assertThat(manifest.runtime()).isEqualTo("remote");
    assertThat(manifest.permits("memory:read")).isTrue();
    assertThat(manifest.permits("memory:write")).isFalse();
    assertThat(manifest.permits("hook:tool.pre_execute")).isTrue();
    assertThat(manifest.permitsAny("network")).isTrue();
    assertThat(manifest.permitsAny("comm")).isFalse();
    assertThat(manifest.overrides()).containsExactly(HookPoint.MEMORY_PRE_STORE);
    assertThat(manifest.oauth()).hasSize(2);
    assertThat(manifest.oauth().getFirst().scopes()).containsExactly("repo", "user");
    assertThat(manifest.startupTimeout()).isEqualTo(Duration.ofMinutes(2));
  }

  @ParameterizedTest
  @ValueSource(strings = {"id", "name", "version", "provides"})
  void aFieldThatMustBeThere(String field) {
    assertThat(refusal(least(field, ""))).hasMessageContaining(field);
    assertThat(refusal(least(field, "null"))).hasMessageContaining(field);
  }

  @ParameterizedTest
  @ValueSource(strings = {"'.hidden'", "'a/b'", "'..'", "'-a'", "'a b'", "'ü'", "7", "' '"})
  void anIdIsTheNameOfAFolder(String id) {
    assertThat(refusal(least("id", id)))
        .hasMessageContainingAll("id is", id.replace("'", "").strip());
  }

  @Test
  void anIdHasAtMost128Characters() {
    assertThat(parse(least("id", "'" + "a".repeat(128) + "'")).id()).hasSize(128);
    assertThat(refusal(least("id", "'" + "a".repeat(129) + "'"))).hasMessageContaining("aaa...");
  }

  @ParameterizedTest
  @ValueSource(strings = {"''", "'a\\nb'", "'a\\u0000'", "[]"})
  void aNameIsOneLineOfText(String name) {
    assertThat(refusal(least("name", name))).hasMessageContaining("name is");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"1", "1.0", "v1.0.0", "1.0.0.0", "01.0.0", "1.0.0-01", "1.0.0-", "latest"})
  void aVersionIsSemantic(String version) {
    assertThat(refusal(least("version", "'" + version + "'")))
        .hasMessageContainingAll("version is '" + version + "'", "1.0.0");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"0.0.0", "1.2.3-alpha.1", "1.0.0-x-y-z.--", "10.20.30+build.1-b", "1.0.0-0a"})
  void semanticVersionsAreTaken(String version) {
    assertThat(parse(least("version", "'" + version + "'")).version()).isEqualTo(version);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "'tool:a'", "{}", "[1]"})
  void provideIsAListWithSomethingInIt(String provides) {
    assertThat(refusal(least("provides", provides))).hasMessageContaining("provides is");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "gateway",
        "vision",
        "browser",
        "comm",
        "ui",
        "schedule",
        "hooks",
        "tool:a",
        "channel:b"
      })
  void capabilitiesThereAre(String capability) {
    assertThat(parse(least("provides", "['" + capability + "']")).provides())
        .extracting(Capability::toString)
        .containsExactly(capability);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tool",
        "tool:",
        "tool: ",
        "channel",
        "channel:",
        "ui:x",
        "hooks:",
        "Tool:a",
        "",
        "model"
      })
  void capabilitiesThereAreNot(String capability) {
    assertThat(refusal(least("provides", "['ui','" + capability + "']")))
        .hasMessageContainingAll("provides is '" + capability + "'", "tool:<name>");
  }

  @ParameterizedTest
  @CsvSource({"description,7", "runtime,'''cloud'''", "protocol,'''http'''", "protocol,''''''"})
  void otherFieldsHaveRules(String field, String value) {
    assertRefusedWith("'" + field + "':" + value, field + " is", value.replace("'", ""));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "network:api.example.com:443",
        "network:*",
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
        "oauth:google",
        "user:token",
        "user:id",
        "hook:tool.pre_execute",
        "hook:*",
        "voice:*"
      })
  void permissionsThereAre(String permission) {
    assertThat(with("'permissions':['" + permission + "']").permissions())
        .containsExactly(permission);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "network", "network:", "network:API", "network:a b", "oauth:", "voice", "voice:",
        "voice:play", "filesystem:delete", "hook:none", "hook:tool", "root:all", ":read", "*",
        "*:*", "", "Memory:read", "memory:read ", "memory:read:all"
      })
  void permissionsThereAreNot(String permission) {
    assertRefusedWith(
        "'permissions':['" + permission + "']", "permissions has '" + permission + "'");
  }

  @Test
  void permissionsAndOverridesAreListsOfTexts() {
    assertRefusedWith("'permissions':'memory:read'", "permissions is 'memory:read'");
    assertRefusedWith("'permissions':[7]", "permissions is '7'");
    assertRefusedWith("'overrides':{}", "overrides is '{}'");
  }

  @Test
  void anOverrideIsAHookAndAllowed() {
    assertRefusedWith("'overrides':['memory.store']", "overrides is 'memory.store'");
    assertRefusedWith(
        "'overrides':['memory.pre_store'],'permissions':['hook:memory.pre_recall']",
        "overrides is 'memory.pre_store'",
        "hook:memory.pre_store or hook:*");
    assertThat(
            with("'overrides':['memory.pre_store'],'permissions':['hook:memory.pre_store']")
                .overrides())
        .containsExactly(HookPoint.MEMORY_PRE_STORE);
  }

  @Test
  void aLoginIsOfAKnownProvider() {
    assertRefusedWith("'oauth':[{'provider':'other'}]", "oauth.provider is 'other'", "microsoft");
    assertRefusedWith("'oauth':[{}]", "oauth.provider is missing");
    assertRefusedWith("'oauth':['google']", "oauth is");
    assertRefusedWith("'oauth':[{'provider':'google','scopes':'a'}]", "oauth.scopes is 'a'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"121", "-1", "1.5", "'10'", "99999999999999999999"})
  void aTimeToStartIsAtMostTwoMinutes(String seconds) {
    assertRefusedWith(
        "'startup_timeout':" + seconds, "startup_timeout is", seconds.replace("'", ""), "0 to 120");
  }

  @Test
  void noTimeToStartIsTheUsualOne() {
    assertThat(with("'startup_timeout':0").startupTimeout()).isEqualTo(Duration.ofSeconds(10));
    assertThat(with("'startup_timeout':1").startupTimeout()).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void theFirstRuleThatIsBrokenIsTold() {
    String wrong =
        "'permissions':['none'],'overrides':['none'],'startup_timeout':999,'runtime':'none'";
    assertRefusedWith(wrong, "runtime is");
    assertRefusedWith(
        wrong.replace("'none'}", "'x'").replace("'runtime':'none'", "'runtime':'local'"),
        "startup_timeout is");
    assertRefusedWith("'permissions':['none'],'overrides':['none']", "permissions has");
    assertThat(
            refusal("{'id':'a','name':'A','version':'1.0.0','provides':['x'],'permissions':['y']}"))
        .hasMessageContaining("provides is 'x'");
    assertThat(refusal("{'provides':[],'id':'/','version':'x'}")).hasMessageContaining("id is '/'");
  }

  @Test
  void whatIsNoJsonObjectIsRefused() {
    for (String text : new String[] {"", "{", "[]", "7", "null", "{} {}", "{'id':1,'id':2}"}) {
      assertThat(refusal(text).code()).as(text).isEqualTo(ErrorCode.BAD_JSON);
    }
    assertThat(refusal("[".repeat(100_000)).code()).isEqualTo(ErrorCode.BAD_JSON);
  }

  @Test
  void whatIsTooLargeIsRefused() {
    assertThat(refusal("{" + LEAST + ",'description':'" + "x".repeat(1 << 20) + "'}").code())
        .isEqualTo(ErrorCode.TOO_LARGE);
  }

  @Test
  void whatAStrangerWroteStaysOnOneLineOfTheLog() {
    assertThat(refusal(least("id", "'a\\nERROR all is lost'")))
        .message()
        .doesNotContain("\n")
        .contains("a?ERROR");
  }

  @Test
  void itIsReadFromTheFolderOfItsApp() throws Exception {
    assertThat(catchThrowableOfType(Refused.class, () -> ManifestReader.in(folder)))
        .hasMessage("there is no manifest.json");
    Files.writeString(folder.resolve("manifest.json"), ("{" + LEAST + "}").replace('\'', '"'));
    assertThat(ManifestReader.in(folder).id()).isEqualTo("com.example.a");
  }
}
