package dev.parley.hub.cli.apps;

import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.CliError;
import dev.parley.hub.cli.output.Escaped;
import dev.parley.hub.cli.rest.RestCalls;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which store is meant: this hub, unless told otherwise. */
final class StoreOption {
  static final String ACCOUNTS = "/api/v1/developer/accounts";
  static final String MINE = "/api/v1/developer/apps";
  static final String ADMIN = "/api/v1/admin/apps";

  @Option(names = "--store", paramLabel = "URL", description = "Another hub that is the store.")
  private @Nullable String url;

  @Option(
      names = "--store-token-file",
      paramLabel = "FILE",
      description = "With --store: a file with a token for it, as logging in there gives.")
  private @Nullable Path tokenFile;

  RestCalls calls(Cli cli) throws IOException {
    if (url == null) {
      return new RestCalls(cli);
    }
    if (tokenFile == null) {
      throw CliError.usage("--store needs --store-token-file: the token of your account there");
    }
    String token = Files.readString(tokenFile).strip();
    URI base;
    try {
      base = URI.create(url);
    } catch (IllegalArgumentException e) {
      throw CliError.usage(Escaped.line(url) + " is no address");
    }
    String host = base.getHost() == null ? "" : base.getHost();
    boolean here = host.equals("localhost") || host.startsWith("127.") || host.equals("[::1]");
    if (!"https".equals(base.getScheme()) && !(here && "http".equals(base.getScheme()))) {
      throw CliError.usage("--store must begin with https: the token is a secret");
    }
    return new RestCalls(base, token);
  }
}
