package dev.parley.agents.folders;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.core.address.AgentId;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.participants.Agent;
import dev.parley.core.store.Folders;
import dev.parley.core.store.OwnersFile;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A folder for each agent, below one of the hub's. */
public final class AgentFolders {
  private static final Logger LOG = LoggerFactory.getLogger(AgentFolders.class);

  /** Before an agent's name, which may be two dots. */
  private static final String PREFIX = "home-";

  private static final String WHOSE = "whose-";

  private final Path root;

  public AgentFolders(Path root) {
    this.root = root;
  }

  /** The folder of whoever has that name; made if there is none. */
  public synchronized Path of(AgentId agent) {
    Path folder = folder(agent);
    try {
      Folders.create(root, ownersFolder(root));
      if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
        Files.createDirectory(folder, ownersFolder(folder));
      }
      return folder;
    } catch (IOException e) {
      throw cannot(agent, e);
    }
  }

  /** The same, empty when it was that of another agent of the same name. */
  public synchronized Path of(Agent agent) {
    Path folder = of(agent.id());
    String whose = WHOSE + agent.id().value();
    try {
      Path file = root.resolve(whose);
      boolean its = Files.exists(file) && Files.readString(file).equals(agent.incarnation());
      if (!its) {
        clear(folder);
        OwnersFile.write(root, whose, agent.incarnation().getBytes(UTF_8));
      }
      return folder;
    } catch (IOException e) {
      throw cannot(agent.id(), e);
    }
  }

  /** What is left of an agent that is gone. */
  public synchronized void delete(AgentId agent) {
    Path folder = folder(agent);
    try {
      if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
        clear(folder);
        Files.delete(folder);
      }
      Files.deleteIfExists(root.resolve(WHOSE + agent.value()));
    } catch (IOException e) {
      LOG.warn("the folder of '{}' could not be deleted: {}", agent, e.getMessage());
    }
  }

  private Path folder(AgentId agent) {
    return root.resolve(PREFIX + agent.value());
  }

  /**
   * Deletes all that is in a folder, following no links, with two folders open at a time: what is
   * deep is brought up first. A program may have nested more than any system can open, or name.
   */
  private static void clear(Path folder) throws IOException {
    for (boolean more = true; more; ) {
      more = false;
      try (DirectoryStream<Path> children = Files.newDirectoryStream(folder)) {
        if (!(children instanceof SecureDirectoryStream<Path> top)) {
          Folders.delete(folder);
          Files.createDirectory(folder, ownersFolder(folder));
          return;
        }
        for (Path child : top) {
          Path name = child.getFileName();
          if (isFolder(top, name)) {
            more |= lift(top, name);
            top.deleteDirectory(name);
          } else {
            top.deleteFile(name);
          }
        }
      }
    }
  }

  /** Empties a folder; the folders that were in it are beside it then. */
  private static boolean lift(SecureDirectoryStream<Path> top, Path name) throws IOException {
    boolean lifted = false;
    try (SecureDirectoryStream<Path> folder =
        top.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
      for (Path child : folder) {
        Path inner = child.getFileName();
        if (isFolder(folder, inner)) {
          folder.move(inner, top, Path.of("lifted-" + UUID.randomUUID()));
          lifted = true;
        } else {
          folder.deleteFile(inner);
        }
      }
    }
    return lifted;
  }

  private static boolean isFolder(SecureDirectoryStream<Path> folder, Path name)
      throws IOException {
    return folder
        .getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
        .readAttributes()
        .isDirectory();
  }

  private static Refused cannot(AgentId agent, IOException e) {
    return new Refused(
        ErrorCode.STORE_UNAVAILABLE,
        "the folder of '" + agent + "' cannot be made: " + e.getMessage());
  }

  private static FileAttribute<?>[] ownersFolder(Path folder) {
    return folder.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
        }
        : new FileAttribute<?>[0];
  }
}
