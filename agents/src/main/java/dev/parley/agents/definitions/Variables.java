package dev.parley.agents.definitions;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Fills variables in: a name in braces after a dollar, with {@code :-} and a default if need be;
 * two dollars stand for one. Values are filled into what has been read, never into the text of a
 * file: a value cannot add keys.
 */
final class Variables {
  private static final Pattern PLACE =
      Pattern.compile("\\$(\\$\\{)|\\$\\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?}|\\$\\{([^}]*)}?");

  private final Map<String, String> values;

  Variables(Map<String, String> values) {
    this.values = values;
  }

  String fill(String text, Mark at, Problems problems) {
    if (!text.contains("${")) {
      return text;
    }
    Matcher place = PLACE.matcher(text);
    StringBuilder filled = new StringBuilder();
    while (place.find()) {
      place.appendReplacement(filled, Matcher.quoteReplacement(value(place, at, problems)));
    }
    place.appendTail(filled);
    return filled.toString();
  }

  private String value(Matcher place, Mark at, Problems problems) {
    if (place.group(1) != null) {
      return place.group(1);
    }
    String name = place.group(2);
    if (name == null) {
      problems.add(at, "'" + place.group() + "' is no variable; write ${NAME} or ${NAME:-default}");
      return "";
    }
    String value = values.get(name);
    String otherwise = place.group(3);
    // As shells do it: what is set but empty takes the default, too.
    if (otherwise != null && (value == null || value.isEmpty())) {
      return otherwise;
    }
    if (value == null) {
      problems.add(
          at,
          "the variable "
              + name
              + " is not set; set it, or give a default as ${"
              + name
              + ":-default}");
      return "";
    }
    return value;
  }
}
