package dev.parley.apps.install;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.apps.archive.Packer;
import dev.parley.apps.signature.Signatures;
import dev.parley.apps.signature.Signer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/** Makes packages as a store would. */
record Packages(Path folder, Signer signer) {

  /** A package of an app with these permissions, whose program says something. */
  Path of(String id, String version, String program, String... permissions) {
    byte[] manifest =
        ("{\"id\":\"%s\",\"name\":\"App\",\"version\":\"%s\",\"provides\":[\"tool:a\"],"
                + "\"permissions\":[%s]}")
            .formatted(
                id,
                version,
                permissions.length == 0 ? "" : "\"" + String.join("\",\"", permissions) + "\"")
            .getBytes(UTF_8);
    return of(manifest, version + "-" + program);
  }

  Path of(byte[] manifest, String program) {
    try {
      Path binary = folder.resolve("program");
      byte[] elf = ("\u007fELF" + "\2\1\1\0" + program).getBytes(UTF_8);
      Path _ = Files.write(binary, elf);
      Path archive = folder.resolve(UUID.randomUUID() + ".napp");
      try (OutputStream out = Files.newOutputStream(archive)) {
        Packer.pack(
            new Packer.Contents(
                manifest,
                binary,
                Signatures.make(signer, manifest, binary).toJson(),
                "# Use".getBytes(UTF_8)),
            out);
      }
      return archive;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
