package dev.parley.wire.gateway;

/** What a binary message turned out to be. */
public sealed interface Decoded {

  record Good(Frame frame) implements Decoded {}

  /** Something to pass over in silence, as clients do. */
  record Dropped(Why why) implements Decoded {}

  /** It says that it carries more than a frame may. */
  record TooLarge() implements Decoded {}

  /** Why a message is passed over. */
  enum Why {
    TOO_SHORT,
    OTHER_VERSION,
    CUT_OFF,
    UNKNOWN_TYPE,
    ENCRYPTED,
    /** Or it would become larger than anybody may send. */
    NOT_ZSTD
  }
}
