package dev.parley.hub.cli.account;

import dev.parley.client.json.JsonWriter;
import dev.parley.hub.cli.Cli;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "register",
    description = "Make an account with an invitation, and log in.",
    usageHelpAutoWidth = true,
    footerHeading = "%nExamples:%n",
    footer = {
      "  parley register ann@example.org --invitation CODE --url https://hub.example.org",
      "  parley register ann@example.org --agent ann --name 'Ann Smith'   where all may",
      "",
      "The hub's owner gets a CODE with: parley owners invite"
    })
public final class RegisterCommand implements Callable<Integer> {
  private final Cli cli;

  @Parameters(paramLabel = "EMAIL", description = "The address you will log in with.")
  private String email;

  @Option(
      names = "--invitation",
      paramLabel = "CODE",
      description = "The code the hub's owner gave you; good once, for a week.")
  private @Nullable String invitation;

  @Option(
      names = "--agent",
      paramLabel = "AGENT",
      description = "The agent you will speak as (default: made from the address).")
  private @Nullable String agent;

  @Option(names = "--name", paramLabel = "NAME", description = "What others see of you.")
  private @Nullable String name;

  @Mixin private PasswordInput password;

  public RegisterCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public Integer call() throws IOException {
    Entering entering = new Entering(cli);
    List<URI> addresses = entering.addresses(email);
    return entering.enter(
        "register",
        addresses,
        new JsonWriter()
            .put("email", email)
            .put("password", password.chosen(cli))
            .put("displayName", name)
            .put("agentId", agent)
            .put("invitation", invitation),
        invitation == null
            ? "an account needs an invitation of the hub's owner: --invitation CODE"
            : "this invitation is not good (any more); ask the hub's owner for another");
  }
}
