package dev.parley.bench.storm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import picocli.CommandLine.ExitCode;

class StormCommandTest {
  @TempDir Path folder;

  @Test
  void aRunLeavesATableFiguresAndAPicture() throws Exception {
    Path csv = folder.resolve("out/storm.csv");
    Path svg = folder.resolve("out/storm.svg");
    var out = new StringWriter();

    int exit =
        StormCommand.commandLine()
            .setOut(new PrintWriter(out))
            .execute("--agents=5000", "--hubs=5", "--logins=100", "--csv=" + csv, "--svg=" + svg);

    assertThat(exit).isZero();
    assertThat(out.toString()).contains("5,000 agents, 5 of 5 hubs").doesNotContain("never");
    assertThat(Files.readAllLines(csv))
        .startsWith("law,second,attempts,back,backTotal")
        .filteredOn(line -> line.endsWith(",5000"))
        .hasSizeGreaterThanOrEqualTo(Law.ALL.size());
    Document picture =
        DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(svg.toFile());
    assertThat(picture.getElementsByTagName("polyline").getLength()).isEqualTo(2 * Law.ALL.size());
  }

  @Test
  void badOptionsAreWrongUsage() {
    int exit =
        StormCommand.commandLine()
            .setErr(new PrintWriter(new StringWriter()))
            .execute("--lost=101");

    assertThat(exit).isEqualTo(ExitCode.USAGE);
  }
}
