package dev.parley.apps.oauth;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The logins on disk, readable for the owner of the hub alone. One thread at a time. */
final class LoginFile {
  private static final Set<StandardOpenOption> NEW =
      Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW);

  private final Path file;

  /**
   * @param refresh empty when there is none: then it ends with its access token
   * @param expiresAt Unix milliseconds
   */
  record Kept(String refresh, long expiresAt) {
    @Override
    public String toString() {
      return "Kept";
    }
  }

  /** Whose login, where. */
  record Holder(String app, String provider) implements Comparable<Holder> {
    @Override
    public int compareTo(Holder other) {
      int byApp = app.compareTo(other.app);
      return byApp != 0 ? byApp : provider.compareTo(other.provider);
    }
  }

  LoginFile(Path file) {
    this.file = file;
  }

  Map<Holder, Kept> read() throws IOException {
    Map<Holder, Kept> all = new TreeMap<>();
    JsonNode root;
    try {
      root = JsonMapper.shared().readTree(Files.readString(file));
    } catch (NoSuchFileException e) {
      return all;
    } catch (JacksonException e) {
      throw new IOException(file + " is damaged; take it away and log in again", e);
    }
    for (Map.Entry<String, JsonNode> app : root.properties()) {
      for (Map.Entry<String, JsonNode> provider : app.getValue().properties()) {
        all.put(
            new Holder(app.getKey(), provider.getKey()),
            new Kept(
                provider.getValue().path("refresh").asString(""),
                provider.getValue().path("expiresAt").asLong(0)));
      }
    }
    return all;
  }

  /** Whole or not at all, and on the disk when this returns. */
  void write(Map<Holder, Kept> all) throws IOException {
    ObjectNode root = JsonMapper.shared().createObjectNode();
    all.forEach(
        (key, kept) ->
            root.withObjectProperty(key.app())
                .putObject(key.provider())
                .put("refresh", kept.refresh())
                .put("expiresAt", kept.expiresAt()));
    Path next = file.resolveSibling(file.getFileName() + ".new");
    Files.deleteIfExists(next);
    try (FileChannel out =
        FileChannel.open(
            next,
            NEW,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
      ByteBuffer bytes = ByteBuffer.wrap(root.toString().getBytes(UTF_8));
      while (bytes.hasRemaining()) {
        int _ = out.write(bytes);
      }
      out.force(true);
    }
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    try (FileChannel folder = FileChannel.open(file.toAbsolutePath().getParent())) {
      folder.force(true);
    }
  }
}
