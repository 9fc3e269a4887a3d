package dev.parley.core.blob;

import dev.parley.core.error.Refused;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/** Content-addressed bytes: the same bytes are stored once. Any thread; everything blocks. */
public interface Blobs {

  /** Begins to store something. */
  Upload upload();

  /**
   * @param sha256 in lower-case hexadecimal; anything else names nothing
   */
  Optional<Blob> find(String sha256);

  /**
   * The names of those that nobody has stored, or stored again, since then; the set is the
   * caller's.
   *
   * @param unixMillis exclusive
   */
  Set<String> storedBefore(long unixMillis);

  /** Throws it away, if it is there. */
  void delete(String sha256);

  /**
   * Copies every blob there is into a folder that does not exist yet, such that a hub can be
   * started on it. What is stored meanwhile may or may not be in it; nothing may be deleted
   * meanwhile.
   *
   * @return how many bytes they have
   */
  long copyTo(Path target) throws IOException;

  /** Bytes on their way in. One thread at a time. */
  interface Upload extends AutoCloseable {

    /**
     * @throws Refused when it gets too large or there is no room
     */
    void write(byte[] bytes, int from, int length);

    /** Makes them durable; afterwards they can be found. */
    Blob finish(String contentType);

    /** Throws away what was not finished. */
    @Override
    void close();
  }
}
