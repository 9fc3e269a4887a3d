package dev.parley.comm;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All plugins, of which one is active. While one takes the other's place, neither is: what is sent
 * then is refused with a code that says to try again, and nothing is handed to two. Any thread.
 */
public final class CommPlugins implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CommPlugins.class);

  /** Guarded by itself. */
  private final Map<String, CommPlugin> registered = new LinkedHashMap<>();

  private volatile @Nullable CommPlugin active;

  public void register(CommPlugin plugin) {
    synchronized (registered) {
      if (registered.putIfAbsent(plugin.name(), plugin) != null) {
        throw new IllegalArgumentException("there is a plugin '" + plugin.name() + "' already");
      }
    }
  }

  /** Forgets a plugin; the one that was active has to be deactivated by whoever activated it. */
  public void unregister(CommPlugin plugin) {
    synchronized (registered) {
      boolean _ = registered.remove(plugin.name(), plugin);
    }
  }

  public List<CommPlugin> all() {
    synchronized (registered) {
      return List.copyOf(registered.values());
    }
  }

  /**
   * @throws Refused when there is none of this name
   */
  public CommPlugin require(String name) {
    synchronized (registered) {
      CommPlugin plugin = registered.get(name);
      if (plugin == null) {
        throw new Refused(
            ErrorCode.NOT_FOUND,
            "there is no comm plugin '" + name + "'; there are " + registered.keySet());
      }
      return plugin;
    }
  }

  public Optional<CommPlugin> active() {
    return Optional.ofNullable(active);
  }

  /**
   * Makes this plugin the active one and connects it. The one before is disconnected first; so is
   * this one when it was active, with other settings perhaps.
   *
   * @throws Refused when there is no such plugin, or it cannot be connected so: then none is active
   */
  public synchronized void setActive(String name, Map<String, String> config) {
    CommPlugin next = require(name);
    deactivate();
    next.connect(config);
    active = next;
  }

  /** Disconnects the active one; from then on none is. */
  public synchronized void deactivate() {
    CommPlugin before = active;
    active = null;
    if (before != null) {
      before.disconnect();
    }
  }

  /** Sends by the active plugin, see {@link CommPlugin#send}. */
  public CompletableFuture<Void> send(CommMessage message) {
    CommPlugin now = active;
    return now == null
        ? CompletableFuture.failedFuture(
            new Refused(ErrorCode.OVERLOADED, "no comm plugin is active; try again"))
        : now.send(message);
  }

  /** Disconnects all of them, whether active or not. */
  @Override
  public synchronized void close() {
    active = null;
    for (CommPlugin plugin : all()) {
      try {
        plugin.disconnect();
      } catch (RuntimeException e) {
        LOG.warn("the comm plugin '{}' did not disconnect cleanly", plugin.name(), e);
      }
    }
  }
}
