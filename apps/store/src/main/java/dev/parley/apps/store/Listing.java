package dev.parley.apps.store;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What people read of an app in the store, as its publisher wrote it. */
public record Listing(
    String name,
    String description,
    String longDescription,
    String category,
    String visibility,
    String icon) {
  public static final String PUBLIC = "public";
  public static final String PRIVATE = "private";
  private static final Set<String> VISIBILITIES = Set.of(PUBLIC, PRIVATE);
  private static final int NAME_MAX = 100;
  private static final int DESCRIPTION_MAX = 4_000;
  private static final int LONG_DESCRIPTION_MAX = 20_000;
  private static final int CATEGORY_MAX = 60;
  private static final int ICON_MAX = 2_048;

  public Listing {
    if (name.isBlank()) {
      throw new Refused(ErrorCode.BAD_REQUEST, "'name' is missing");
    }
    limit("name", name, NAME_MAX);
    limit("description", description, DESCRIPTION_MAX);
    limit("longDescription", longDescription, LONG_DESCRIPTION_MAX);
    limit("category", category, CATEGORY_MAX);
    limit("icon", icon, ICON_MAX);
    if (!VISIBILITIES.contains(visibility)) {
      throw new Refused(
          ErrorCode.BAD_REQUEST,
          "'visibility' must be public or private, not '" + visibility + "'");
    }
    if (!icon.isEmpty() && !icon.startsWith("https://") && !icon.startsWith("http://")) {
      throw new Refused(
          ErrorCode.BAD_REQUEST, "'icon' must be an address that begins with https://");
    }
  }

  private static void limit(String field, String value, int max) {
    if (value.length() > max) {
      throw new Refused(
          ErrorCode.BAD_REQUEST, "'" + field + "' has at most " + max + " characters");
    }
  }

  /** What is null stays as it is. */
  Listing with(AppFields fields) {
    return new Listing(
        or(fields.name(), name),
        or(fields.description(), description),
        or(fields.longDescription(), longDescription),
        or(fields.category(), category),
        or(fields.visibility(), visibility),
        or(fields.icon(), icon));
  }

  private static String or(@Nullable String value, String otherwise) {
    return value == null ? otherwise : value.strip();
  }
}
