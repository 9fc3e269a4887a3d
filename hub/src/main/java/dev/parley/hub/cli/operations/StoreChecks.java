package dev.parley.hub.cli.operations;

import dev.parley.hub.config.DataDirectory;
import dev.parley.stores.rocksdb.StoreFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What reading all of the store finds. */
final class StoreChecks {
  private static final String ADVICE = "restore a backup: the rest can be read, this cannot";

  private final DataDirectory data;

  StoreChecks(DataDirectory data) {
    this.data = data;
  }

  List<Finding> run() {
    Path store = data.path().resolve(DataDirectory.STORE);
    if (!Files.isDirectory(store)) {
      return List.of(Finding.ok("store", "there is none in " + data.path()));
    }
    List<String> damage = StoreFiles.damageIn(store, () -> true);
    return damage.isEmpty()
        ? List.of(Finding.ok("store", "every file has its checksums"))
        : damage.stream().map(found -> Finding.fail("store", found, ADVICE)).toList();
  }
}
