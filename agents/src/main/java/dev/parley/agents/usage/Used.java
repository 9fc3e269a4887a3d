package dev.parley.agents.usage;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.util.regex.Pattern;

/**
 * What somebody says was used of a model. One that cannot be true cannot be made.
 *
 * @param id chosen by whoever says it: saying the same again counts once
 */
public record Used(String id, String model, Counts counts) {
  static final long CALLS_MAX = 1_000_000;
  static final long TOKENS_MAX = 1_000_000_000_000L;
  static final long COST_MAX = 1_000_000_000_000L;
  private static final Pattern MODEL = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:/@+-]{0,127}");
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9._:@+-]{1,128}");

  public Used {
    require(ID.matcher(id).matches(), "'id' must be 1 to 128 of A-Z a-z 0-9 . _ : @ + -");
    require(
        MODEL.matcher(model).matches(),
        "'model' must be 1 to 128 of A-Z a-z 0-9 . _ : / @ + -, beginning with a letter or digit");
    between("calls", counts.calls(), CALLS_MAX);
    between("inputTokens", counts.inputTokens(), TOKENS_MAX);
    between("outputTokens", counts.outputTokens(), TOKENS_MAX);
    between("costMicros", counts.costMicros(), COST_MAX);
    require(!counts.equals(Counts.NONE), "nothing was used: all of the numbers are 0");
  }

  private static void between(String name, long value, long max) {
    require(value >= 0 && value <= max, "'" + name + "' must be between 0 and " + max);
  }

  private static void require(boolean right, String otherwise) {
    if (!right) {
      throw new Refused(ErrorCode.BAD_REQUEST, otherwise);
    }
  }

  /** As it is kept, to be compared with when the id comes again. */
  String text() {
    return model
        + " "
        + counts.calls()
        + " "
        + counts.inputTokens()
        + " "
        + counts.outputTokens()
        + " "
        + counts.costMicros();
  }
}
