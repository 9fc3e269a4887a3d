package dev.parley.processes;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.core.store.Folders;
import dev.parley.core.store.OwnersFile;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is remembered of each running process, one file each, so that a hub whose predecessor was
 * killed knows what that one had started.
 */
final class RunFiles {
  private static final Logger LOG = LoggerFactory.getLogger(RunFiles.class);
  private static final String SUFFIX = ".run";
  private static final String LABEL = "command";
  private static final String MARK = "mark";
  private static final String PID = "pid";
  private static final String STARTED_AT = "startedAt";
  private static final String ENGINE = "engine";

  /** All other fields of a file are notes. */
  static final Set<String> FIELDS = Set.of(LABEL, MARK, PID, STARTED_AT, ENGINE);

  private final Path folder;

  /**
   * @param name that of the file
   * @param pid 0 when the hub died before it knew
   * @param startedAt of the process, Unix milliseconds, or 0
   * @param engine the socket of the engine whose container it is; empty for a process
   */
  record Remembered(
      String name,
      String label,
      String mark,
      long pid,
      long startedAt,
      String engine,
      Map<String, String> notes) {}

  RunFiles(Path folder) {
    this.folder = folder;
    try {
      Folders.create(folder, ownersFolder(folder));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make " + folder, e);
    }
  }

  Path log(String name) {
    return folder.resolve(name + ".log");
  }

  /** On disk when this returns. */
  void write(Remembered run) throws IOException {
    Properties fields = new Properties();
    fields.putAll(run.notes);
    fields.setProperty(LABEL, run.label);
    fields.setProperty(MARK, run.mark);
    fields.setProperty(PID, Long.toString(run.pid));
    fields.setProperty(STARTED_AT, Long.toString(run.startedAt));
    if (!run.engine.isEmpty()) {
      fields.setProperty(ENGINE, run.engine);
    }
    StringWriter text = new StringWriter();
    fields.store(text, null);
    OwnersFile.write(folder, run.name + SUFFIX, text.toString().getBytes(UTF_8));
  }

  void delete(String name) {
    try {
      Files.deleteIfExists(file(name));
    } catch (IOException e) {
      LOG.warn("{} could not be deleted: {}", file(name), e.getMessage());
    }
  }

  private Path file(String name) {
    return folder.resolve(name + SUFFIX);
  }

  /** What the hub before this one had running. A file that cannot be read is named and left. */
  List<Remembered> all() {
    List<Remembered> found = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
      for (Path file : files) {
        try {
          found.add(read(file));
        } catch (IOException | IllegalArgumentException e) {
          LOG.warn("{} says nothing about a process and is left alone: {}", file, e.getMessage());
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + folder, e);
    }
    return found;
  }

  private static Remembered read(Path file) throws IOException {
    Properties fields = new Properties();
    fields.load(new StringReader(Files.readString(file)));
    String fileName = file.getFileName().toString();
    Map<String, String> notes = new HashMap<>();
    for (String field : fields.stringPropertyNames()) {
      if (!FIELDS.contains(field)) {
        notes.put(field, fields.getProperty(field));
      }
    }
    return new Remembered(
        fileName.substring(0, fileName.length() - SUFFIX.length()),
        fields.getProperty(LABEL, ""),
        fields.getProperty(MARK, ""),
        Long.parseLong(fields.getProperty(PID, "0")),
        Long.parseLong(fields.getProperty(STARTED_AT, "0")),
        fields.getProperty(ENGINE, ""),
        Map.copyOf(notes));
  }

  private static FileAttribute<?>[] ownersFolder(Path folder) {
    return folder.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
        }
        : new FileAttribute<?>[0];
  }
}
