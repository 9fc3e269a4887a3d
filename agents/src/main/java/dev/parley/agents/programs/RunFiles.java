package dev.parley.agents.programs;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.core.address.AgentId;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is remembered of each running program, one file each, so that a hub whose predecessor was
 * killed knows what that one had started. Ids of agents hold no slash, so they may be file names.
 */
final class RunFiles {
  private static final Logger LOG = LoggerFactory.getLogger(RunFiles.class);
  private static final String SUFFIX = ".run";

  private final Path folder;

  /**
   * @param pid 0 when the hub died before it knew
   * @param startedAt of the process, Unix milliseconds, or 0
   * @param tokenHash by which the token is known that has to be withdrawn
   */
  record Remembered(
      AgentId agent, String command, String mark, String tokenHash, long pid, long startedAt) {}

  RunFiles(Path folder) {
    this.folder = folder;
    try {
      Files.createDirectories(folder, attributes(folder, "rwx------"));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make " + folder, e);
    }
  }

  Path log(AgentId agent) {
    return folder.resolve(agent.value() + ".log");
  }

  /** On disk when this returns. */
  void write(Remembered run) throws IOException {
    Properties fields = new Properties();
    fields.setProperty("agent", run.agent.value());
    fields.setProperty("command", run.command);
    fields.setProperty("mark", run.mark);
    fields.setProperty("tokenHash", run.tokenHash);
    fields.setProperty("pid", Long.toString(run.pid));
    fields.setProperty("startedAt", Long.toString(run.startedAt));
    StringWriter text = new StringWriter();
    fields.store(text, null);
    Path draft = folder.resolve(run.agent.value() + SUFFIX + ".draft");
    Files.deleteIfExists(draft);
    try (FileChannel channel =
        FileChannel.open(
            draft,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            ownersAlone(draft))) {
      int _ = channel.write(UTF_8.encode(text.toString()));
      channel.force(true);
    }
    Files.move(draft, file(run.agent), StandardCopyOption.ATOMIC_MOVE);
  }

  void delete(AgentId agent) {
    try {
      Files.deleteIfExists(file(agent));
    } catch (IOException e) {
      LOG.warn("{} could not be deleted: {}", file(agent), e.getMessage());
    }
  }

  private Path file(AgentId agent) {
    return folder.resolve(agent.value() + SUFFIX);
  }

  /** What the hub before this one had running. A file that cannot be read is named and left. */
  List<Remembered> all() {
    List<Remembered> found = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
      for (Path file : files) {
        try {
          found.add(read(file));
        } catch (IOException | IllegalArgumentException e) {
          LOG.warn("{} says nothing about a program and is left alone: {}", file, e.getMessage());
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
    return new Remembered(
        new AgentId(fields.getProperty("agent", "")),
        fields.getProperty("command", ""),
        fields.getProperty("mark", ""),
        fields.getProperty("tokenHash", ""),
        Long.parseLong(fields.getProperty("pid", "0")),
        Long.parseLong(fields.getProperty("startedAt", "0")));
  }

  /** From its first moment on, so that there is none in which others may read it. */
  static FileAttribute<?>[] ownersAlone(Path file) {
    return attributes(file, "rw-------");
  }

  private static FileAttribute<?>[] attributes(Path file, String permissions) {
    return file.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }
}
