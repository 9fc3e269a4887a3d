package dev.parley.brains.model;

import java.util.Locale;

/**
 * A model and where it is asked.
 *
 * @param url up to and with the version, such as {@code https://api.anthropic.com/v1}; for Ollama
 *     without a path
 * @param maxTokens that one call may answer
 * @param thinkingTokens that it may think in one call; 0 for models that are not to
 * @param inputMicros what a million tokens cost that it is shown, in millionths of a US dollar
 * @param outputMicros the same for those it says
 */
public record Endpoint(
    Provider provider,
    String model,
    String url,
    ApiKey key,
    int maxTokens,
    int thinkingTokens,
    long inputMicros,
    long outputMicros) {

  /** How it is spoken with. */
  public enum Provider {
    ANTHROPIC("https://api.anthropic.com/v1"),
    OPENAI("https://api.openai.com/v1"),
    OLLAMA("http://127.0.0.1:11434");

    private final String url;

    Provider(String url) {
      this.url = url;
    }

    /** Where it is unless said otherwise. */
    public String url() {
      return url;
    }
  }

  public Endpoint with(ApiKey known) {
    return new Endpoint(
        provider, model, url, known, maxTokens, thinkingTokens, inputMicros, outputMicros);
  }

  /** As usage is counted under it. */
  String name() {
    return provider.name().toLowerCase(Locale.ROOT) + "/" + model;
  }

  /** Rounded up, so that what costs something is never free. */
  long costMicros(long input, long output) {
    long price = input * inputMicros + output * outputMicros;
    return price / 1_000_000 + (price % 1_000_000 == 0 ? 0 : 1);
  }
}
