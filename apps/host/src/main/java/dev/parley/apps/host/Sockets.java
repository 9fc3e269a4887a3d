package dev.parley.apps.host;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.store.Folders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where apps listen. The name of a socket is short, whatever the data directory is called: Linux
 * takes 107 bytes and others fewer. Only the owner comes into these folders.
 */
final class Sockets {
  private static final Logger LOG = LoggerFactory.getLogger(Sockets.class);

  /** Leaves room for what is added below, within 100 bytes. */
  private static final int FOLDER_BYTES_MAX = 64;

  private static final FileAttribute<?> OWNERS =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  private final Path base;
  private final AtomicLong made = new AtomicLong();

  private Sockets(Path base) {
    this.base = base;
  }

  /**
   * Begins with an empty folder.
   *
   * @param wanted where the sockets are if its name is short enough; else a link to where they are,
   *     so that the next hub clears up what this one has left
   */
  static Sockets open(Path wanted) {
    try {
      if (Files.isSymbolicLink(wanted)) {
        Folders.delete(Files.readSymbolicLink(wanted));
        Files.delete(wanted);
      }
      Folders.delete(wanted);
      if (wanted.toString().getBytes(StandardCharsets.UTF_8).length <= FOLDER_BYTES_MAX) {
        return new Sockets(Files.createDirectories(wanted, OWNERS));
      }
      Path elsewhere = temporary();
      Path parent = wanted.getParent();
      if (parent != null) {
        Files.createDirectories(parent, OWNERS);
      }
      Path _ = Files.createSymbolicLink(wanted, elsewhere);
      return new Sockets(elsewhere);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make a folder for sockets of apps", e);
    }
  }

  private static Path temporary() throws IOException {
    Path usual = Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath();
    // With the random name that is added.
    boolean isShort = usual.toString().length() + 32 <= FOLDER_BYTES_MAX;
    return Files.createTempDirectory(isShort ? usual : Path.of("/tmp"), "parley-", OWNERS);
  }

  /** One for each start of an app. */
  Place make() throws IOException {
    Path folder =
        Files.createDirectory(base.resolve(Long.toString(made.incrementAndGet())), OWNERS);
    Path _ = Files.createDirectory(folder.resolve("in"), OWNERS);
    return new Place(folder);
  }

  /**
   * Where one app listens. It may do what it likes in {@link #shared}: what is found there is moved
   * out of its reach before it is trusted to be a socket. Else a link that the app has put there
   * would have the hub change or call whatever it leads to.
   */
  record Place(Path folder) implements AutoCloseable {
    Path shared() {
      return folder.resolve("in");
    }

    Path listening() {
      return shared().resolve("app.sock");
    }

    /** Where the hub calls it. */
    Path called() {
      return folder.resolve("sock");
    }

    /**
     * Whether it listens by now; then only the owner may call it.
     *
     * @throws Refused when it has put something else there
     */
    boolean isReady() throws IOException {
      if (!Files.exists(listening(), LinkOption.NOFOLLOW_LINKS)) {
        return false;
      }
      Files.deleteIfExists(called());
      Path _ = Files.createLink(called(), listening());
      if (!Files.readAttributes(called(), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
          .isOther()) {
        throw new Refused(ErrorCode.CONFLICT, "what it made is no socket");
      }
      Path _ =
          Files.setPosixFilePermissions(called(), PosixFilePermissions.fromString("rw-------"));
      return isAnswered();
    }

    private boolean isAnswered() {
      try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
        // One that does not take calls must not hold us up.
        channel.configureBlocking(false);
        return channel.connect(UnixDomainSocketAddress.of(called()));
      } catch (IOException e) {
        return false;
      }
    }

    @Override
    public void close() {
      try {
        Folders.delete(folder);
      } catch (IOException e) {
        LOG.warn("{} could not be deleted: {}", folder, e.getMessage());
      }
    }
  }
}
