package dev.parley.apps.host;

import dev.parley.core.error.Refused;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;

/** The apps of this hub. Any thread that may block; each app changes on one thread at a time. */
public interface Apps extends AutoCloseable {

  /** All apps whose folders are there, in the order of their ids. */
  List<AppStatus> all();

  Optional<AppStatus> find(String id);

  /** The app as it runs now. */
  Optional<RunningApp> running(String id);

  /**
   * Launches an app that does not run, or starts a running one anew.
   *
   * @throws Refused saying why it could not be launched
   */
  AppStatus launch(String id) throws InterruptedException;

  /** Stops an app; it stays stopped across restarts of the hub until it is launched again. */
  AppStatus stop(String id) throws InterruptedException;

  /**
   * Stops the app if it runs, lets its folder be changed while neither the watcher nor the
   * supervisor looks at it, and launches it again if it ran and is still there. For installing,
   * updating, uninstalling and quarantining; the folder need not be there before.
   */
  <T> T changing(String id, Callable<T> change) throws Exception;

  /** The folder that holds the folders of all apps. */
  Path folder();

  /**
   * The folder of one app, {@code folder()/id}; the id is checked, the folder need not be there.
   */
  Path folder(String id);

  /** What the owner has set; secrets in clear. Never logged. */
  Map<String, String> settings(String id);

  /**
   * Keeps settings and tells the app all of them. A null takes one away; what is not named stays.
   *
   * @param secret names of those whose values are shown to nobody any more
   */
  void set(String id, Map<String, String> changes, Set<String> secret) throws InterruptedException;

  /** Names of the settings whose values are secret. */
  Set<String> secrets(String id);

  @Override
  void close();
}
