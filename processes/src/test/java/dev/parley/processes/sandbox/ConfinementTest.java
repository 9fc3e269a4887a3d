package dev.parley.processes.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a machine offers is tried, and where it offers nothing nothing is started. */
class ConfinementTest {
  @TempDir private Path folder;

  private Path program(String script) throws Exception {
    Path program = Files.writeString(folder.resolve("bwrap"), "#!/bin/sh\n" + script + "\n");
    assertThat(program.toFile().setExecutable(true)).isTrue();
    return program;
  }

  @Test
  void aBubblewrapThatIsThereAndDoesNotWorkIsNoSandbox() throws Exception {
    Path broken = program("echo 'setting up uid map: Permission denied' >&2; exit 1");

    Confinement found = Confinement.tried(broken, Path.of("/usr/bin/prlimit"));

    assertThat(found.works()).isFalse();
    assertThat(found.description())
        .isEqualTo(broken + " does not work here: setting up uid map: Permission denied");
  }

  @Test
  void oneThatDoesNothingIsNoSandboxEither() throws Exception {
    Confinement found = Confinement.tried(program("exit 0"), Path.of("/usr/bin/prlimit"));

    assertThat(found.works()).isFalse();
    assertThat(found.description()).contains("does not lock anything in");
  }

  @Test
  void withoutASandboxNothingIsStartedThatAsksForOneAndTheSettingIsNamed() {
    Confinement none = Confinement.none("bubblewrap (bwrap) is not installed");

    Refused refused =
        catchThrowableOfType(
            Refused.class,
            () ->
                none.launch(
                    Sandbox.of("agents.commands.worker.sandbox", folder),
                    List.of("true"),
                    folder,
                    "/usr/bin",
                    folder));

    assertThat(refused.code()).isEqualTo(ErrorCode.CONFLICT);
    assertThat(refused)
        .hasMessage(
            "this program is to be started in a sandbox, and there is none: bubblewrap (bwrap) is"
                + " not installed. Mend that, or set agents.commands.worker.sandbox to false:"
                + " then it has all rights of the hub's user");
  }

  @Test
  void whatIsSaidOfInnerFoldersHoldsAndWhatSaysNothingNewIsLeftOut() throws Exception {
    Path home = Files.createDirectories(folder.resolve("home"));
    Path work = Files.createDirectories(home.resolve("work"));
    Path docs = Files.createDirectories(work.resolve("docs"));
    Path data = Files.createDirectories(folder.resolve("data"));

    View view =
        View.of(
            Sandbox.of("x", home)
                .reading(docs)
                .writing(work)
                .reading(folder)
                .hiding(data)
                .hiding(folder.resolve("missing")));

    assertThat(view.mounts())
        .extracting(View.Mount::path, View.Mount::kind)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(folder, View.Kind.READABLE),
            org.assertj.core.groups.Tuple.tuple(data, View.Kind.HIDDEN),
            org.assertj.core.groups.Tuple.tuple(home, View.Kind.WRITABLE),
            org.assertj.core.groups.Tuple.tuple(docs, View.Kind.READABLE));
    assertThat(view.shows(docs, List.of())).isTrue();
    assertThat(view.shows(data, List.of())).isFalse();
  }
}
