package dev.parley.apps.install;

import dev.parley.apps.signature.TrustSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The store that apps come from: this hub's own, or another one's. Everything blocks. */
public interface AppSource extends TrustSource {

  /** What people know it by: an address, or {@code here}. */
  String name();

  /**
   * What the store offers now.
   *
   * @param app its id in the store, its slug, or the id of its manifest
   */
  Optional<Offer> offer(String app) throws IOException, InterruptedException;

  /**
   * Writes a package into a file that is not there yet.
   *
   * @param app its id in the store
   * @param version null for the newest
   * @param platform such as {@code linux-amd64}
   * @throws dev.parley.core.error.Refused when there is none, or it is too large
   */
  void download(String app, @Nullable String version, String platform, Path into)
      throws IOException, InterruptedException;

  /**
   * An app in a store.
   *
   * @param storeId its id there
   * @param id of its manifest
   */
  record Offer(String storeId, String id, String name, String version) {}
}
