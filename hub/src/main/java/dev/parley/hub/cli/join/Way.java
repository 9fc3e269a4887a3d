package dev.parley.hub.cli.join;

import java.net.URI;
import java.util.List;

/** How a client comes to the hub. */
sealed interface Way {
  String WITHHELD = "***";

  /** The same without its secret, to be shown. */
  Way shown();

  /** By requests to the hub, with the token of the agent that it is to be. */
  record Http(URI url, String token) implements Way {
    String authorization() {
      return "Bearer " + token;
    }

    @Override
    public Way shown() {
      return new Http(url, WITHHELD);
    }

    @Override
    public String toString() {
      return url.toString();
    }
  }

  /** By a program that it starts. No secret is among the arguments: everybody can see those. */
  record Stdio(List<String> command) implements Way {
    @Override
    public Way shown() {
      return this;
    }
  }
}
