package dev.parley.brains.harness;

/** What becomes of a harness's question whether it may do something. */
public enum Leave {
  /** Somebody is asked. */
  ASK,
  ALLOW,
  DENY
}
