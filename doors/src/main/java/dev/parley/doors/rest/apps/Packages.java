package dev.parley.doors.rest.apps;

import dev.parley.apps.manifest.Manifest;
import dev.parley.core.error.Refused;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/** Brings apps into the hub and out of it. Blocks; refuses with {@link Refused}. */
public interface Packages {

  /** Where an app comes from. */
  sealed interface Source {
    /** A package that was uploaded. */
    record Uploaded(Path file) implements Source {}

    /**
     * @param store its address; empty for the one that is configured
     * @param id the id of the manifest, the catalogue's, or a short name
     */
    record FromStore(String store, String id) implements Source {}
  }

  /**
   * An app that could be installed.
   *
   * @param origin who vouches for it, in words
   * @param verified whether a store has signed it and the signatures are right
   */
  record Candidate(Manifest manifest, String origin, boolean verified) {}

  /** Looks without installing anything. */
  Candidate inspect(Source source) throws Exception;

  /**
   * Installs and launches it.
   *
   * @param agreed the permissions that the owner has seen; refused when it wants others
   * @return its id
   */
  String install(Source source, Set<String> agreed) throws Exception;

  /** Fetches the newest version from its store; one that wants more permissions waits. */
  void update(String id) throws Exception;

  /** The version that waits for the owner, because it wants more permissions. */
  Optional<Manifest> pending(String id) throws Exception;

  /**
   * Lets the version that waits in.
   *
   * @param agreed the permissions that the owner has seen; refused when it wants others
   */
  void approve(String id, Set<String> agreed) throws Exception;

  /** Stops it and takes it away, with its data or without. */
  void uninstall(String id, boolean keepData) throws Exception;
}
