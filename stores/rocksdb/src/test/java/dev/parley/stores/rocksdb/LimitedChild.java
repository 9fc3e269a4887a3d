package dev.parley.stores.rocksdb;

import dev.parley.core.address.AgentId;
import dev.parley.core.message.Priority;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Commit;
import dev.parley.core.store.Placement;
import dev.parley.core.store.State;
import dev.parley.core.store.StoreException;
import dev.parley.core.store.StoredMessage;
import dev.parley.testkit.store.Messages;
import java.nio.file.Path;
import java.util.List;

/**
 * Runs into a limit on the length of files, which the engine does not take for a full disk and so
 * never gets over, and has it lifted again.
 */
final class LimitedChild {
  private static final BoxId ADA = BoxId.inbox(new AgentId("ada"));

  private LimitedChild() {}

  public static void main(String[] arguments) throws Exception {
    try (RocksStore store = RocksStore.open(Path.of(arguments[0]), RocksConfig.DEFAULT)) {
      append(store, 1, 100);
      limitFilesTo("65536:");
      append(store, 2, 1 << 20);
      limitFilesTo("unlimited:");
      append(store, 2, 100);
      System.out.println("holds " + store.readForward(ADA, 0, 10).size());
    }
  }

  private static void append(RocksStore store, long number, int bytes) {
    StoredMessage message =
        new StoredMessage(number, Messages.idOf(number), 1, Priority.NORMAL, 0, new byte[bytes]);
    try (Commit commit = store.begin()) {
      commit.append(message, List.of(new Placement(ADA, State.ACCEPTED, null)));
      commit.commit();
      System.out.println("committed");
    } catch (StoreException e) {
      System.out.println("refused " + e.reason());
    }
  }

  private static void limitFilesTo(String soft) throws Exception {
    String pid = Long.toString(ProcessHandle.current().pid());
    new ProcessBuilder("prlimit", "--pid", pid, "--fsize=" + soft).start().waitFor();
  }
}
