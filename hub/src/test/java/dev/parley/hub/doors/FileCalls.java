package dev.parley.hub.doors;

import static org.awaitility.Awaitility.await;

import dev.parley.testkit.door.Ability;
import dev.parley.testkit.door.Cannot;
import dev.parley.testkit.door.DoorClient;
import dev.parley.testkit.door.DoorRefusal;
import dev.parley.testkit.door.Letter;
import dev.parley.testkit.door.Seen;
import dev.parley.testkit.door.Sent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

/** A bot that can only read and write files. */
final class FileCalls implements DoorClient {
  private final String self;
  private final Path mailbox;
  private int written;

  FileCalls(String self, Path mailbox) {
    this.self = self;
    this.mailbox = mailbox;
  }

  @Override
  public Sent send(Letter letter) {
    if (letter.fields().containsKey("idempotencyKey")) {
      throw new Cannot(Ability.IDEMPOTENCY_KEY);
    }
    Map<String, Object> file = new LinkedHashMap<>();
    letter
        .fields()
        .forEach((name, value) -> file.put(name.equals("messageType") ? "type" : name, value));
    file.putIfAbsent("id", UUID.randomUUID().toString());
    switch (letter.target()) {
      case Letter.To(String recipient) -> file.put("to", recipient);
      case Letter.ToSeveral(List<String> agents) -> file.put("to", agents);
      case Letter.ToPath(String path) -> file.put("path", path);
      case Letter.ToEveryone _ -> file.put("to", "broadcast");
      case Letter.ToNobody _ -> {}
    }
    put(file);
    return new Sent(file.get("id").toString(), null);
  }

  /**
   * Puts a file into the outbox and waits until the hub has taken it.
   *
   * @throws DoorRefusal when it was rejected instead
   */
  void put(Map<String, Object> content) {
    String name = "%06d.json".formatted(++written);
    Path file = mailbox.resolve("outbox").resolve(name);
    try {
      Path unfinished = Files.writeString(file.resolveSibling(name + ".tmp"), Json.write(content));
      Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
      await()
          .atMost(Duration.ofSeconds(30))
          .pollDelay(Duration.ZERO)
          .pollInterval(Duration.ofMillis(5))
          .until(() -> !Files.exists(file));
      Path reason = mailbox.resolve("rejected").resolve(name + ".reason.txt");
      if (Files.exists(reason)) {
        throw new DoorRefusal("", Files.readString(reason));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public List<Seen> receive(String agentId, int limit) {
    if (!agentId.equals(self)) {
      throw new Cannot(Ability.TOKENS);
    }
    List<Seen> taken = new ArrayList<>();
    for (Path file : json(mailbox.resolve("inbox"))) {
      if (taken.size() == limit) {
        break;
      }
      try {
        taken.add(Json.seen(Json.parse(Files.readString(file)).path("envelope")));
        Files.delete(file);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return taken;
  }

  @Override
  public Telling tellMe(String agentId) {
    return new Telling() {
      @Override
      public Seen next() {
        return await()
            .atMost(Duration.ofSeconds(30))
            .pollDelay(Duration.ZERO)
            .pollInterval(Duration.ofMillis(5))
            .until(() -> receive(agentId, 1), taken -> !taken.isEmpty())
            .getFirst();
      }

      @Override
      public void close() {}
    };
  }

  /** The files that were taken are kept, as they were. */
  @Override
  public List<Seen> outbox(String agentId, int limit) {
    List<Path> sent = new ArrayList<>();
    try (Stream<Path> days = Files.list(mailbox.resolve("outbox").resolve("sent"))) {
      days.forEach(day -> sent.addAll(json(day)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    sent.sort(Comparator.comparing(FileCalls::writtenAt));
    List<Seen> messages = new ArrayList<>();
    for (Path file : sent) {
      try {
        messages.add(Json.seen(Json.parse(Files.readString(file))));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return messages;
  }

  /** To the nanosecond, and the files follow one another by more than that. */
  private static FileTime writtenAt(Path file) {
    try {
      return Files.getLastModifiedTime(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Path> json(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".json")).sorted().toList();
    } catch (NoSuchFileException e) {
      return List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
