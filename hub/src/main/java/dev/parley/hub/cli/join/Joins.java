package dev.parley.hub.cli.join;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.client.json.JsonException;
import dev.parley.client.json.JsonObject;
import dev.parley.client.json.JsonWriter;
import dev.parley.core.address.AgentId;
import dev.parley.core.store.Folders;
import dev.parley.core.store.OwnersFile;
import dev.parley.hub.cli.CliError;
import dev.parley.hub.config.DataDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Which agents have joined from here, by which files, and their tokens: in {@value #FOLDER} of the
 * data directory, for their owner alone.
 */
final class Joins {
  private static final String FOLDER = "joined";

  private final DataDirectory data;
  private final Path folder;

  /** An entry in a client's configuration. */
  record Place(Client client, Path file, String name) {
    private JsonObject toJson() {
      return new JsonWriter()
          .put("client", client.wireName())
          .put("file", file.toString())
          .put("name", name)
          .toObject();
    }

    private static Place of(JsonObject json) {
      Client client = Client.valueOf(json.text("client", "").toUpperCase(Locale.ROOT));
      return new Place(client, Path.of(json.text("file", "")), json.text("name", ""));
    }
  }

  Joins(DataDirectory data) {
    this.data = data;
    this.folder = data.path().resolve(FOLDER);
  }

  Path tokenFile(AgentId agent) {
    return folder.resolve(agent.value() + ".token");
  }

  /** The token it has joined with, or null. Refused when others could have read it. */
  @Nullable String token(AgentId agent) throws IOException {
    Path file = tokenFile(agent);
    try {
      if (Folders.isOpen(file)) {
        throw CliError.failed(
            file + " is open to others, who may have read it; say --new-token for another one");
      }
      return Files.readString(file, UTF_8).strip();
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  void keep(AgentId agent, String token) throws IOException {
    write(agent.value() + ".token", (token + "\n").getBytes(UTF_8));
  }

  List<Place> places(AgentId agent) throws IOException {
    Path file = folder.resolve(agent.value() + ".json");
    try {
      return JsonObject.parse(Files.readAllBytes(file)).objects("places").stream()
          .map(Place::of)
          .toList();
    } catch (NoSuchFileException e) {
      return List.of();
    } catch (JsonException | IllegalArgumentException e) {
      throw CliError.failed(file + " cannot be read (" + e.getMessage() + ")");
    }
  }

  void add(AgentId agent, Place place) throws IOException {
    List<Place> places = new ArrayList<>(places(agent));
    if (!places.contains(place)) {
      places.add(place);
      write(agent, places);
    }
  }

  /** Without these, and without the token when nothing is left. */
  void remove(AgentId agent, List<Place> gone) throws IOException {
    List<Place> places = new ArrayList<>(places(agent));
    places.removeAll(gone);
    if (places.isEmpty()) {
      Files.deleteIfExists(folder.resolve(agent.value() + ".json"));
      Files.deleteIfExists(tokenFile(agent));
    } else {
      write(agent, places);
    }
  }

  private void write(AgentId agent, List<Place> places) throws IOException {
    write(
        agent.value() + ".json",
        new JsonWriter()
            .put("agentId", agent.value())
            .put("places", places.stream().map(Place::toJson).toList())
            .toBytes());
  }

  private void write(String name, byte[] content) throws IOException {
    data.create();
    boolean posix = folder.getFileSystem().supportedFileAttributeViews().contains("posix");
    if (!Files.isDirectory(folder)) {
      if (posix) {
        Folders.create(
            folder,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      } else {
        Folders.create(folder);
      }
    }
    OwnersFile.write(folder, name, content);
  }
}
