package dev.parley.hub.cli.join;

import dev.parley.hub.cli.CliError;
import org.jspecify.annotations.Nullable;

/**
 * A form of configuration files. What is not ours comes out as it went in, to the letter.
 *
 * <p>What is not understood is refused with a {@link CliError} that says why.
 */
interface Configuration {
  /** The text with this entry in it, in place of one of that name. */
  String with(String text, String name, Entry entry);

  /** The text without the entry of this name; the same if there is none. */
  String without(String text, String name);

  /** The entry of this name as it stands there, or null. */
  @Nullable String entry(String text, String name);

  /** The entry alone, to be shown. */
  String shown(String name, Entry entry);

  /** The line ends that a text has. */
  static String lineEnd(String text) {
    return text.contains("\r\n") ? "\r\n" : "\n";
  }

  static CliError refused(String why) {
    return CliError.failed(why + "; nothing was changed");
  }
}
