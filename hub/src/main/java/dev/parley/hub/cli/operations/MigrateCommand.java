package dev.parley.hub.cli.operations;

import dev.parley.client.json.JsonWriter;
import dev.parley.hub.Stores;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.CliError;
import dev.parley.hub.cli.Exit;
import dev.parley.hub.cli.output.Progress;
import dev.parley.hub.cli.output.Sizes;
import dev.parley.hub.config.ConfigSources;
import dev.parley.hub.config.DataDirectory;
import dev.parley.hub.config.DataLock;
import dev.parley.hub.config.HubConfig;
import dev.parley.hub.config.StoreConfig.Engine;
import dev.parley.hub.migrate.Inventory;
import dev.parley.hub.migrate.Migration;
import dev.parley.hub.migrate.Watch;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "migrate",
    description = "Move everything from the embedded store into a NATS cluster, or back.",
    usageHelpAutoWidth = true,
    footerHeading =
        "%nStop the hubs first. What is moved is counted and compared; the source stays as it is.%n"
            + "Run it again if it was stopped: it goes on.%n%nExamples:%n",
    footer = {
      "  parley migrate --from rocksdb --to nats --nats nats://10.0.0.1:4222,nats://10.0.0.2:4222",
      "  parley migrate --from nats --to rocksdb --data ~/.parley-alone"
    })
public final class MigrateCommand implements Callable<Integer> {
  private final Cli cli;

  @Option(
      names = "--from",
      required = true,
      paramLabel = "ENGINE",
      description = "rocksdb, the embedded store of the data directory, or nats.")
  private Engine from;

  @Option(names = "--to", required = true, paramLabel = "ENGINE", description = "The other one.")
  private Engine to;

  @Option(
      names = "--nats",
      paramLabel = "URL,...",
      description = "Servers of the NATS cluster (default: nats.servers of the configuration).")
  private @Nullable String nats;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "Any setting by its key, such as nats.cluster; may be given several times.")
  private Map<String, String> settings = new LinkedHashMap<>();

  public MigrateCommand(Cli cli) {
    this.cli = cli;
  }

  @Override
  public Integer call() throws IOException {
    if (from == to) {
      throw CliError.usage("--from and --to are the same: one is rocksdb, the other nats");
    }
    DataDirectory data = cli.data();
    HubConfig config = config(data);
    boolean _ = data.create();
    Migration.Outcome outcome;
    try (DataLock _ = data.lock();
        Steps steps = new Steps()) {
      var migration = new Migration(data.path(), Stores.settings(config.store()), steps);
      outcome = to == Engine.NATS ? migration.toCluster() : migration.fromCluster();
    } catch (DataLock.Taken e) {
      throw CliError.failed(e.getMessage() + "; stop it first");
    }
    print(outcome);
    return Exit.OK;
  }

  private HubConfig config(DataDirectory data) {
    Map<String, String> flags = new LinkedHashMap<>(settings);
    if (nats != null) {
      flags.put("nats.servers", nats);
    }
    return new ConfigSources().read(data.path(), cli.environment(), flags);
  }

  private void print(Migration.Outcome outcome) {
    Inventory inventory = outcome.inventory();
    if (cli.isJson()) {
      cli.console()
          .json(
              new JsonWriter()
                  .put("messages", inventory.messages())
                  .put("boxes", inventory.boxes())
                  .put("copies", inventory.copies())
                  .put("records", inventory.records())
                  .put("blobs", outcome.blobs())
                  .put("checksum", inventory.checksum())
                  .toObject());
      return;
    }
    cli.console()
        .line(
            "%s messages, %s copies in %s boxes, %s records, %s attachments; checksum %s"
                .formatted(
                    Sizes.count(inventory.messages()),
                    Sizes.count(inventory.copies()),
                    Sizes.count(inventory.boxes()),
                    Sizes.count(inventory.records()),
                    Sizes.count(outcome.blobs()),
                    inventory.checksum().substring(0, 16)));
    cli.console()
        .line(
            to == Engine.NATS
                ? "start the hubs with: parley up --store nats; the embedded store is still there"
                : "start the hub with: parley up --store rocksdb; the cluster is as it was");
  }

  /** One line of progress a step. */
  private final class Steps implements Watch, AutoCloseable {
    private @Nullable Progress current;

    @Override
    public LongConsumer begin(String what, long total) {
      close();
      Progress progress = new Progress(cli.console(), what, total);
      current = progress;
      long[] done = {0};
      return more -> {
        done[0] += more;
        progress.at(done[0]);
      };
    }

    @Override
    public void close() {
      if (current != null) {
        current.close();
      }
    }
  }
}
