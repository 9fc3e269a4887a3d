package dev.parley.stores.nats;

import dev.parley.core.blob.Blob;
import dev.parley.core.blob.Blobs;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.store.StoreException;
import io.nats.client.api.ObjectInfo;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.ZonedDateTime;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.regex.Pattern;

/**
 * Blobs in a bucket that all hubs share. Each keeps those that passed through it: a blob never
 * changes, so what is here need not be fetched again.
 */
public final class ClusterBlobs implements Blobs {
  private static final Pattern NAME = Pattern.compile("[0-9a-f]{64}");

  private final Blobs here;
  private final Bucket bucket;

  ClusterBlobs(Blobs here, Bucket bucket) {
    this.here = here;
    this.bucket = bucket;
  }

  @Override
  public Upload upload() {
    Upload local = here.upload();
    return new Upload() {
      @Override
      public void write(byte[] bytes, int from, int length) {
        local.write(bytes, from, length);
      }

      @Override
      public Blob finish(String contentType) {
        Blob blob = local.finish(contentType);
        share(blob);
        return blob;
      }

      @Override
      public void close() {
        local.close();
      }
    };
  }

  /**
   * Brings everything that is here into the bucket.
   *
   * @param shared told of each
   */
  public void shareAll(LongConsumer shared) {
    Set<String> there = HashSet.newHashSet(64);
    bucket.list().forEach(object -> there.add(object.getObjectName()));
    for (String name : here.storedBefore(Long.MAX_VALUE)) {
      if (!there.contains(name)) {
        here.find(name).ifPresent(this::share);
      }
      shared.accept(1);
    }
  }

  /**
   * Fetches everything there is; each is compared with its name, which is its checksum.
   *
   * @param fetched told of each
   * @return how many there are
   */
  public int fetchAll(LongConsumer fetched) {
    int count = 0;
    for (ObjectInfo object : bucket.list()) {
      String name = object.getObjectName();
      if (NAME.matcher(name).matches() && find(name).isPresent()) {
        count++;
        fetched.accept(1);
      }
    }
    return count;
  }

  private void share(Blob blob) {
    try {
      bucket
          .find(blob.sha256())
          .ifPresentOrElse(
              bucket::touch, () -> bucket.put(blob.sha256(), blob.contentType(), blob.file()));
    } catch (StoreException e) {
      // It lies here, but nobody elsewhere would find it. Storing it again brings it there.
      throw e.toRefused();
    }
  }

  @Override
  public Optional<Blob> find(String sha256) {
    if (!NAME.matcher(sha256).matches()) {
      return Optional.empty();
    }
    Optional<Blob> known = here.find(sha256);
    return known.isPresent() ? known : fetched(sha256);
  }

  private Optional<Blob> fetched(String sha256) {
    Optional<ObjectInfo> there;
    try {
      there = bucket.find(sha256);
    } catch (StoreException e) {
      throw e.toRefused();
    }
    return there.map(this::fetch);
  }

  private Blob fetch(ObjectInfo object) {
    try (var arriving = new Arriving()) {
      bucket.fetch(object.getObjectName(), arriving::anew);
      Blob blob = arriving.upload.finish(String.valueOf(object.getDescription()));
      if (!blob.sha256().equals(object.getObjectName())) {
        here.delete(blob.sha256());
        throw new Refused(
            ErrorCode.STORE_UNAVAILABLE, "the cluster has other bytes under that name");
      }
      return blob;
    } catch (StoreException e) {
      throw e.toRefused();
    }
  }

  @Override
  public Set<String> storedBefore(long unixMillis) {
    // What another hub has deleted lies here until it is as old as that.
    Set<String> names = here.storedBefore(unixMillis);
    for (ObjectInfo object : bucket.list()) {
      ZonedDateTime stored = object.getModified();
      boolean isOld = stored == null || stored.toInstant().toEpochMilli() < unixMillis;
      if (isOld && NAME.matcher(object.getObjectName()).matches()) {
        names.add(object.getObjectName());
      } else {
        names.remove(object.getObjectName());
      }
    }
    return names;
  }

  /** There first: what is only here would be found here for ever. */
  @Override
  public void delete(String sha256) {
    if (NAME.matcher(sha256).matches()) {
      bucket.delete(sha256);
      here.delete(sha256);
    }
  }

  @Override
  public long copyTo(Path target) throws IOException {
    int _ = fetchAll(_ -> {});
    return here.copyTo(target);
  }

  /** A blob on its way from the bucket: begun anew at every try. */
  private final class Arriving implements AutoCloseable {
    private Upload upload = here.upload();

    OutputStream anew() {
      upload.close();
      upload = here.upload();
      return new OutputStream() {
        @Override
        public void write(int octet) {
          write(new byte[] {(byte) octet}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) {
          upload.write(bytes, from, length);
        }
      };
    }

    @Override
    public void close() {
      upload.close();
    }
  }
}
