package dev.parley.core.delivery;

import dev.parley.core.store.BoxId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The feeds of every inbox that somebody listens to. Committer thread. */
final class Outlets {

  /** The feeds of one inbox. */
  static final class Outlet {
    private final List<CopyFeed> copies = new ArrayList<>();
    private @Nullable SharedFeed shared;

    List<CopyFeed> copies() {
      return copies;
    }

    @Nullable SharedFeed shared() {
      return shared;
    }

    private boolean isEmpty() {
      return copies.isEmpty() && shared == null;
    }
  }

  private final Map<BoxId, Outlet> byInbox = new HashMap<>();

  @Nullable Outlet get(BoxId box) {
    return byInbox.get(box);
  }

  @Nullable SharedFeed shared(BoxId box) {
    Outlet outlet = byInbox.get(box);
    return outlet == null ? null : outlet.shared;
  }

  void add(CopyFeed feed) {
    outletOf(feed.box).copies.add(feed);
  }

  /** The inbox must have no shared feed yet. */
  void add(SharedFeed feed) {
    outletOf(feed.box).shared = feed;
  }

  private Outlet outletOf(BoxId box) {
    return byInbox.computeIfAbsent(box, _ -> new Outlet());
  }

  void remove(CopyFeed feed) {
    Outlet outlet = byInbox.get(feed.box);
    if (outlet != null) {
      outlet.copies.remove(feed);
      forgetIfEmpty(feed.box, outlet);
    }
  }

  void remove(SharedFeed feed) {
    Outlet outlet = byInbox.get(feed.box);
    if (outlet != null) {
      outlet.shared = null;
      forgetIfEmpty(feed.box, outlet);
    }
  }

  private void forgetIfEmpty(BoxId box, Outlet outlet) {
    if (outlet.isEmpty()) {
      byInbox.remove(box);
    }
  }

  /** The inbox is no more; returns the feeds that it had. */
  @Nullable Outlet remove(BoxId box) {
    return byInbox.remove(box);
  }
}
