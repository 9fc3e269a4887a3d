package dev.parley.identity.authority;

/** How much of an agent somebody sees, at every door. */
public enum Sight {
  /** Not even that it is there: whoever asks is told the same as of an agent that nobody made. */
  NOTHING,
  /** What it takes to write to it: who it is, what it says of itself, and whether it is online. */
  CARD,
  /** Everything but its token. */
  ALL
}
