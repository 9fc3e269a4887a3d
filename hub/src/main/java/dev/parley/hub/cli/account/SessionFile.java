package dev.parley.hub.cli.account;

import dev.parley.client.json.JsonException;
import dev.parley.core.store.Folders;
import dev.parley.core.store.OwnersFile;
import dev.parley.hub.cli.CliError;
import dev.parley.hub.config.DataDirectory;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Where the session is kept: {@value #NAME} in the data directory. */
public final class SessionFile {
  public static final String NAME = "session.json";
  private static final String LOCK = "session.lock";

  /** A process cannot lock a file twice, and closing a second channel would release the first. */
  private static final ReentrantLock HERE = new ReentrantLock();

  private final DataDirectory data;

  /** Something to do while nobody else changes the session. */
  interface Change<T> {
    T make() throws IOException;
  }

  public SessionFile(DataDirectory data) {
    this.data = data;
  }

  /** The session, or null when nobody has logged in. Refused when others could have read it. */
  public @Nullable Session read() {
    Path file = path();
    try {
      if (Folders.isOpen(file)) {
        throw CliError.failed(
            file + " is open to others, who may have read it; run: parley logout, and log in anew");
      }
    } catch (NoSuchFileException e) {
      return null;
    } catch (IOException e) {
      throw unreadable(e);
    }
    return kept();
  }

  /** The session, whoever else has read it. */
  @Nullable Session kept() {
    Path file = path();
    try {
      return Session.parse(Files.readAllBytes(file));
    } catch (NoSuchFileException e) {
      return null;
    } catch (JsonException | IllegalArgumentException e) {
      throw CliError.failed(
          file + " holds no session (" + e.getMessage() + "); delete it and log in anew");
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private CliError unreadable(IOException why) {
    return CliError.failed("cannot read the session in " + path() + ": " + why.getMessage());
  }

  /** Waits until no other command changes the session. */
  <T> T locked(Change<T> change) throws IOException {
    data.create();
    HERE.lock();
    try (FileChannel channel = OwnersFile.toLock(data.path(), LOCK);
        var _ = channel.lock()) {
      return change.make();
    } finally {
      HERE.unlock();
    }
  }

  /** It is on disk when this returns. */
  void write(Session session) throws IOException {
    OwnersFile.write(data.path(), NAME, session.toBytes());
  }

  void delete() throws IOException {
    if (Files.deleteIfExists(path())) {
      Folders.sync(data.path());
    }
  }

  boolean exists() {
    return Files.exists(path());
  }

  private Path path() {
    return data.path().resolve(NAME);
  }
}
