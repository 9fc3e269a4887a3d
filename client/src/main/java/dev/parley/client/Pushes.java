package dev.parley.client;

import dev.parley.client.json.JsonObject;

/** Whoever takes what the hub says unasked. Called on the link's thread. */
interface Pushes {
  void onPush(JsonObject frame);

  /** A new connection: say again what it has to know. Called with the link's lock held. */
  void onConnected();

  void onDisconnected();

  /** There will be no further connection. */
  void onOver(ParleyException why);
}
