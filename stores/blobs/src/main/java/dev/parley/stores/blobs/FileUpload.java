package dev.parley.stores.blobs;

import dev.parley.core.blob.Blob;
import dev.parley.core.blob.Blobs;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.UUID;

/** A file that is being written, and the hash of what it holds so far. */
final class FileUpload implements Blobs.Upload {
  private final FileBlobs blobs;
  private final Path file;
  private final long bytesMax;
  private final FileChannel channel;
  private final MessageDigest digest;
  private long size;

  FileUpload(FileBlobs blobs, Path incoming, long bytesMax) {
    this.blobs = blobs;
    this.bytesMax = bytesMax;
    this.file = incoming.resolve(UUID.randomUUID().toString());
    try {
      this.digest = MessageDigest.getInstance("SHA-256");
      this.channel =
          FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw noRoom(e);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  @Override
  public void write(byte[] bytes, int from, int length) {
    size += length;
    if (size > bytesMax) {
      throw new Refused(ErrorCode.TOO_LARGE, "a blob has at most " + bytesMax + " bytes");
    }
    digest.update(bytes, from, length);
    try {
      ByteBuffer rest = ByteBuffer.wrap(bytes, from, length);
      while (rest.hasRemaining()) {
        channel.write(rest);
      }
    } catch (IOException e) {
      throw noRoom(e);
    }
  }

  @Override
  public Blob finish(String contentType) {
    try {
      channel.force(true);
      channel.close();
      return blobs.keep(file, HexFormat.of().formatHex(digest.digest()), contentType);
    } catch (IOException e) {
      throw noRoom(e);
    }
  }

  private static Refused noRoom(IOException e) {
    String text = String.valueOf(e.getMessage());
    boolean full = text.contains("No space left") || text.contains("quota");
    return new Refused(
        full ? ErrorCode.STORE_FULL : ErrorCode.STORE_UNAVAILABLE,
        "the blob cannot be stored: " + text);
  }

  @Override
  public void close() {
    try {
      channel.close();
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
