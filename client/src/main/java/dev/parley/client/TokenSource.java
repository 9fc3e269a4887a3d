package dev.parley.client;

import java.io.IOException;

/** Where a client gets the token it shows. Asked on the thread that connects; may block shortly. */
@FunctionalInterface
public interface TokenSource {

  /**
   * @throws IOException when there is none right now, which may pass
   * @throws ParleyException when there will be none any more
   */
  String token() throws IOException;
}
