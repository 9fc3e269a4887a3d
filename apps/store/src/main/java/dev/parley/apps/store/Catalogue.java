package dev.parley.apps.store;

import dev.parley.apps.install.Platform;
import dev.parley.apps.install.StoreEvent;
import dev.parley.core.address.AgentId;
import dev.parley.core.blob.Blob;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.ledger.Tx;
import dev.parley.identity.Principal;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What people and bots find in the store and take from it. A private app is there for its owner
 * alone. Who asks may be nobody: then it is what everybody sees.
 */
public final class Catalogue {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /**
   * An app as one who looks sees it.
   *
   * @param author the account under which it is published
   * @param installed whether the one who looks has it on a bot
   */
  public record Item(
      StoreApp app,
      Release release,
      Account author,
      long installs,
      long downloads,
      boolean installed) {}

  /** A part of a list, and how long the whole is. */
  public record Page(List<Item> items, int total) {}

  /** What came of asking for an installation. */
  public record Installed(Item item, Installation installation, boolean updateAvailable) {}

  private final Shelf shelf;
  private final Publishers publishers;
  private final Keyring keyring;
  private final Notices notices;

  Catalogue(Shelf shelf, Publishers publishers, Keyring keyring, Notices notices) {
    this.shelf = shelf;
    this.publishers = publishers;
    this.keyring = keyring;
    this.notices = notices;
  }

  // ---- looking

  /**
   * What is published, what most have installed first.
   *
   * @param words all of which have to be found, or null
   * @param page from 1
   */
  public Page list(
      @Nullable Principal who,
      @Nullable String words,
      @Nullable String category,
      int page,
      int pageSize) {
    String owner = ownerOf(who);
    Set<String> owned = owned(owner);
    List<StoreApp> found =
        shelf.all(Shelf.APPS, StoreApp.class).stream()
            .filter(app -> isSeen(app, owner))
            .filter(app -> category == null || app.listing().category().equals(category))
            .filter(app -> words == null || hasWords(app, words))
            .toList();
    List<Item> items =
        found.stream()
            .map(app -> item(app, owned))
            .sorted(
                Comparator.comparingLong(Item::installs)
                    .reversed()
                    .thenComparing(item -> item.app().slug()))
            .skip((long) (page - 1) * pageSize)
            .limit(pageSize)
            .toList();
    return new Page(items, found.size());
  }

  private static boolean hasWords(StoreApp app, String words) {
    Listing listing = app.listing();
    String text =
        String.join(" ", listing.name(), listing.description(), app.slug(), app.manifestId())
            .toLowerCase(Locale.ROOT);
    return Stream.of(words.toLowerCase(Locale.ROOT).strip().split("\\s+")).allMatch(text::contains);
  }

  private @Nullable String ownerOf(@Nullable Principal who) {
    return who == null ? null : publishers.of(who);
  }

  private static boolean isSeen(StoreApp app, @Nullable String owner) {
    return app.newest() != null && (app.openToAll() || app.owner().equals(owner));
  }

  private Set<String> owned(@Nullable String owner) {
    Set<String> apps = new HashSet<>();
    if (owner != null) {
      shelf.keys(Shelf.OWNED + owner).forEach(key -> apps.add(key.substring(0, key.indexOf('/'))));
    }
    return apps;
  }

  private Item item(StoreApp app, Set<String> owned) {
    Shelf.Counts counts =
        shelf.get(Shelf.COUNTS, app.id(), Shelf.Counts.class).orElse(Shelf.Counts.NONE);
    Account author =
        shelf
            .get(Shelf.ACCOUNTS, app.account(), Account.class)
            .orElse(new Account(app.account(), "", "", app.owner(), 0));
    return new Item(
        app,
        app.releases().getLast(),
        author,
        counts.installs(),
        counts.downloads(),
        owned.contains(app.id()));
  }

  /**
   * @param named its id, its slug, or the id of its manifest
   * @throws Refused when there is none that this one may see, or it was revoked
   */
  public Item find(@Nullable Principal who, String named) {
    String owner = ownerOf(who);
    return item(seen(owner, named), owned(owner));
  }

  private StoreApp seen(@Nullable String owner, String named) {
    StoreApp app =
        shelf
            .app(named)
            .filter(each -> !each.releases().isEmpty())
            .filter(each -> each.openToAll() || each.owner().equals(owner))
            .orElseThrow(() -> Refused.hidden("there is no app '" + named + "'"));
    if (app.revokedAt() > 0) {
      throw new Refused(ErrorCode.GONE, "the app '" + named + "' was revoked");
    }
    return app;
  }

  /** The manifest of a release, as its publisher wrote it. */
  public byte[] manifest(Release release) {
    return shelf.bytes(release.work().manifest());
  }

  // ---- taking

  /** Notes that a bot has an app, and tells the bot. A second time it is the same installation. */
  public Installed install(Principal who, String named, AgentId bot) {
    String botOwner = publishers.ofBot(bot);
    StoreApp app = seen(botOwner, named);
    String version = app.releases().getLast().version();
    Installation installation =
        shelf.change(
            tx -> {
              String table = Shelf.BOTS + app.id();
              Installation there = Shelf.get(tx, table, bot.value(), Installation.class);
              if (there != null && there.owner().equals(botOwner)) {
                return there;
              }
              Installation made =
                  new Installation(
                      UUID.randomUUID().toString(),
                      app.id(),
                      bot.value(),
                      botOwner,
                      version,
                      shelf.now());
              Shelf.put(tx, table, bot.value(), made);
              if (there == null) {
                count(tx, app.id(), 1, 0);
              } else {
                // Of an earlier bot of the same name, that was somebody else's.
                tx.delete(Shelf.OWNED + there.owner(), app.id() + "/" + bot.value());
              }
              Shelf.put(tx, Shelf.OWNED + botOwner, app.id() + "/" + bot.value(), "");
              notices.put(tx, StoreEvent.Type.INSTALLED, app, version, bot);
              return made;
            });
    notices.deliverSoon();
    return new Installed(
        item(app, owned(publishers.of(who))),
        installation,
        !installation.version().equals(version));
  }

  /** Notes that a bot has an app no more, and tells the bot. */
  public void uninstall(String named, AgentId bot) {
    StoreApp app = shelf.app(named).orElseThrow(() -> Shelf.noSuchApp(named));
    var _ =
        shelf.change(
            tx -> {
              String table = Shelf.BOTS + app.id();
              Installation there = Shelf.get(tx, table, bot.value(), Installation.class);
              if (there == null) {
                throw new Refused(ErrorCode.NOT_FOUND, "this bot has not installed that app");
              }
              tx.delete(table, bot.value());
              tx.delete(Shelf.OWNED + there.owner(), app.id() + "/" + bot.value());
              count(tx, app.id(), -1, 0);
              notices.put(tx, StoreEvent.Type.UNINSTALLED, app, there.version(), bot);
              return true;
            });
    notices.deliverSoon();
  }

  private static void count(Tx tx, String app, long installs, long downloads) {
    Shelf.Counts now =
        Optional.ofNullable(Shelf.get(tx, Shelf.COUNTS, app, Shelf.Counts.class))
            .orElse(Shelf.Counts.NONE);
    Shelf.put(
        tx,
        Shelf.COUNTS,
        app,
        new Shelf.Counts(now.installs() + installs, now.downloads() + downloads));
  }

  /**
   * A package, counted as downloaded. A bot that fetches a version for itself has it from then on.
   *
   * @param version null for the newest
   * @param platform null where there is only one
   */
  public Blob download(
      @Nullable Principal who, String named, @Nullable String version, @Nullable String platform) {
    StoreApp app = seen(ownerOf(who), named);
    Release release =
        version == null
            ? app.releases().getLast()
            : app.releases().stream()
                .filter(each -> each.version().equals(version))
                .findFirst()
                .orElseThrow(
                    () ->
                        new Refused(
                            ErrorCode.NOT_FOUND, "there is no version '" + version + "' of it"));
    Blob blob = shelf.blob(parcel(release, platform).sha256());
    AgentId bot = who == null ? null : who.scope();
    var _ =
        shelf.change(
            tx -> {
              count(tx, app.id(), 0, 1);
              String table = Shelf.BOTS + app.id();
              Installation there =
                  bot == null ? null : Shelf.get(tx, table, bot.value(), Installation.class);
              if (there != null && bot != null) {
                Shelf.put(
                    tx,
                    table,
                    bot.value(),
                    new Installation(
                        there.id(),
                        there.app(),
                        there.bot(),
                        there.owner(),
                        release.version(),
                        there.installedAt()));
              }
              return true;
            });
    return blob;
  }

  private static Parcel parcel(Release release, @Nullable String platform) {
    if (platform == null) {
      if (release.parcels().size() == 1) {
        return release.parcels().getFirst();
      }
      throw new Refused(
          ErrorCode.BAD_REQUEST,
          "'platform' is missing: there are "
              + String.join(", ", release.parcels().stream().map(Parcel::platform).toList()));
    }
    return release
        .of(Platform.parse(platform).name())
        .orElseThrow(() -> new Refused(ErrorCode.NOT_FOUND, "there is no package for " + platform));
  }

  // ---- whom to trust

  /**
   * With which keys the store signs.
   *
   * @throws Refused when it has signed nothing yet
   */
  public byte[] signingKey() {
    return keyring
        .all()
        .orElseThrow(() -> new Refused(ErrorCode.NOT_FOUND, "this store has signed nothing yet"))
        .toJson();
  }

  public byte[] revocations() {
    ObjectNode root = JSON.createObjectNode();
    ArrayNode list = root.putArray("revocations");
    for (Shelf.Revocation each : shelf.all(Shelf.REVOCATIONS, Shelf.Revocation.class)) {
      String at = Instant.ofEpochMilli(each.at()).toString();
      list.addObject()
          .put("id", each.id())
          .put("name", each.name())
          .put("slug", each.slug())
          .put("version", each.version())
          .put("revoked_at", at)
          .put("revokedAt", at);
    }
    return JSON.writeValueAsBytes(root);
  }
}
