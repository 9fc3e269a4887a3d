package dev.parley.agents.tools;

/** Something an action is told. */
public record Parameter(String name, Kind kind, boolean required, String description) {

  public enum Kind {
    TEXT("string"),
    NUMBER("integer"),
    FLAG("boolean");

    private final String schemaType;

    Kind(String schemaType) {
      this.schemaType = schemaType;
    }

    public String schemaType() {
      return schemaType;
    }
  }

  public static Parameter text(String name, String description) {
    return new Parameter(name, Kind.TEXT, true, description);
  }

  public static Parameter number(String name, String description) {
    return new Parameter(name, Kind.NUMBER, true, description);
  }

  public static Parameter flag(String name, String description) {
    return new Parameter(name, Kind.FLAG, true, description);
  }

  public Parameter optional() {
    return new Parameter(name, kind, false, description);
  }
}
