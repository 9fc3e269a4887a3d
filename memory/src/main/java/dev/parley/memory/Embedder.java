package dev.parley.memory;

/** Turns a text into a vector, near to those of texts that mean something like it. */
@FunctionalInterface
public interface Embedder {
  /** Of length 1. May load native code: on platform threads. */
  float[] embed(String text);
}
