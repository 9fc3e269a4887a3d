package dev.parley.hub.cli.account;

import dev.parley.client.json.JsonWriter;
import dev.parley.hub.cli.Cli;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "login",
    description = "Log in with email and password; other commands then act as you.",
    usageHelpAutoWidth = true,
    footerHeading = "%nExamples:%n",
    footer = {
      "  parley login ann@example.org --url https://hub.example.org",
      "  parley login ann@example.org --password-stdin < password.txt",
      "",
      "The session is kept in session.json in the data directory, for your eyes only, and",
      "refreshed as long as you use it once in 14 days. Before it go: --token, --token-file,",
      "their variables, and at the hub of the data directory the owner's token."
    })
public final class LoginCommand implements Callable<Integer> {
  private final Cli cli;

  @Parameters(paramLabel = "EMAIL", description = "The address of your account.")
  private String email;

  @Mixin private PasswordInput password;

  public LoginCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public Integer call() throws IOException {
    Entering entering = new Entering(cli);
    List<URI> addresses = entering.addresses(email);
    return entering.enter(
        "login",
        addresses,
        new JsonWriter().put("email", email).put("password", password.known(cli)),
        "the email or the password is wrong");
  }
}
