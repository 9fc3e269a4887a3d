package dev.parley.stores.nats;

import dev.parley.core.store.StoreException;
import dev.parley.core.store.StoreException.Reason;
import io.nats.client.Connection;
import io.nats.client.api.ObjectInfo;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What the log came to at some point, kept beside it: the files of a view, in a bucket for each
 * snapshot. The list of its files is stored last, so one that has a list is whole. Whoever joins
 * begins there instead of at the beginning of the log. Any thread; blocks.
 */
final class Snapshots {
  private static final String LIST = "files";
  private static final Pattern FILE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,200}");

  private final Connection connection;
  private final Api api;
  private final int replicas;
  private final String identity;
  private final String prefix;
  private final Pattern buckets;

  /**
   * @param sequence what the log says up to here is in it
   */
  record Snapshot(String bucket, long sequence) {}

  Snapshots(Connection connection, Api api, String cluster, int replicas, String identity) {
    this.connection = connection;
    this.api = api;
    this.replicas = replicas;
    this.identity = identity;
    // Of this log alone: one that was made anew has nothing to do with what was before.
    this.prefix = cluster + "-snapshot-" + identity.substring(0, 8) + "-";
    this.buckets = Pattern.compile(Pattern.quote(prefix) + "(\\d{1,19})-([a-z0-9]{1,16})");
  }

  /** Those that are whole, newest first. */
  List<Snapshot> whole() {
    return all().filter(each -> list(each).isPresent()).toList();
  }

  Optional<Snapshot> latest() {
    return all().filter(each -> list(each).isPresent()).findFirst();
  }

  private Stream<Snapshot> all() {
    return Bucket.names(connection, api).stream()
        .map(buckets::matcher)
        .filter(Matcher::matches)
        .map(name -> new Snapshot(name.group(), Long.parseLong(name.group(1))))
        .sorted(Comparator.comparingLong(Snapshot::sequence).reversed());
  }

  private Optional<ObjectInfo> list(Snapshot snapshot) {
    return Bucket.existing(connection, api, snapshot.bucket()).find(LIST);
  }

  /**
   * Stores the files of a view. What an earlier try has stored of the same files is left as it is.
   *
   * @param by who makes it, so that two who do at once are not in each other's way
   * @param stored told of the bytes that are stored, a file at a time
   */
  void save(Path view, long sequence, String by, LongConsumer stored) {
    Bucket bucket = Bucket.open(connection, api, prefix + sequence + "-" + by, replicas);
    List<Path> files = filesOf(view);
    StringBuilder list = new StringBuilder(identity).append('\n');
    for (Path file : files) {
      String name = file.getFileName().toString();
      String checksum = checksum(file);
      if (bucket.find(name).filter(known -> checksum.equals(known.getDigest())).isEmpty()) {
        bucket.put(name, "", file);
      }
      list.append(name).append('\n');
      stored.accept(file.toFile().length());
    }
    Path written = view.resolve(LIST);
    try {
      Files.writeString(written, list);
      bucket.put(LIST, "", written);
      Files.delete(written);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Path> filesOf(Path view) {
    try (Stream<Path> all = Files.list(view)) {
      return all.filter(file -> !file.endsWith(LIST)).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** As the object store writes it. */
  private static String checksum(Path file) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
        in.transferTo(OutputStream.nullOutputStream());
      }
      return "SHA-256=" + Base64.getUrlEncoder().encodeToString(digest.digest());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** Writes its files into a folder, which is made. */
  void fetch(Snapshot snapshot, Path folder, LongConsumer fetched) {
    Bucket bucket = Bucket.existing(connection, api, snapshot.bucket());
    try {
      Files.createDirectories(folder);
      Path listed = folder.resolve(LIST);
      bucket.fetch(LIST, () -> new CountedFile(listed, _ -> {}));
      List<String> lines = new ArrayList<>(Files.readAllLines(listed));
      Files.delete(listed);
      if (lines.isEmpty() || !lines.removeFirst().equals(identity)) {
        throw new StoreException(
            Reason.CORRUPT, "the snapshot " + snapshot.bucket() + " is not of this log");
      }
      for (String name : lines) {
        if (!FILE.matcher(name).matches()) {
          throw new StoreException(Reason.CORRUPT, "a snapshot has no file \"" + name + "\"");
        }
        Path file = folder.resolve(name);
        bucket.fetch(name, () -> new CountedFile(file, fetched));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Deletes all before this one, whole or not. */
  void forgetBefore(Snapshot oldest) {
    all()
        .filter(each -> each.sequence() < oldest.sequence())
        .forEach(each -> Bucket.drop(connection, api, each.bucket()));
  }
}
