package dev.parley.core.delivery;

/** A listener of a shared feed, and how much it holds. Committer thread. */
final class SharedMember {
  final GuardedListener listener;
  final ListenOptions options;
  private int inFlight;

  SharedMember(GuardedListener listener, ListenOptions options) {
    this.listener = listener;
    this.options = options;
  }

  boolean hasRoom() {
    return inFlight < options.window() && listener.hasRoom();
  }

  int inFlight() {
    return inFlight;
  }

  void onPushed() {
    inFlight++;
  }

  /** A copy that was in flight here is acknowledged, overdue or received some other way. */
  void onLanded() {
    inFlight--;
  }
}
