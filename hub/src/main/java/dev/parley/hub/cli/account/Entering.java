package dev.parley.hub.cli.account;

import dev.parley.client.json.JsonWriter;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.CliError;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.output.Escaped;
import dev.parley.hub.cli.rest.RestCalls;
import java.io.IOException;
import java.net.URI;
import java.util.List;

/** What {@code login} and {@code register} do alike. */
final class Entering {
  private final Cli cli;
  private final SessionFile file;

  Entering(Cli cli) {
    this.cli = cli;
    this.file = new SessionFile(cli.data());
  }

  /**
   * Where to: an address that was given, the hub of the data directory, or where the session was.
   * Somebody else's session is not lost by this: it would go on at its hub without anybody here who
   * could end it.
   */
  List<URI> addresses(String email) {
    List<URI> addresses = cli.addresses();
    Session kept = file.read();
    if (kept != null && !(kept.isOf(email) && kept.isAt(addresses))) {
      throw CliError.usage(
          "you are logged in as "
              + kept.email()
              + " at "
              + kept.place()
              + "; run first: parley logout");
    }
    return addresses;
  }

  int enter(String how, List<URI> addresses, JsonWriter credentials, String denied)
      throws IOException {
    Session session = new Sessions(file).open(how, addresses, credentials, denied);
    String place = RestCalls.base(session.addresses().getFirst()).toString();
    if (cli.isJson()) {
      cli.console()
          .json(
              new JsonWriter()
                  .put("email", session.email())
                  .put("agentId", session.agentId())
                  .put("url", place)
                  .toObject());
    } else {
      cli.console()
          .line(
              Escaped.line(
                  "logged in as "
                      + session.email()
                      + ", agent "
                      + session.agentId()
                      + ", at "
                      + place));
    }
    if (cli.session() == null) {
      cli.console()
          .note(
              "commands here show another token, which goes before the session: PARLEY_TOKEN,"
                  + " PARLEY_TOKEN_FILE, or the owner's in "
                  + cli.data().path()
                  + "; for a session beside it log in with --data FOLDER");
    }
    return Exit.OK;
  }
}
