package dev.parley.doors.rest.apps;

import dev.parley.apps.host.AppStatus;
import dev.parley.apps.host.Apps;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Apps under development: the folder in which somebody writes one is linked into the folder of
 * apps, and the host takes what is in it as it is. Blocks.
 */
public final class AppLinks {
  private static final int MANIFEST_BYTES_MAX = 1 << 20;

  private AppLinks() {}

  /**
   * Links a folder and launches what is in it; when it is linked already, launches it anew.
   *
   * @throws Refused when there is no app in it, or another app has its id
   */
  public static AppStatus link(Apps apps, String folder) throws Exception {
    Path source = source(folder);
    String id = id(source);
    Path link = apps.folder(id);
    if (Files.exists(link, LinkOption.NOFOLLOW_LINKS) && !isSame(link, source)) {
      throw new Refused(
          ErrorCode.ALREADY_EXISTS,
          "there is an app '" + id + "' already; uninstall it first: parley apps uninstall " + id);
    }
    if (!Files.exists(link, LinkOption.NOFOLLOW_LINKS)) {
      var _ = apps.changing(id, () -> Files.createSymbolicLink(link, source));
    }
    return apps.launch(id);
  }

  private static boolean isSame(Path link, Path source) throws IOException {
    return Files.isSymbolicLink(link) && Files.isSameFile(link, source);
  }

  private static Path source(String folder) throws IOException {
    Path source;
    try {
      source = Path.of(folder);
    } catch (InvalidPathException e) {
      throw new Refused(ErrorCode.BAD_REQUEST, "'directory': this is no path");
    }
    if (!source.isAbsolute()) {
      throw new Refused(
          ErrorCode.BAD_REQUEST, "'directory' must be absolute, not '" + folder + "'");
    }
    if (!Files.isDirectory(source)) {
      throw new Refused(ErrorCode.NOT_FOUND, "there is no folder '" + folder + "'");
    }
    return source.toRealPath();
  }

  private static String id(Path source) throws IOException {
    try (InputStream in = Files.newInputStream(source.resolve("manifest.json"))) {
      String id =
          JsonMapper.shared().readTree(in.readNBytes(MANIFEST_BYTES_MAX)).path("id").asString("");
      if (id.isEmpty()) {
        throw new Refused(ErrorCode.BAD_REQUEST, "manifest.json: 'id' is missing");
      }
      return id;
    } catch (NoSuchFileException e) {
      throw new Refused(ErrorCode.NOT_FOUND, "there is no manifest.json in '" + source + "'");
    } catch (JacksonException e) {
      throw new Refused(ErrorCode.BAD_REQUEST, "manifest.json is no JSON");
    }
  }
}
