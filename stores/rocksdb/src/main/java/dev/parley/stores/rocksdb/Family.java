package dev.parley.stores.rocksdb;

/** The column families, in the order they are made. What is in each: {@link Keys}. */
enum Family {
  DEFAULT(0, "default"),
  MESSAGES(1, "messages"),
  BOXES(2, "boxes"),
  IDS(3, "ids"),
  RECORDS(4, "records");

  private final int id;
  private final String engineName;

  Family(int id, String engineName) {
    this.id = id;
    this.engineName = engineName;
  }

  /** RocksDB numbers families as they are made. */
  int id() {
    return id;
  }

  String engineName() {
    return engineName;
  }
}
