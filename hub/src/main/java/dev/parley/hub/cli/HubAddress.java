package dev.parley.hub.cli;

import dev.parley.client.ClientOptions;
import dev.parley.hub.config.DataDirectory;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where the hub is and who to be there, from flags, environment and data directory. */
final class HubAddress {
  private final Globals globals;
  private final Map<String, String> environment;
  private final DataDirectory data;

  HubAddress(Globals globals, Map<String, String> environment) {
    this.globals = globals;
    this.environment = environment;
    this.data = DataDirectory.chosen(globals.data, environment);
  }

  ClientOptions options() {
    URI address = address();
    String own = ownToken();
    String agent = agent();
    if (own != null && agent != null) {
      return ClientOptions.agent(agent, own, address);
    }
    return ClientOptions.owner(own == null ? ownerToken() : own, address);
  }

  /** Whom commands act for, if anybody was named. */
  @Nullable String agent() {
    return globals.as == null ? environment.get("PARLEY_AS") : globals.as;
  }

  private URI address() {
    String url = globals.url == null ? environment.get("PARLEY_URL") : globals.url;
    if (url != null) {
      return parsed(url);
    }
    try {
      return data.running()
          .map(DataDirectory.Running::webSocket)
          .orElseThrow(() -> CliError.noHub("no hub runs on " + data.path() + "; " + start()));
    } catch (IOException e) {
      throw CliError.failed("cannot read " + data.path() + ": " + e.getMessage());
    }
  }

  /** What to type to get a hub where this command looked for one. */
  String start() {
    boolean usual = globals.data == null && environment.get("PARLEY_DATA") == null;
    return "start one with: parley up" + (usual ? "" : " --data " + data.path());
  }

  private static URI parsed(String url) {
    try {
      String webSocket = url.replaceFirst("^http", "ws");
      URI address = URI.create(webSocket);
      boolean bare = address.getRawPath() == null || address.getRawPath().length() <= 1;
      return bare ? address.resolve("/ws") : address;
    } catch (IllegalArgumentException e) {
      throw CliError.usage(
          "--url: '" + url + "' is no address; it looks like ws://127.0.0.1:3000/ws");
    }
  }

  /** One that was given, as opposed to the owner's in the data directory. */
  private @Nullable String ownToken() {
    if (globals.token != null) {
      return globals.token;
    }
    if (globals.tokenFile != null) {
      return read(globals.tokenFile);
    }
    String file = environment.get("PARLEY_TOKEN_FILE");
    String variable = environment.get("PARLEY_TOKEN");
    return variable != null || file == null ? variable : read(Path.of(file));
  }

  private String ownerToken() {
    return read(data.ownerToken());
  }

  private static String read(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (NoSuchFileException e) {
      throw CliError.failed("there is no token in " + file + "; give one with --token-file");
    } catch (IOException e) {
      throw CliError.failed("cannot read the token in " + file + ": " + e.getMessage());
    }
  }
}
