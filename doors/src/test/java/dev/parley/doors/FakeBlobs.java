package dev.parley.doors;

import dev.parley.core.blob.Blob;
import dev.parley.core.blob.Blobs;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Blobs in files that are gone with the process; one has a million bytes at most. */
final class FakeBlobs implements Blobs {
  private static final int BYTES_MAX = 1_000_000;

  private final Map<String, Blob> blobs = new ConcurrentHashMap<>();

  @Override
  public Upload upload() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    return new Upload() {
      @Override
      public void write(byte[] more, int from, int length) {
        if (bytes.size() + length > BYTES_MAX) {
          throw new Refused(ErrorCode.TOO_LARGE, "too large");
        }
        bytes.write(more, from, length);
      }

      @Override
      public Blob finish(String contentType) {
        return keep(bytes.toByteArray(), contentType);
      }

      @Override
      public void close() {}
    };
  }

  private Blob keep(byte[] bytes, String type) {
    try {
      String name = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
      var file = Files.createTempFile("blob", "");
      file.toFile().deleteOnExit();
      Files.write(file, bytes);
      return blobs.computeIfAbsent(name, _ -> new Blob(name, bytes.length, type, file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public Optional<Blob> find(String sha256) {
    return Optional.ofNullable(blobs.get(sha256));
  }

  @Override
  public Set<String> storedBefore(long unixMillis) {
    return new HashSet<>();
  }

  @Override
  public void delete(String sha256) {
    blobs.remove(sha256);
  }

  @Override
  public long copyTo(Path target) {
    throw new UnsupportedOperationException("no door copies blobs");
  }
}
