package dev.parley.doors.web;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Every file of the dashboard, by its path below {@code /assets/VERSION/}. */
final class Assets {
  private static final String FOLDER = "dev/parley/dashboard/";

  private final Map<String, Asset> files;
  private final String version;
  private final Page page;

  private Assets(Map<String, Asset> files, String version, Page page) {
    this.files = Map.copyOf(files);
    this.version = version;
    this.page = page;
  }

  /**
   * Reads the files that {@code assets.properties} lists. Their common hash is the version in their
   * addresses: they import each other by relative paths, so they change address together.
   *
   * @throws FileNotFoundException when the dashboard, or a file of it, is not on the class path
   */
  static Assets read(ClassLoader from) throws IOException {
    Properties listed = new Properties();
    listed.load(new StringReader(text(from, FOLDER + "assets.properties")));
    Map<String, Asset> files = new HashMap<>();
    StringBuilder all = new StringBuilder();
    for (Map.Entry<Object, Object> entry : new TreeMap<>(listed).entrySet()) {
      String path = (String) entry.getKey();
      Asset asset = Asset.of(path, bytes(from, (String) entry.getValue()));
      files.put(path, asset);
      all.append(path).append('=').append(asset.tag()).append('\n');
    }
    String version = Digest.of(all.toString().getBytes(StandardCharsets.UTF_8)).hex();
    return new Assets(files, version, Page.of(text(from, FOLDER + "index.html"), version));
  }

  Page page() {
    return page;
  }

  /** The file at that path of that version, if it is this one. */
  @Nullable Asset file(@Nullable String wanted, @Nullable String path) {
    return path != null && version.equals(wanted) ? files.get(path) : null;
  }

  private static String text(ClassLoader from, String resource) throws IOException {
    return new String(bytes(from, resource), StandardCharsets.UTF_8);
  }

  private static byte[] bytes(ClassLoader from, String resource) throws IOException {
    try (InputStream in = from.getResourceAsStream(resource)) {
      if (in == null) {
        throw new FileNotFoundException(resource + " is not on the class path");
      }
      return in.readAllBytes();
    }
  }
}
