package dev.parley.hub.transfer;

import dev.parley.client.json.JsonException;
import dev.parley.client.json.JsonObject;
import dev.parley.core.address.IdGrammar;
import dev.parley.core.address.InvalidAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Those who spoke or were spoken to in a session of a crowd: its broadcasts reached them. */
final class Participants {
  private static final int MAX = 10_000;
  private static final int LINE_BYTES_MAX = 4 << 20;

  private Participants() {}

  /** Lines that cannot be read are named when they are imported. */
  static Set<String> of(Path log) throws IOException {
    Set<String> names = new TreeSet<>();
    try (LineReader lines = new LineReader(Files.newInputStream(log), LINE_BYTES_MAX)) {
      for (byte[] line = lines.next(); line != null && names.size() < MAX; line = lines.next()) {
        try {
          JsonObject message = JsonObject.parse(line);
          add(names, message.text("from"));
          add(names, message.text("to"));
        } catch (JsonException e) {
          // It names nobody.
        }
      }
    }
    return names;
  }

  private static void add(Set<String> names, @Nullable String name) {
    try {
      if (name != null && !name.equals(LineConverter.BROADCAST)) {
        IdGrammar.require("id", name);
        names.add(name);
      }
    } catch (InvalidAddress e) {
      // No agent can have this name, so nobody here had the message.
    }
  }
}
