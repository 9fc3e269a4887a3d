package dev.parley.hub.cli.apps;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Makes projects of apps: a program with one tool, its manifest and skill, a Makefile that builds
 * it, and a copy of the SDK, which is published nowhere.
 */
public final class Templates {
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*");
  private static final int NAME_LENGTH_MAX = 40;

  /** What Cargo takes for a keyword of its language or a folder of its own. */
  private static final List<String> RESERVED =
      List.of("test", "build", "deps", "examples", "incremental", "core", "std", "parley-sdk");

  /** Under another name here, where tools would read it as meant for this project. */
  private static final Map<String, String> RENAMED = Map.of("gitignore", ".gitignore");

  /** The languages with an SDK. */
  public enum Language {
    go,
    rust,
    c
  }

  private Templates() {}

  /** The id that the app of a project of this name has in its manifest. */
  public static String id(String name) {
    return "local." + name;
  }

  /**
   * Writes a project into a folder, which must not be there. {@code make} in it builds the program.
   *
   * @throws IllegalArgumentException if the name cannot be that of a project, with the reason
   * @throws FileAlreadyExistsException if the folder is there
   */
  public static void write(Path folder, String name, Language language) throws IOException {
    if (!NAME.matcher(name).matches()
        || name.length() > NAME_LENGTH_MAX
        || RESERVED.contains(name)) {
      throw new IllegalArgumentException(
          ("%s cannot be the name of an app: it has up to %d small letters, digits and single"
                  + " hyphens, begins with a letter, and is not one of %s")
              .formatted(name, NAME_LENGTH_MAX, String.join(", ", RESERVED)));
    }
    Files.createDirectory(folder);
    try {
      new Project(folder, values(name)).write(language);
    } catch (IOException | RuntimeException | Error e) {
      delete(folder);
      throw e;
    }
  }

  private static Map<String, String> values(String name) {
    String title =
        Stream.of(name.split("-"))
            .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
            .reduce((one, other) -> one + " " + other)
            .orElse(name);
    return Map.of(
        "{{name}}",
        name,
        "{{id}}",
        id(name),
        "{{title}}",
        title,
        "{{tool}}",
        name.replace('-', '_'));
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }

  private record Project(Path folder, Map<String, String> values) {

    /** What is in the jar or beside the classes. */
    void write(Language language) throws IOException {
      URL here = Objects.requireNonNull(Templates.class.getResource("Templates.class"));
      try {
        if (here.openConnection() instanceof JarURLConnection inJar) {
          Path jar = Path.of(inJar.getJarFileURL().toURI());
          try (FileSystem files = FileSystems.newFileSystem(jar)) {
            write(language, files.getPath("/" + inJar.getEntryName()));
          }
        } else {
          write(language, Path.of(here.toURI()));
        }
      } catch (URISyntaxException e) {
        throw new IOException(e);
      }
    }

    private void write(Language language, Path sibling) throws IOException {
      Path templates = sibling.resolveSibling("templates");
      Path sdk = sibling.resolveSibling("sdk").resolve(language.name());
      copy(templates.resolve("common"), folder, true);
      copy(templates.resolve(language.name()), folder, true);
      copy(sdk, folder.resolve("sdk"), false);
      // What the SDK needs was settled with it: the project builds with the same.
      for (String settled : List.of("go.sum", "Cargo.lock")) {
        if (Files.exists(folder.resolve("sdk").resolve(settled))) {
          Files.copy(folder.resolve("sdk").resolve(settled), folder.resolve(settled));
        }
      }
    }

    private void copy(Path from, Path to, boolean filled) throws IOException {
      List<Path> files;
      try (Stream<Path> all = Files.walk(from)) {
        files = all.filter(Files::isRegularFile).toList();
      }
      for (Path file : files) {
        Path target = to.resolve(from.relativize(file).toString());
        String name = target.getFileName().toString();
        target = target.resolveSibling(RENAMED.getOrDefault(name, name));
        Files.createDirectories(target.getParent());
        Files.writeString(target, filled ? fill(file) : Files.readString(file));
      }
    }

    private String fill(Path file) throws IOException {
      String text = Files.readString(file, UTF_8);
      for (Map.Entry<String, String> value : values.entrySet()) {
        text = text.replace(value.getKey(), value.getValue());
      }
      return text;
    }
  }
}
