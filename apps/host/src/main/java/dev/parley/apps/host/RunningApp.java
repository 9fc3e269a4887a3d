package dev.parley.apps.host;

import dev.parley.apps.manifest.Capability;
import dev.parley.apps.manifest.Manifest;
import io.grpc.Channel;
import java.util.Map;

/**
 * One life of an app: its process runs and has answered that it is healthy. Each restart makes
 * another. Any thread.
 */
public interface RunningApp {

  Manifest manifest();

  default String id() {
    return manifest().id();
  }

  /** Where its services are called. Calls fail when the app is gone; set a deadline on each. */
  Channel channel();

  /** Whether it provides this, and the permissions let it. */
  boolean offers(Capability.Kind kind);

  /** All its settings as of now, secret ones and OAuth tokens included. Never logged. */
  Map<String, String> settings();
}
