package dev.parley.hub.cli.apps;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.parley.hub.cli.apps.Templates.Language;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A project that was made is built with one command, and its program does what it says. */
@Timeout(300)
class TemplatesTest {
  private static final Path SDKS = Path.of("../tools/sdks.sh").toAbsolutePath();
  private static final int MISSING = 3;

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource
  void aProjectIsBuiltAndItsToolCalled(Language language) throws Exception {
    Path project = folder.resolve("my-tool");

    Templates.write(project, "my-tool", language);
    build(language, project);

    assertThat(project.resolve("binary")).isExecutable();
    assertThat(greeting(project)).contains("Hello, Ada");
  }

  /** With {@code make}. Skips the test where the language has no tools. */
  private static void build(Language language, Path project) throws Exception {
    Process building =
        new ProcessBuilder("bash", SDKS.toString(), "make", language.name(), project.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(building.getInputStream().readAllBytes(), UTF_8).strip();
    int result = building.waitFor();
    assumeTrue(result != MISSING, said);
    assertThat(result).as(said).isZero();
  }

  private static String greeting(Path project) throws Exception {
    Path socket = project.resolve("app.sock");
    ProcessBuilder builder =
        new ProcessBuilder(project.resolve("binary").toString()).directory(project.toFile());
    builder.environment().put("NEBO_APP_SOCK", socket.toString());
    Process app = builder.start();
    try (BufferedReader lines = app.errorReader();
        SocketChannel hub = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      assertThat(lines.readLine()).contains("listening on");
      hub.connect(UnixDomainSocketAddress.of(socket));
      ByteBuffer call = ByteBuffer.wrap(call("{\"action\":\"greet\",\"who\":\"Ada\"}"));
      while (call.hasRemaining()) {
        hub.write(call);
      }
      return readUntil(hub, "Hello, Ada");
    } finally {
      app.destroy();
      assertThat(app.waitFor(20, SECONDS)).isTrue();
    }
  }

  private static String readUntil(SocketChannel hub, String text) throws IOException {
    ByteBuffer heard = ByteBuffer.allocate(65_536);
    String all = "";
    while (!all.contains(text) && hub.read(heard) > 0) {
      all = new String(heard.array(), 0, heard.position(), UTF_8);
    }
    return all;
  }

  /** One call of HTTP/2 as bytes: the hub's own client of gRPC is not of this module. */
  private static byte[] call(String input) {
    ByteArrayOutputStream headers = new ByteArrayOutputStream();
    List<String> fields =
        List.of(
            ":method", "POST",
            ":scheme", "http",
            ":path", "/apps.v0.ToolService/Execute",
            ":authority", "localhost",
            "content-type", "application/grpc",
            "te", "trailers");
    for (int i = 0; i < fields.size(); i += 2) {
      headers.write(0);
      for (String text : fields.subList(i, i + 2)) {
        headers.write(text.length());
        headers.writeBytes(text.getBytes(UTF_8));
      }
    }
    byte[] json = input.getBytes(UTF_8);
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    body.writeBytes(new byte[] {0, 0, 0, 0, (byte) (json.length + 2), 0x0a, (byte) json.length});
    body.writeBytes(json);
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(UTF_8));
    frame(all, 4, 0, 0, new byte[0]);
    frame(all, 1, 4, 1, headers.toByteArray());
    frame(all, 0, 1, 1, body.toByteArray());
    return all.toByteArray();
  }

  private static void frame(
      ByteArrayOutputStream to, int type, int flags, int stream, byte[] payload) {
    to.write(0);
    to.write(payload.length >> 8);
    to.write(payload.length);
    to.write(type);
    to.write(flags);
    to.writeBytes(new byte[] {0, 0, 0, (byte) stream});
    to.writeBytes(payload);
  }

  @ParameterizedTest
  @EnumSource
  void aProjectHasWhatAnAppNeedsAndNothingLeftToFillIn(Language language) throws Exception {
    Path project = folder.resolve("p");

    Templates.write(project, "weather-by-mail", language);

    JsonNode manifest = new JsonMapper().readTree(project.resolve("manifest.json").toFile());
    assertThat(manifest.path("id").asString())
        .isEqualTo(Templates.id("weather-by-mail"))
        .isEqualTo("local.weather-by-mail");
    assertThat(manifest.path("name").asString()).isEqualTo("Weather By Mail");
    assertThat(manifest.path("provides").path(0).asString()).isEqualTo("tool:weather_by_mail");
    assertThat(Files.readString(project.resolve("SKILL.md"))).contains("weather_by_mail");
    assertThat(project.resolve(".gitignore")).exists();
    assertThat(project.resolve("sdk/README.md")).exists();
    assertThat(project.resolve("sdk/examples")).doesNotExist();
    try (Stream<Path> files = Files.walk(project)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(Files.readString(file))
            .as(file.toString())
            .doesNotContainPattern("\\{\\{[a-z]+}}");
        assertThat(project.relativize(file).toString()).doesNotContain("_test");
      }
    }
  }

  @Test
  void aFolderThatIsThereIsLeftAlone() throws Exception {
    Path project = Files.createDirectory(folder.resolve("mine"));
    Files.writeString(project.resolve("manifest.json"), "mine");

    assertThatThrownBy(() -> Templates.write(project, "mine", Language.go))
        .isInstanceOf(FileAlreadyExistsException.class);

    assertThat(project.toFile().list()).containsExactly("manifest.json");
    assertThat(project.resolve("manifest.json")).content().isEqualTo("mine");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "A", "1a", "a_b", "a--b", "a-", "../a", "a/b", "a b", "test", "é"})
  void aNameThatIsNoneMakesNothing(String name) {
    Path project = folder.resolve("none");

    assertThatThrownBy(() -> Templates.write(project, name, Language.c))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("cannot be the name of an app");

    assertThat(project).doesNotExist();
  }
}
