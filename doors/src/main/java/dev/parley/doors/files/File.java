package dev.parley.doors.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.Arrays;

/** A file that has been read, or why it was not. */
@SuppressWarnings("ArrayRecordComponent") // never compared
record File(Path name, PosixFileAttributes attributes, byte[] content) implements Opened {

  /**
   * @param mayChange whether that may become better by itself
   */
  record Unusable(PosixFileAttributes attributes, String why, boolean mayChange)
      implements Opened {}

  /** Nothing but a plain file with one name and of a decent size is opened at all. */
  static Opened open(Folder folder, Path name, int bytesMax) throws IOException {
    PosixFileAttributes attributes = folder.attributes(name);
    if (attributes.isSymbolicLink()) {
      return new Unusable(attributes, "it is a symbolic link; links are not followed", false);
    }
    if (!attributes.isRegularFile()) {
      return new Unusable(attributes, "it is not a file", false);
    }
    if (attributes.size() > bytesMax) {
      return new Unusable(attributes, tooLarge(attributes.size(), bytesMax), false);
    }
    if (links(folder, name) > 1) {
      // A writer that links a finished file into place takes the other name away at once.
      return new Unusable(attributes, "it has several names (hard links)", true);
    }
    try (FileChannel in = folder.read(name)) {
      byte[] content = content(in, (int) attributes.size(), bytesMax);
      return content.length > bytesMax
          ? new Unusable(attributes, tooLarge(content.length, bytesMax), false)
          : new File(name, attributes, content);
    } catch (AccessDeniedException e) {
      return new Unusable(attributes, "the hub may not read it: permission denied", true);
    }
  }

  private static byte[] content(FileChannel in, int expected, int bytesMax) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(expected + 1);
    while (in.read(buffer) >= 0) {
      if (!buffer.hasRemaining()) {
        if (buffer.capacity() > bytesMax) {
          break;
        }
        int larger = (int) Math.min(bytesMax + 1L, buffer.capacity() * 2L);
        buffer = ByteBuffer.allocate(larger).put(buffer.flip());
      }
    }
    return Arrays.copyOf(buffer.array(), buffer.position());
  }

  private static int links(Folder folder, Path name) throws IOException {
    Object links =
        Files.getAttribute(folder.path().resolve(name), "unix:nlink", LinkOption.NOFOLLOW_LINKS);
    return links instanceof Integer count ? count : 1;
  }

  private static String tooLarge(long bytes, int max) {
    return "it has " + bytes + " bytes; at most " + max + " are allowed";
  }
}
