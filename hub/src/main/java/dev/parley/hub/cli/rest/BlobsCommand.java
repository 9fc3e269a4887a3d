package dev.parley.hub.cli.rest;

import dev.parley.client.json.JsonObject;
import dev.parley.client.json.JsonWriter;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.CliError;
import dev.parley.hub.cli.CommandGroup;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.output.Sizes;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "blobs",
    description = "Store files in the hub, and fetch those that messages attach, by their SHA-256.",
    usageHelpAutoWidth = true,
    synopsisSubcommandLabel = "COMMAND",
    footerHeading = "%nExamples:%n",
    footer = {
      "  parley send ada 'here it is' --attach report.pdf    store and send in one step",
      "  parley blobs put report.pdf",
      "  parley blobs get 2cf24dba…9824 --output report.pdf"
    })
public final class BlobsCommand extends CommandGroup {
  private final Cli cli;

  public BlobsCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public SequencedMap<String, Object> commands() {
    SequencedMap<String, Object> commands = new LinkedHashMap<>();
    commands.put("put", new Put(cli));
    commands.put("get", new Get(cli));
    return commands;
  }

  @Command(name = "put", description = "Store a file; prints its SHA-256.")
  static final class Put implements Callable<Integer> {
    private final Cli cli;

    @Parameters(paramLabel = "FILE", description = "What to store.")
    private Path file;

    @Option(
        names = "--type",
        paramLabel = "TYPE",
        description = "Its content type (default: by the file's name).")
    private @Nullable String type;

    Put(Cli cli) {
      this.cli = cli;
    }

    @Override
    public Integer call() throws IOException {
      JsonObject stored = StoredFile.store(cli, file, type);
      if (cli.isJson()) {
        cli.console().json(stored);
      } else {
        cli.console().line(stored.text("sha256", ""));
      }
      return Exit.OK;
    }
  }

  @Command(name = "get", description = "Fetch a file by its SHA-256, which is checked.")
  static final class Get implements Callable<Integer> {
    private final Cli cli;

    @Parameters(paramLabel = "SHA256", description = "What 'put' printed.")
    private String name;

    @Option(
        names = {"-o", "--output"},
        paramLabel = "FILE",
        description = "Where to (default: a file of that name here).")
    private @Nullable Path output;

    Get(Cli cli) {
      this.cli = cli;
    }

    @Override
    public Integer call() throws IOException {
      if (!name.matches("[0-9a-f]{64}")) {
        throw CliError.usage("'" + name + "' is no SHA-256 in hexadecimal");
      }
      Path target = output == null ? Path.of(name) : output;
      Path draft = target.resolveSibling(target.getFileName() + ".part");
      MessageDigest digest = sha256();
      long size;
      try (InputStream in =
          new DigestInputStream(new RestCalls(cli).download("/api/blobs/" + name), digest)) {
        size = Files.copy(in, draft, StandardCopyOption.REPLACE_EXISTING);
        if (!HexFormat.of().formatHex(digest.digest()).equals(name)) {
          throw CliError.failed("what came is not what was asked for; try again");
        }
        Files.move(draft, target, StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(draft);
      }
      if (cli.isJson()) {
        cli.console()
            .json(new JsonWriter().put("file", target.toString()).put("size", size).toObject());
      } else {
        cli.console().line(Sizes.bytes(size) + " in " + target);
      }
      return Exit.OK;
    }

    private static MessageDigest sha256() {
      try {
        return MessageDigest.getInstance("SHA-256");
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException("every Java platform has SHA-256", e);
      }
    }
  }
}
