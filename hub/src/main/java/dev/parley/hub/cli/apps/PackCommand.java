package dev.parley.hub.cli.apps;

import dev.parley.apps.archive.Packer;
import dev.parley.apps.binary.NativeBinary;
import dev.parley.apps.manifest.Manifest;
import dev.parley.apps.manifest.ManifestReader;
import dev.parley.client.json.JsonWriter;
import dev.parley.core.error.Refused;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.CliError;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.output.Escaped;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "pack",
    description = {
      "Make a package of a folder: manifest.json, binary, SKILL.md and what is below ui/. Only a"
          + " store signs packages; this one can be installed where no store vouches for apps."
    },
    usageHelpAutoWidth = true,
    footerHeading = "%nExamples:%n",
    footer = {
      "  parley apps pack ./calculator",
      "  parley apps pack ./calculator --output /tmp/calculator.napp"
    })
final class PackCommand implements Callable<Integer> {
  /** What readers of packages expect to be there, and none of it true: nobody has signed. */
  private static final byte[] UNSIGNED =
      """
      {"key_id":"","algorithm":"ed25519","manifest_signature":"","binary_sha256":"","binary_signature":""}
      """
          .getBytes(StandardCharsets.UTF_8);

  private final Cli cli;

  @Parameters(paramLabel = "DIR", description = "The folder of the app.")
  private Path folder = Path.of("");

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Where it is written; ID-VERSION.napp in this folder by default.")
  private @Nullable Path output;

  PackCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public Integer call() throws IOException {
    Path target;
    try {
      Manifest manifest = ManifestReader.in(folder);
      Packer.Contents contents = Packer.Contents.in(folder, UNSIGNED);
      NativeBinary.check(contents.binary());
      target =
          output == null ? Path.of(manifest.id() + "-" + manifest.version() + ".napp") : output;
      write(contents, target);
    } catch (Refused refused) {
      throw CliError.failed(Escaped.line(String.valueOf(refused.getMessage())));
    }
    if (cli.isJson()) {
      cli.console()
          .json(
              new JsonWriter()
                  .put("file", target.toString())
                  .put("bytes", Files.size(target))
                  .toObject());
    } else {
      cli.console().line("wrote " + Escaped.line(target.toString()));
      cli.console().note("install it with: parley apps install " + Escaped.line(target.toString()));
    }
    return Exit.OK;
  }

  /** Whole or not at all. */
  private static void write(Packer.Contents contents, Path target) throws IOException {
    Path beside = target.toAbsolutePath().getParent();
    Path draft = Files.createTempFile(beside, ".pack", ".napp");
    try {
      try (OutputStream out = Files.newOutputStream(draft)) {
        Packer.pack(contents, out);
      }
      Files.move(draft, target, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(draft);
    }
  }
}
