package dev.parley.core.store;

/**
 * The other hubs that share a store, as far as they run right now. What is said here is heard by
 * those who run, soon, in the order it was said, or not at all: nothing that matters goes this way.
 */
public interface Neighbours {
  /** What may be said at once. */
  int WORDS_BYTES_MAX = 64 << 10;

  /** Says something to all others. Any thread; never blocks, and rather says nothing. */
  void say(byte[] words);

  /** Who hears them from now on. Set once. */
  void listen(Ear ear);

  /** On threads of the store's: be short and never block. */
  interface Ear {
    void heard(String node, byte[] words);

    /** It has stopped, or has been silent for too long. Should it be heard again, it is back. */
    void gone(String node);
  }
}
