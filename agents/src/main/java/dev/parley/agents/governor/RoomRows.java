package dev.parley.agents.governor;

import tools.jackson.databind.json.JsonMapper;

/** How what is counted of two agents is kept. */
final class RoomRows {
  static final String TABLE = "governor-rooms";
  private static final JsonMapper JSON = new JsonMapper();

  private record Row(
      String one,
      String two,
      String last,
      int alternations,
      int reactions,
      long since,
      long sinceNumber) {}

  private RoomRows() {}

  static byte[] write(Room room) {
    return JSON.writeValueAsBytes(
        new Row(
            room.one(),
            room.two(),
            room.last(),
            room.alternations(),
            room.reactions(),
            room.since(),
            room.sinceNumber()));
  }

  static Room read(byte[] json) {
    Row row = JSON.readValue(json, Row.class);
    return new Room(
        row.one,
        row.two,
        row.last,
        row.alternations,
        row.reactions,
        row.since,
        row.sinceNumber,
        null,
        0);
  }
}
