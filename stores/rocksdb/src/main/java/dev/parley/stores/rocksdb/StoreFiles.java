package dev.parley.stores.rocksdb;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileReader;

/**
 * Reads every file of an embedded store and compares it with its checksums, beside a hub that uses
 * it or without one. Blocks for as long as the disk takes to read everything.
 */
public final class StoreFiles {
  static {
    RocksDB.loadLibrary();
  }

  private StoreFiles() {}

  /**
   * What is damaged, a sentence each; empty if nothing is.
   *
   * @param goOn asked before each file, and may pause; false ends the check early
   */
  public static List<String> damageIn(Path directory, BooleanSupplier goOn) {
    List<String> damage = new ArrayList<>(LogDamage.in(directory).stream().toList());
    NewestLog.missingIn(directory).ifPresent(damage::add);
    try (Options options = new Options()) {
      for (Path table : tables(directory)) {
        if (!goOn.getAsBoolean()) {
          break;
        }
        check(options, table, damage);
      }
    }
    return damage;
  }

  private static List<Path> tables(Path directory) {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.toString().endsWith(".sst")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot look into " + directory, e);
    }
  }

  private static void check(Options options, Path table, List<String> damage) {
    try (SstFileReader reader = new SstFileReader(options)) {
      reader.open(table.toString());
      reader.verifyChecksum();
    } catch (RocksDBException e) {
      // A hub that runs deletes files it has merged into others.
      if (Files.exists(table)) {
        damage.add(table.getFileName() + " is damaged: " + e.getMessage());
      }
    }
  }
}
