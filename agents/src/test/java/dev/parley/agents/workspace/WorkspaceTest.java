package dev.parley.agents.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.message.Origin;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tool {@code file}. */
class WorkspaceTest {
  @TempDir private Path folder;

  private ToolsWorld world;

  @BeforeEach
  void open() throws Exception {
    world = new ToolsWorld(folder);
  }

  @AfterEach
  void close() {
    world.close();
  }

  @Test
  void filesAreWrittenReadEditedListedAndFoundInTheAgentsOwnFolder() throws Exception {
    assertThat(world.file("write", "path", "notes/today.md", "text", "one\ntwo\nthree\n"))
        .isEqualTo("'notes/today.md' has 14 bytes now");
    assertThat(world.file("read", "path", "notes/today.md", "line", 2, "lines", 1))
        .isEqualTo("2\ttwo\n[1 more]");
    assertThat(world.file("edit", "path", "notes/today.md", "old", "two", "new", "2"))
        .isEqualTo("'notes/today.md' has 12 bytes now");
    assertThat(world.file("list")).isEqualTo("notes\t(folder)");
    assertThat(world.file("list", "path", "notes")).isEqualTo("today.md\t12");
    assertThat(world.file("search", "words", "thr")).isEqualTo("notes/today.md:3: three");
    Path file = world.workspace("ada").resolve("notes/today.md");
    assertThat(file).hasContent("one\n2\nthree\n");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(world.workspace("ada"))))
        .isEqualTo("rwx------");
    assertThat(world.file("read", "path", file.toString())).startsWith("1\tone");
  }

  @Test
  void whatCannotBeEditedIsLeftAsItIs() throws Exception {
    String _ = world.file("write", "path", "a", "text", "x x");

    assertThat(world.file("edit", "path", "a", "old", "y")).startsWith("refused (not_found)");
    assertThat(world.file("edit", "path", "a", "old", "x")).startsWith("refused (conflict)");
    assertThat(world.file("read", "path", "b")).startsWith("refused (not_found)");
    assertThat(world.workspace("ada").resolve("a")).hasContent("x x");
  }

  @Test
  void noNameLeadsOutOfIt() throws Exception {
    Path secret = Files.writeString(folder.resolve("secret"), "the owner's");
    String _ = world.file("write", "path", "a", "text", "mine");
    Path workspace = world.workspace("ada");
    Files.createSymbolicLink(workspace.resolve("link"), secret);
    Files.createSymbolicLink(workspace.resolve("way"), folder);
    Path other = Files.createDirectories(world.workspace("ben"));
    Files.writeString(other.resolve("diary"), "dear diary");

    for (String path :
        new String[] {
          "../../secret",
          "notes/../../../secret",
          secret.toString(),
          "link",
          "way/secret",
          "../home-ben/diary",
          other.resolve("diary").toString(),
          "/etc/passwd",
          "/proc/self/environ"
        }) {
      assertThat(world.file("read", "path", path)).as(path).startsWith("refused");
      assertThat(world.file("edit", "path", path, "old", "e")).as(path).startsWith("refused");
      assertThat(world.file("list", "path", path)).as(path).startsWith("refused");
      assertThat(world.file("search", "words", "owner", "path", path)).startsWith("refused");
    }
    assertThat(world.file("write", "path", "way/new", "text", "x")).startsWith("refused");
    assertThat(world.file("write", "path", "../new", "text", "x")).startsWith("refused");
    // A file takes the link's place; what it led to stays.
    assertThat(world.file("write", "path", "link", "text", "x")).contains("has 1 bytes");
    assertThat(secret).hasContent("the owner's");
    assertThat(folder.resolve("new")).doesNotExist();
    assertThat(world.file("search", "words", "diary")).isEqualTo("nowhere");
  }

  @Test
  void whatIsNoFileIsNotWaitedFor() throws Exception {
    String _ = world.file("write", "path", "a", "text", "mine");
    Path pipe = world.workspace("ada").resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();

    assertThat(world.file("read", "path", "pipe")).contains("is not a file");
    assertThat(world.file("search", "words", "mine")).isEqualTo("a:1: mine");
    assertThat(world.file("list")).contains("pipe\t(other)");
  }

  @Test
  void inATurnThatOthersHaveCausedThereIsNoFile() throws Exception {
    assertThat(world.use("ada", Origin.PEER, "file", "action", "read", "path", "a").text())
        .startsWith("refused (forbidden)");
    assertThat(world.asked).isEmpty();
  }

  @Test
  void withoutLeaveNothingIsDoneAndLeaveIsForExactlyThat() throws Exception {
    world.answer = new dev.parley.agents.brain.Permissions.Answer(false, "denied by developer");

    assertThat(world.file("write", "path", "a", "text", "mine"))
        .isEqualTo("refused (forbidden): it was not allowed: denied by developer");
    assertThat(world.workspace("ada").resolve("a")).doesNotExist();
    assertThat(world.asked.getFirst().payload())
        .isEqualTo("{\"tool\":\"file\",\"does\":\"write a\\nmine\"}");
  }
}
