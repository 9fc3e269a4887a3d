package dev.parley.client;

import dev.parley.client.json.JsonObject;
import dev.parley.client.message.Delivery;
import dev.parley.client.message.Inbox;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/** The listeners of a client, by inbox: the hub knows one of each a connection. */
final class Listeners implements Pushes {
  private final ConcurrentHashMap<Inbox, Listener> byInbox = new ConcurrentHashMap<>();

  void add(Listener listener) {
    if (byInbox.putIfAbsent(listener.inbox(), listener) != null) {
      throw new IllegalStateException(
          "this client listens to " + listener.inbox() + " already; close that listener first");
    }
  }

  void remove(Listener listener) {
    byInbox.remove(listener.inbox(), listener);
  }

  @Override
  public void onPush(JsonObject frame) {
    String type = frame.text("type", "");
    if (!type.equals("msg.push") && !type.equals("msg.session.push")) {
      return;
    }
    Delivery delivery = Delivery.of(frame);
    Listener listener = delivery == null ? null : byInbox.get(delivery.inbox());
    if (delivery != null && listener != null) {
      listener.onPush(delivery);
    }
  }

  @Override
  public void onConnected() {
    byInbox.values().forEach(Listener::listen);
  }

  @Override
  public void onDisconnected() {
    byInbox.values().forEach(Listener::onDisconnected);
  }

  @Override
  public void onOver(ParleyException why) {
    List.copyOf(byInbox.values()).forEach(listener -> listener.end(why));
  }

  /** While the link still stands, so that what was handled is acknowledged. */
  void close() {
    List<Listener> open = List.copyOf(byInbox.values());
    open.forEach(Listener::stop);
    open.forEach(Listener::close);
  }
}
