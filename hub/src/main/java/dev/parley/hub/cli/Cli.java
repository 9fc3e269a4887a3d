package dev.parley.hub.cli;

import dev.parley.client.ClientEvents;
import dev.parley.client.ClientOptions;
import dev.parley.client.ParleyClient;
import dev.parley.client.ParleyException;
import dev.parley.client.json.JsonObject;
import dev.parley.hub.cli.account.Session;
import dev.parley.hub.cli.account.Sessions;
import dev.parley.hub.cli.output.Console;
import dev.parley.hub.config.DataDirectory;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a command has to work with. */
public final class Cli {
  /** The owner's name as a participant. */
  public static final String OWNER = "developer";

  private final Console console;
  private final Map<String, String> environment;
  private final Globals globals = new Globals();

  public Cli(Console console, Map<String, String> environment) {
    this.console = console;
    this.environment = environment;
  }

  Globals globals() {
    return globals;
  }

  public Console console() {
    return console;
  }

  public Map<String, String> environment() {
    return environment;
  }

  public boolean isJson() {
    return globals.json;
  }

  public DataDirectory data() {
    return DataDirectory.chosen(globals.data, environment);
  }

  /** Whether the data directory was named on the command line. */
  public boolean isDataGiven() {
    return globals.data != null;
  }

  public ParleyClient connect() {
    return connect(ClientEvents.NONE);
  }

  public ParleyClient connect(ClientEvents events) {
    return connect(options().withEvents(events));
  }

  public ClientOptions options() {
    return new HubAddress(globals, environment).options();
  }

  /** Where to ask over HTTP: of several addresses one that takes connections. */
  public static URI answering(List<URI> addresses) {
    return HubAddress.answering(addresses);
  }

  /** Where the hub is, whoever asks. */
  public List<URI> addresses() {
    return new HubAddress(globals, environment).addresses();
  }

  /** The session that commands use, unless they have something better to show; see the help. */
  public @Nullable Session session() {
    return new HubAddress(globals, environment).session();
  }

  public ParleyClient connect(ClientOptions options) {
    try {
      return ParleyClient.connect(options);
    } catch (ParleyException e) {
      if (e.code().equals(ParleyException.UNREACHABLE)) {
        throw CliError.noHub(e.getMessage() + "; " + new HubAddress(globals, environment).start());
      }
      Session session = e.code().equals(ParleyException.UNAUTHORIZED) ? session() : null;
      throw session == null ? e : Sessions.turnedAway(session, options.agentId());
    }
  }

  /** Whom the command acts for: who was named with {@code --as}, else whoever has logged in. */
  public @Nullable String agent() {
    return new HubAddress(globals, environment).agent();
  }

  /** The agent a command is about: the one named, else the one acted for, else the owner. */
  public String agentOr(@Nullable String named) {
    String acting = named == null ? agent() : named;
    return acting == null ? OWNER : acting;
  }

  /** An answer of the hub, without the parts that belong to the conversation with it. */
  public void printAnswer(JsonObject answer) {
    console.json(answer.without("type", "requestId"));
  }

  /** Goes on only if somebody says so, by flag or by word. */
  public void confirm(boolean yes, String question) {
    if (yes) {
      return;
    }
    try {
      String answer = console.ask(question + " [y/N] ");
      if (answer == null) {
        throw CliError.usage("this cannot be undone; say --yes to do it without being asked");
      }
      if (!answer.strip().equalsIgnoreCase("y") && !answer.strip().equalsIgnoreCase("yes")) {
        throw CliError.failed("nothing was done");
      }
    } catch (IOException e) {
      throw CliError.failed("cannot ask: " + e.getMessage());
    }
  }
}
