package dev.parley.hub.cli.account;

import dev.parley.client.json.JsonWriter;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.CliError;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.output.Escaped;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "password",
    description = "Take another password for your account.",
    usageHelpAutoWidth = true,
    footerHeading = "%nExamples:%n",
    footer = {
      "  parley password",
      "  printf '%%s\\n%%s\\n' \"$OLD\" \"$NEW\" | parley password --password-stdin",
      "",
      "Everything that the old password opened ends, in browsers as well; here you stay logged in.",
      "From standard input come two lines, the present password and the new one."
    })
public final class PasswordCommand implements Callable<Integer> {
  private final Cli cli;

  @Mixin private PasswordInput password;

  public PasswordCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public Integer call() throws IOException {
    Session session = cli.session();
    if (session == null) {
      throw CliError.failed("you are not logged in; run: parley login EMAIL");
    }
    PasswordInput.Change change = password.change(cli);
    Session now = new Sessions(new SessionFile(cli.data())).changePassword(session, change);
    if (cli.isJson()) {
      cli.console().json(new JsonWriter().put("email", now.email()).toObject());
    } else {
      cli.console().line(Escaped.line("the password of " + now.email() + " is another now"));
    }
    return Exit.OK;
  }
}
