package dev.parley.agents.definitions;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.core.error.Refused;
import dev.parley.core.time.Timekeeper;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies the files of a folder when the hub starts and whenever they have changed and then stayed
 * as they are for a look. It looks every second: that costs a listing, misses nothing, and works on
 * every file system, which notifications do not.
 */
public final class DefinitionFolder implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DefinitionFolder.class);
  private static final Duration EVERY = Duration.ofSeconds(1);

  private final Path folder;
  private final Definitions definitions;
  private final Map<String, String> environment;
  private final Timekeeper time;
  private Timekeeper.@Nullable Alarm next;
  private SortedMap<String, String> seen = new TreeMap<>();
  private SortedMap<String, String> applied = new TreeMap<>();
  private volatile @Nullable String problem;
  private boolean closed;

  private DefinitionFolder(
      Path folder, Definitions definitions, Map<String, String> environment, Timekeeper time) {
    this.folder = folder.toAbsolutePath().normalize();
    this.definitions = definitions;
    this.environment = environment;
    this.time = time;
  }

  /** Applies what is there now, then watches. A folder that is not there may come. Blocks. */
  public static DefinitionFolder watch(
      Path folder, Definitions definitions, Map<String, String> environment, Timekeeper time) {
    DefinitionFolder watched = new DefinitionFolder(folder, definitions, environment, time);
    watched.start();
    return watched;
  }

  private synchronized void start() {
    seen = look();
    if (!seen.isEmpty()) {
      apply();
    }
    lookLater();
  }

  /** What was wrong with the files when they were last applied, or null. */
  public @Nullable String problem() {
    return problem;
  }

  public Path path() {
    return folder;
  }

  private synchronized void lookLater() {
    if (!closed) {
      // Files are slow and alarms must be short.
      next = time.after(EVERY, () -> Thread.startVirtualThread(this::again));
    }
  }

  private void again() {
    try {
      lookAgain();
    } catch (RuntimeException e) {
      LOG.warn("cannot apply {}", folder, e);
    } finally {
      lookLater();
    }
  }

  private synchronized void lookAgain() {
    if (closed) {
      return;
    }
    SortedMap<String, String> now = look();
    boolean still = now.equals(seen);
    seen = now;
    if (still && !now.equals(applied)) {
      apply();
    }
  }

  /** The name of each file with what changes when it does. */
  private SortedMap<String, String> look() {
    SortedMap<String, String> found = new TreeMap<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        String name = String.valueOf(file.getFileName());
        if (DefinitionFile.isNamedSo(name) && Files.isRegularFile(file)) {
          BasicFileAttributes is = Files.readAttributes(file, BasicFileAttributes.class);
          found.put(name, is.lastModifiedTime() + " " + is.size() + " " + is.fileKey());
        }
      }
    } catch (NoSuchFileException | NotDirectoryException e) {
      return found;
    } catch (IOException e) {
      LOG.warn("cannot look into {}: {}", folder, e.toString());
    }
    return found;
  }

  private void apply() {
    applied = seen;
    try {
      List<DefinitionFile> files = new ArrayList<>();
      for (String name : seen.keySet()) {
        Path file = folder.resolve(name);
        if (Files.size(file) > DefinitionFile.BYTES_MAX) {
          throw new IOException(name + " has more than " + DefinitionFile.BYTES_MAX + " bytes");
        }
        files.add(new DefinitionFile(file.toString(), text(file)));
      }
      Order order =
          new Order(
              files,
              environment,
              folder.toString(),
              /* whole= */ true,
              /* prune= */ false,
              /* dryRun= */ false);
      problem = null;
      definitions.apply(order).forEach(this::tell);
    } catch (NoSuchFileException e) {
      applied = new TreeMap<>(); // it went while we read; the next look sees that
    } catch (IOException e) {
      problem = e.getMessage();
      LOG.warn("cannot read the definitions in {}: {}", folder, e.toString());
    } catch (Refused refused) {
      problem = refused.getMessage();
      LOG.warn("the definitions in {} were not applied: {}", folder, refused.getMessage());
    }
  }

  private static String text(Path file) throws IOException {
    try {
      return Files.readString(file, UTF_8);
    } catch (MalformedInputException e) {
      throw new IOException(file + " is not UTF-8", e);
    }
  }

  private void tell(Applied each) {
    switch (each.outcome()) {
      case UNCHANGED -> {}
      case CREATED, UPDATED, REMOVED ->
          LOG.info("agent {}: {} by {}", each.agent(), each.outcome().wireName(), each.file());
      case LEFT, FAILED -> {
        if (each.outcome() == Applied.Outcome.FAILED) {
          problem = each.agent() + ": " + String.join(", ", each.changes());
        }
        LOG.warn(
            "agent {}: {}: {}",
            each.agent(),
            each.outcome().wireName(),
            String.join(", ", each.changes()));
      }
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (next != null) {
      next.cancel();
    }
  }
}
