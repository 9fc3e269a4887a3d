package dev.parley.hub.config;

import dev.parley.brains.model.ApiKey;
import dev.parley.brains.model.Endpoint;
import dev.parley.brains.model.ModelLimits;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads the settings of a brain that is a model. */
final class ModelSettings {
  static final Set<String> FIELDS =
      Set.of(
          "provider",
          "model",
          "url",
          "keyEnv",
          "keyFile",
          "fallbacks",
          "prompt",
          "tools",
          "maxTokens",
          "thinkingTokens",
          "maxSteps",
          "retries",
          "callMs",
          "budgetTokens",
          "budgetDollars",
          "inputDollars",
          "outputDollars");

  private static final Pattern MODEL = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:/@+-]{0,99}");
  private static final BigDecimal MILLION = BigDecimal.valueOf(1_000_000);
  private static final int FALLBACKS_MAX = 5;

  private final Settings settings;
  private final String key;

  private ModelSettings(Settings settings, String key) {
    this.settings = settings;
    this.key = key;
  }

  static BrainSetting.Model of(Path data, Settings settings, String key) {
    return new ModelSettings(settings, key).read(data);
  }

  private BrainSetting.Model read(Path data) {
    Endpoint.Provider provider = provider();
    String model = settings.optionalText(key + "model");
    if (!MODEL.matcher(model).matches()) {
      throw new BadConfig(key + "model", model, "the name of a model, such as claude-sonnet-4-5");
    }
    Endpoint endpoint =
        new Endpoint(
            provider,
            model,
            url(provider),
            ApiKey.NONE,
            number("maxTokens", 4_096, 1, 1_000_000),
            number("thinkingTokens", 0, 0, 1_000_000),
            micros("inputDollars"),
            micros("outputDollars"));
    ModelLimits usual = ModelLimits.DEFAULT;
    ModelLimits limits =
        new ModelLimits(
            number("maxSteps", usual.steps(), 1, 200),
            number("retries", usual.retries(), 0, 10),
            Duration.ofMillis(
                number("callMs", (int) usual.callTime().toMillis(), 1_000, 3_600_000)),
            number("budgetTokens", (int) usual.tokens(), 1, 100_000_000),
            micros("budgetDollars"));
    String keyEnv = settings.optionalText(key + "keyEnv");
    String keyFile = settings.optionalText(key + "keyFile");
    if (!keyEnv.isEmpty() && !keyFile.isEmpty()) {
      throw new BadConfig(key + "keyFile", "the key is in keyEnv or in keyFile, not in both");
    }
    List<String> fallbacks = settings.items(key + "fallbacks");
    if (fallbacks.size() > FALLBACKS_MAX) {
      throw new BadConfig(key + "fallbacks", fallbacks.size(), "at most " + FALLBACKS_MAX);
    }
    return new BrainSetting.Model(
        endpoint,
        keyEnv,
        keyFile.isEmpty() ? null : data.resolve(keyFile),
        fallbacks,
        settings.optionalText(key + "prompt"),
        flag("tools"),
        limits);
  }

  private Endpoint.Provider provider() {
    String name = settings.optionalText(key + "provider");
    return Arrays.stream(Endpoint.Provider.values())
        .filter(each -> each.name().toLowerCase(Locale.ROOT).equals(name))
        .findFirst()
        .orElseThrow(() -> new BadConfig(key + "provider", name, "anthropic, openai or ollama"));
  }

  private String url(Endpoint.Provider provider) {
    String url = settings.optionalText(key + "url");
    if (url.isEmpty()) {
      return provider.url();
    }
    try {
      URI parsed = URI.create(url);
      if (List.of("http", "https").contains(parsed.getScheme())
          && parsed.getHost() != null
          && parsed.getUserInfo() == null) {
        return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
      }
    } catch (IllegalArgumentException e) {
      // Told below.
    }
    throw new BadConfig(key + "url", url, "an address such as " + provider.url());
  }

  private int number(String field, int otherwise, int min, int max) {
    String text = settings.optionalText(key + field);
    if (text.isEmpty()) {
      return otherwise;
    }
    try {
      int value = Integer.parseInt(text);
      Checks.between(key + field, value, min, max);
      return value;
    } catch (NumberFormatException e) {
      throw new BadConfig(key + field, text, "a whole number");
    }
  }

  /** Dollars are written with a point, and counted in millionths. */
  private long micros(String field) {
    String text = settings.optionalText(key + field);
    if (text.isEmpty()) {
      return 0;
    }
    try {
      BigDecimal dollars = new BigDecimal(text);
      if (dollars.signum() >= 0 && dollars.compareTo(MILLION) <= 0) {
        return dollars.multiply(MILLION).longValue();
      }
    } catch (NumberFormatException e) {
      // Told below.
    }
    throw new BadConfig(key + field, text, "dollars, such as 0.25");
  }

  private boolean flag(String field) {
    return switch (settings.optionalText(key + field)) {
      case "", "true" -> true;
      case "false" -> false;
      case String other -> throw new BadConfig(key + field, other, "one of false, true");
    };
  }

  /** Those that are named have to be there, and to be models. */
  static void checkFallbacks(Map<String, BrainSetting> brains) {
    brains.forEach(
        (name, brain) -> {
          if (brain instanceof BrainSetting.Model model) {
            for (String other : model.fallbacks()) {
              if (other.equals(name) || !(brains.get(other) instanceof BrainSetting.Model)) {
                throw new BadConfig(
                    BrainSettings.BRAINS + name + ".fallbacks",
                    other,
                    "names of other brains of kind model");
              }
            }
          }
        });
  }
}
