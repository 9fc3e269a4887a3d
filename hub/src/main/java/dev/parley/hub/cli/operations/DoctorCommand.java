package dev.parley.hub.cli.operations;

import dev.parley.client.json.JsonWriter;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.output.Console;
import dev.parley.hub.cli.output.Escaped;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "doctor",
    description = "Check this machine, the data directory and the hub, and say what to do.",
    usageHelpAutoWidth = true,
    footerHeading = "%nExits with 1 if a check fails.%n%nExamples:%n",
    footer = {
      "  parley doctor",
      "  parley doctor --deep",
      "  parley doctor --data /srv/parley --json"
    })
public final class DoctorCommand implements Callable<Integer> {
  private final Cli cli;

  @Option(
      names = "--deep",
      description = "Also read every file of the store and compare it with its checksums.")
  private boolean deep;

  public DoctorCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public Integer call() throws IOException {
    List<Finding> findings = new ArrayList<>(new LocalChecks(cli.data(), cli.environment()).run());
    if (deep) {
      findings.addAll(new StoreChecks(cli.data()).run());
    }
    findings.addAll(new HubChecks(cli).run());
    boolean well =
        findings.stream().noneMatch(finding -> finding.verdict() == Finding.Verdict.FAIL);
    if (cli.isJson()) {
      cli.console()
          .json(
              new JsonWriter()
                  .put("ok", well)
                  .put("checks", findings.stream().map(Finding::toMap).toList())
                  .toObject());
    } else {
      findings.forEach(finding -> print(cli.console(), finding));
    }
    return well ? Exit.OK : Exit.FAILED;
  }

  private static void print(Console console, Finding finding) {
    String verdict =
        switch (finding.verdict()) {
          case OK -> console.green("ok  ");
          case WARN -> console.yellow("warn");
          case FAIL -> console.red("fail");
        };
    String padded = finding.check() + " ".repeat(Math.max(1, 16 - finding.check().length()));
    console.line(verdict + "  " + padded + Escaped.line(finding.detail()));
    if (finding.advice() != null) {
      console.line(" ".repeat(22) + "→ " + Escaped.line(finding.advice()));
    }
  }
}
