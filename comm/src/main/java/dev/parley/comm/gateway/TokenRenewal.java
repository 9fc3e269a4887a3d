package dev.parley.comm.gateway;

import java.io.IOException;
import java.util.Optional;

/** Where tokens come from that are good for a while only. Blocks. */
public interface TokenRenewal {

  /** Tokens stay as they were configured. */
  TokenRenewal NONE = new TokenRenewal() {};

  /** The token to come with now, where this one is configured. */
  default String current(String configured) throws IOException, InterruptedException {
    return configured;
  }

  /**
   * Another in place of one that was refused.
   *
   * @return empty when there is none to be had: only who logs in anew changes that
   * @throws IOException when it is not known, because nobody answers
   */
  default Optional<String> renewed(String refused) throws IOException, InterruptedException {
    return Optional.empty();
  }
}
