package dev.parley.hub.cli.apps;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.client.json.JsonObject;
import dev.parley.client.json.JsonWriter;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.CliError;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.output.Escaped;
import java.io.IOException;
import java.net.URLEncoder;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "review",
    description =
        "Approve, reject or revoke an app of the store. Approving signs and publishes it.",
    usageHelpAutoWidth = true,
    footerHeading = "%nExamples:%n",
    footer = {
      "  parley apps review approve 7c9e6679-7425-40de-944b-e07fc1f90ae7",
      "  parley apps review reject 7c9e6679-7425-40de-944b-e07fc1f90ae7 --reason 'no description'",
      "  parley apps review revoke 7c9e6679-7425-40de-944b-e07fc1f90ae7 --reason malware --yes"
    })
final class ReviewCommand implements Callable<Integer> {
  private final Cli cli;

  /** What a reviewer decides. */
  enum Decision {
    approve,
    reject,
    revoke
  }

  @Parameters(
      index = "0",
      paramLabel = "DECISION",
      description = "One of ${COMPLETION-CANDIDATES}.")
  private Decision decision = Decision.approve;

  @Parameters(index = "1", paramLabel = "ID", description = "As 'parley apps reviews' says.")
  private String id = "";

  @Option(names = "--reason", paramLabel = "TEXT", description = "Told to the publisher.")
  private String reason = "";

  @Option(names = "--yes", description = "Revoke without being asked.")
  private boolean yes;

  @Mixin private StoreOption store = new StoreOption();

  ReviewCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public Integer call() throws IOException {
    if (decision != Decision.approve && reason.isBlank()) {
      throw CliError.usage("say why with --reason: the publisher has to know what to better");
    }
    if (decision == Decision.revoke) {
      cli.confirm(yes, "Revoke it? It stops on every hub that has it, and cannot be brought back.");
    }
    byte[] body =
        decision == Decision.approve
            ? new byte[0]
            : new JsonWriter().put("reason", reason).toBytes();
    JsonObject answer =
        store
            .calls(cli)
            .send(
                "POST",
                StoreOption.ADMIN + "/" + URLEncoder.encode(id, UTF_8) + "/" + decision,
                body);
    if (cli.isJson()) {
      cli.console().json(answer);
    } else {
      cli.console().line(Escaped.line(id) + ": " + Escaped.line(answer.text("status", "")));
    }
    return Exit.OK;
  }
}
