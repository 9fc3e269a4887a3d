package dev.parley.hub.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.parley.agents.programs.Command;
import dev.parley.processes.container.ContainerRules;
import dev.parley.processes.sandbox.Limits;
import dev.parley.processes.sandbox.SandboxRules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the file says about locking programs in. */
class SandboxSettingsTest {
  @TempDir private Path data;

  private AgentsConfig read(String yaml) throws IOException {
    Files.writeString(data.resolve(DataDirectory.CONFIG), yaml);
    return new ConfigSources().read(data, Map.of(), Map.of()).agents();
  }

  @Test
  void commandsAreLockedInUnlessTheFileSaysOtherwise() throws IOException {
    Map<String, Command> commands =
        read("""
        agents:
          commands:
            usual: {argv: [a], directory: work}
            own:
              argv: [a]
              directory: work
              workspaces: [/srv/projects]
              network: false
              readable: [/opt/tool, tools]
              writable: [/srv/out]
              memoryMb: 512
              processes: 50
              cpuSeconds: 60
              fileMb: 10
              openFiles: 100
              minutes: 5
            free: {argv: [a], directory: work, sandbox: false}
        """)
            .commands();

    assertThat(commands.get("usual").sandbox())
        .isEqualTo(SandboxRules.of("agents.commands.usual.sandbox", true));
    assertThat(commands.get("own").workspaces()).containsExactly(Path.of("/srv/projects"));
    assertThat(commands.get("own").sandbox())
        .isEqualTo(
            new SandboxRules(
                "agents.commands.own.sandbox",
                List.of(Path.of("/srv/out")),
                List.of(Path.of("/opt/tool"), data.resolve("tools")),
                false,
                false,
                new Limits(512 << 20, 50, 60, 10 << 20, 100, Duration.ofMinutes(5))));
    assertThat(commands.get("free").sandbox()).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sandbox: false, network: true | agents.commands.x.network: without a sandbox",
        "sandbox: perhaps | agents.commands.x.sandbox",
        "network: perhaps | agents.commands.x.network",
        "memoryMb: 15 | agents.commands.x.memoryMb",
        "minutes: soon | agents.commands.x.minutes",
        "writable: /srv | agents.commands.x.writable: a list is expected",
        "sandbox: true, container: {image: a} | agents.commands.x.sandbox: a command has a sandbox",
        "memoryMb: 100, container: {image: a} | agents.commands.x.memoryMb: without a sandbox",
        "container: {cpus: 1} | agents.commands.x: 'image' has to name an image",
        "container: {image: '-v /:/host'} | agents.commands.x: 'image' has to name an image",
        "container: {image: a, cpus: -1} | agents.commands.x.container.cpus",
        "container: {image: a, memoryMb: 15} | agents.commands.x.container.memoryMb",
        "container: {image: a, network: other} | agents.commands.x: with a network of its own"
            + " 'hub'",
        "container: {image: a, hub: here} | agents.commands.x: 'hub' has a meaning only",
        "container: {image: a, privileged: true} | agents.commands.x.container.privileged: there is"
      })
  void whatCannotBeIsRefusedByItsKeysName(String setting, String problem) {
    assertThatExceptionOfType(BadConfig.class)
        .isThrownBy(
            () -> read("agents: {commands: {x: {argv: [a], directory: w, %s}}}".formatted(setting)))
        .withMessageStartingWith(problem);
  }

  @Test
  void aCommandMayRunInAContainer() throws IOException {
    Map<String, Command> commands =
        read("""
        agents:
          containerEngine: /run/my.sock
          commands:
            plain: {directory: work, container: {image: my/agent:1}}
            own:
              argv: [a]
              directory: work
              container:
                image: localhost/agent
                network: agents
                hub: host.docker.internal
                user: "1000:1000"
                writable: [/srv/out]
                readable: [/opt/tool]
                rootWritable: true
                cpus: 1.5
                memoryMb: 512
                processes: 50
                minutes: 5
        """)
            .commands();

    Path engine = Path.of("/run/my.sock");
    assertThat(commands.get("plain").container())
        .isEqualTo(ContainerRules.of(engine, "my/agent:1"));
    assertThat(commands.get("plain").argv()).isEmpty();
    assertThat(commands.get("plain").sandbox()).isNull();
    assertThat(commands.get("own").container())
        .isEqualTo(
            new ContainerRules(
                engine,
                "localhost/agent",
                "agents",
                "host.docker.internal",
                "1000:1000",
                List.of(Path.of("/srv/out")),
                List.of(Path.of("/opt/tool")),
                true,
                1.5,
                512 << 20,
                50,
                Duration.ofMinutes(5)));
  }

  @Test
  void aBrainIsLockedInWhenTheFileSaysSo() throws IOException {
    AgentsConfig agents =
        read(
            """
            agents:
              brains:
                free: {kind: acp, preset: gemini}
                locked: {kind: acp, preset: gemini, sandbox: true, readable: [/opt/node]}
            """);

    assertThat(((BrainSetting.Harness) agents.brains().get("free")).sandbox()).isNull();
    assertThat(((BrainSetting.Harness) agents.brains().get("locked")).sandbox().readable())
        .containsExactly(Path.of("/opt/node"));
  }
}
