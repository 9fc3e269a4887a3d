package dev.parley.doors.json;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.sym.PropertyNameMatcher;
import tools.jackson.core.util.Named;

/** The names of an object's fields, for a parser that compares them without making strings. */
final class FieldNames {
  private final Field[] fields;
  private final PropertyNameMatcher matcher;

  private FieldNames(JsonFactory json, Stream<Field> fields, List<Named> others) {
    this.fields = fields.toArray(Field[]::new);
    List<Named> names = new ArrayList<>();
    for (Field field : this.fields) {
      names.add(Named.fromString(field.memberName()));
    }
    names.addAll(others);
    this.matcher = json.constructNameMatcher(names, true);
  }

  static FieldNames ofRequest(JsonFactory json) {
    return new FieldNames(
        json,
        Stream.of(Field.values()).filter(field -> !field.isOption() && !field.isOfBodies()),
        List.of(Named.fromString(Field.OPTIONS)));
  }

  static FieldNames ofOptions(JsonFactory json) {
    return new FieldNames(json, Stream.of(Field.values()).filter(Field::isOption), List.of());
  }

  /** A body has no options: what pages an answer stands in the query, except for one limit. */
  static FieldNames ofBody(JsonFactory json) {
    return new FieldNames(
        json,
        Stream.of(Field.values()).filter(field -> !field.isOption() || field == Field.LIMIT),
        List.of());
  }

  PropertyNameMatcher matcher() {
    return matcher;
  }

  Field field(int match) {
    return fields[match];
  }

  /** Is it the object of options that was matched, which comes after the fields? */
  boolean isOptions(int match) {
    return match == fields.length;
  }
}
