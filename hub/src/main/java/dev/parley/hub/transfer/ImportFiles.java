package dev.parley.hub.transfer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Finds out what a path holds, and which files of it are to be read how. */
public final class ImportFiles {

  /**
   * One file.
   *
   * @param isOneMessage is it one message, or one a line?
   */
  public record Part(Path file, LineConverter converter, boolean isOneMessage) {}

  private static final String AGENT = "agent--";
  private static final String SESSION = "session--";
  private static final String UNMATCHED = "broker-unmatched.jsonl";
  private static final String LINES = ".jsonl";
  private static final String LOG = "messages.jsonl";

  private ImportFiles() {}

  /**
   * @throws IllegalArgumentException when there is nothing to import
   */
  public static List<Part> find(Path path, ImportLayout layout) throws IOException {
    if (!Files.exists(path)) {
      throw new NoSuchFileException(path.toString());
    }
    List<Part> parts =
        switch (layout) {
          case AUTO -> found(path);
          case PARLEY -> own(path);
          case MESSAGES -> messages(path);
          case CROWD -> crowd(path);
          case BOTS -> bots(path);
        };
    if (parts.isEmpty()) {
      throw new IllegalArgumentException(
          path
              + " holds no messages in a form that is known: *.jsonl of parley export,"
              + " .messages/agent--ID.jsonl, .crowd/sessions/*/messages.jsonl, or"
              + " bot-messages/BOT/inbox");
    }
    return parts;
  }

  private static List<Part> found(Path path) throws IOException {
    List<Part> parts = messages(path);
    if (parts.isEmpty()) {
      parts = crowd(path);
    }
    if (parts.isEmpty()) {
      parts = bots(path);
    }
    return parts.isEmpty() ? own(path) : parts;
  }

  private static List<Part> own(Path path) throws IOException {
    if (Files.isRegularFile(path)) {
      return List.of(new Part(path, LineConverter.NONE, false));
    }
    return children(path).stream()
        .filter(file -> name(file).endsWith(LINES) && Files.isRegularFile(file))
        .map(file -> new Part(file, LineConverter.NONE, false))
        .toList();
  }

  private static List<Part> messages(Path path) throws IOException {
    if (Files.isDirectory(path.resolve(".messages"))) {
      return messages(path.resolve(".messages"));
    }
    List<Part> parts = new ArrayList<>();
    for (Path file : Files.isDirectory(path) ? children(path) : List.of(path)) {
      String name = name(file);
      if (!name.endsWith(LINES)) {
        continue;
      }
      String stem = name.substring(0, name.length() - LINES.length());
      if (stem.startsWith(AGENT)) {
        parts.add(
            new Part(file, LineConverter.delivered(stem.substring(AGENT.length()), null), false));
      } else if (stem.startsWith(SESSION) && stem.indexOf("--", SESSION.length()) > 0) {
        int gap = stem.indexOf("--", SESSION.length());
        parts.add(
            new Part(
                file,
                LineConverter.delivered(
                    stem.substring(SESSION.length(), gap), stem.substring(gap + 2)),
                false));
      } else if (name.equals(UNMATCHED)) {
        parts.add(new Part(file, LineConverter.unmatched(), false));
      }
    }
    return parts;
  }

  private static List<Part> crowd(Path path) throws IOException {
    for (String inner : new String[] {".crowd", "sessions"}) {
      if (Files.isDirectory(path.resolve(inner))) {
        return crowd(path.resolve(inner));
      }
    }
    if (Files.isRegularFile(path)) {
      return name(path).equals(LOG) ? List.of(session(path)) : List.of();
    }
    if (Files.isRegularFile(path.resolve(LOG))) {
      return List.of(session(path.resolve(LOG)));
    }
    List<Part> parts = new ArrayList<>();
    for (Path folder : children(path)) {
      if (Files.isRegularFile(folder.resolve(LOG))) {
        parts.add(session(folder.resolve(LOG)));
      }
    }
    return parts;
  }

  private static Part session(Path log) throws IOException {
    Path folder = log.toAbsolutePath().getParent();
    String id = folder == null ? "0" : name(folder);
    return new Part(log, LineConverter.crowd(id, Participants.of(log)), false);
  }

  /** What waits in inboxes first: the copy in the sender's outbox adds nothing to it. */
  private static List<Part> bots(Path path) throws IOException {
    if (!Files.isDirectory(path)) {
      return List.of();
    }
    List<Part> parts = new ArrayList<>();
    for (Path bot : children(path)) {
      for (Path file : filesUnder(bot.resolve("inbox"))) {
        parts.add(new Part(file, LineConverter.bot(name(bot)), true));
      }
    }
    for (Path bot : children(path)) {
      for (Path file : filesUnder(bot.resolve("outbox"))) {
        parts.add(new Part(file, LineConverter.bot(null), true));
      }
    }
    return parts;
  }

  private static List<Path> filesUnder(Path folder) throws IOException {
    if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(folder, 3)) {
      return files
          .filter(file -> name(file).endsWith(".json") && !name(file).startsWith("."))
          .filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
          .sorted()
          .toList();
    }
  }

  private static List<Path> children(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.sorted().toList();
    }
  }

  private static String name(Path path) {
    return path.getFileName().toString();
  }
}
