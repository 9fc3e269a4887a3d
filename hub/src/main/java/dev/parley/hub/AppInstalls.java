package dev.parley.hub;

import dev.parley.apps.host.Apps;
import dev.parley.apps.host.LaunchGate;
import dev.parley.apps.install.AppSource;
import dev.parley.apps.install.HttpStore;
import dev.parley.apps.install.Installer;
import dev.parley.apps.install.Reactions;
import dev.parley.apps.install.StoreEvent;
import dev.parley.apps.install.StoreGate;
import dev.parley.apps.signature.Trust;
import dev.parley.apps.store.Store;
import dev.parley.core.address.AgentId;
import dev.parley.core.address.Path;
import dev.parley.core.broker.Broker;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Draft;
import dev.parley.core.message.Sender;
import dev.parley.hub.config.AppsSettings;
import dev.parley.hub.config.DataDirectory;
import dev.parley.hub.config.HubConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * From which store this hub gets its apps, and what that means: they are launched only when that
 * store has signed them and not revoked them. Without a store apps come from files and are
 * believed.
 */
final class AppInstalls {
  private static final Logger LOG = LoggerFactory.getLogger(AppInstalls.class);

  private static final AgentId OWNER = new AgentId(Sender.OWNER_NAME);

  private final Broker broker;
  private final Store own;
  private final @Nullable AppSource source;
  private final @Nullable Trust trust;

  private AppInstalls(Broker broker, Store own, @Nullable AppSource source) {
    this.broker = broker;
    this.own = own;
    this.source = source;
    this.trust = source == null ? null : new Trust(source, broker.time());
  }

  /**
   * Ends what a hub that was killed had begun to install. Before the apps are looked at.
   *
   * @param own the store that this hub is
   */
  static AppInstalls open(Deque<AutoCloseable> parts, HubConfig config, Broker broker, Store own) {
    try {
      Installer.recover(config.data().resolve(DataDirectory.APPS));
    } catch (IOException e) {
      throw new UncheckedIOException("what was being installed cannot be looked at", e);
    }
    String setting = config.apps().store();
    if (setting.isEmpty()) {
      return new AppInstalls(broker, own, null);
    }
    if (setting.equals(AppsSettings.HERE)) {
      return new AppInstalls(broker, own, own.asSource());
    }
    HttpStore store = new HttpStore(setting);
    parts.push(store);
    return new AppInstalls(broker, own, store);
  }

  LaunchGate gate() {
    return trust == null ? LaunchGate.OPEN : new StoreGate(trust);
  }

  /** From now on what the store revokes is taken out of use, and what it updates is updated. */
  Installer start(Deque<AutoCloseable> parts, Apps apps) {
    Installer installer = new Installer(apps, source, trust, broker.time(), this::tell).start();
    parts.push(installer);
    if (source != null && source.name().equals(AppsSettings.HERE)) {
      Reactions reactions = new Reactions(installer, this::tell);
      own.onEvent(event -> react(reactions, event));
    }
    return installer;
  }

  private static void react(Reactions reactions, StoreEvent event) {
    try {
      reactions.onEvent(event);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Refused e) {
      LOG.warn("{} of the app {}: {}", event.type().wireName(), event.id(), e.getMessage());
    }
  }

  private void tell(String words) {
    Draft draft = Draft.from(Sender.HUB.name()).to(Path.agent(OWNER)).content(words).build();
    var _ =
        broker
            .route(draft, Sender.HUB)
            .whenComplete(
                (_, failure) -> {
                  if (failure != null) {
                    LOG.warn("the owner could not be told: {}", words);
                  }
                });
  }
}
