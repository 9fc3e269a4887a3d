package dev.parley.apps.store;

import dev.parley.apps.install.StoreEvent;
import dev.parley.core.address.AgentId;
import dev.parley.core.error.Refused;
import dev.parley.core.ledger.Tx;
import dev.parley.core.message.MessageId;
import dev.parley.core.time.Timekeeper;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * News for bots about what they have installed. Each is a record that is made in the commit of what
 * it tells, and goes when every bot has its message; a hub that dies in between tells the rest when
 * it starts again, and nobody twice.
 */
final class Notices implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Notices.class);
  private static final String TABLE = "store-notices";
  private static final String NUMBERS = "store-notice-numbers";
  private static final int KEY_DIGITS = 16;
  private static final Duration TRY_AGAIN = Duration.ofMinutes(1);
  private static final Duration GIVE_UP = Duration.ofDays(1);
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /**
   * @param app its id in the store
   * @param bot whom it is for, or null for every bot that has installed the app
   */
  record Notice(
      String key,
      String type,
      String app,
      String manifestId,
      String name,
      String version,
      List<String> platforms,
      @Nullable String bot,
      long at) {

    Notice forOne(String newKey, String newBot) {
      return new Notice(newKey, type, app, manifestId, name, version, platforms, newBot, at);
    }
  }

  private final Shelf shelf;
  private final Timekeeper time;
  private final BotMail mail;
  private final String address;
  private final List<Consumer<StoreEvent>> hooks = new CopyOnWriteArrayList<>();
  private final ReentrantLock delivering = new ReentrantLock();
  private final AtomicBoolean waiting = new AtomicBoolean();
  private volatile boolean closed;
  private Timekeeper.@Nullable Alarm again;

  /**
   * @param address where this store is reached, without a slash at its end; empty when not known
   */
  Notices(Shelf shelf, Timekeeper time, BotMail mail, String address) {
    this.shelf = shelf;
    this.time = time;
    this.mail = mail;
    this.address = address;
  }

  /** Told of what happens to apps as such, at this hub, after it is durable, on its own thread. */
  void onEvent(Consumer<StoreEvent> hook) {
    hooks.add(hook);
  }

  void put(Tx tx, StoreEvent.Type type, StoreApp app, String version, @Nullable AgentId bot) {
    String key = next(tx);
    List<String> platforms =
        app.releases().isEmpty()
            ? List.of()
            : app.releases().getLast().parcels().stream().map(Parcel::platform).toList();
    Shelf.put(
        tx,
        TABLE,
        key,
        new Notice(
            key,
            type.wireName(),
            app.id(),
            app.manifestId(),
            app.listing().name(),
            version,
            platforms,
            bot == null ? null : bot.value(),
            shelf.now()));
  }

  /** In the order of the commits: what happens within a millisecond is told in its order, too. */
  private static String next(Tx tx) {
    Long last = Shelf.get(tx, NUMBERS, "last", Long.class);
    long number = last == null ? 1 : last + 1;
    Shelf.put(tx, NUMBERS, "last", number);
    return ("%0" + KEY_DIGITS + "x").formatted(number);
  }

  /** In the background; however often it is asked for, one waits for its turn at most. */
  void deliverSoon() {
    if (waiting.compareAndSet(false, true)) {
      Thread.ofVirtual().name("parley-store-notices").start(this::deliver);
    }
  }

  /** Tells everything that was not told yet. Several at once would tell the same. */
  void deliver() {
    delivering.lock();
    try {
      waiting.set(false);
      boolean all = true;
      for (Notice each : shelf.all(TABLE, Notice.class)) {
        if (closed) {
          return;
        }
        tellHooks(each);
        all &= settle(each, tellBots(each));
      }
      if (!all) {
        later();
      }
    } catch (RuntimeException e) {
      if (!closed) {
        LOG.warn("what happened in the store could not be told; again soon: {}", e.toString());
        later();
      }
    } finally {
      delivering.unlock();
    }
  }

  /** Keeps what is left of it: news for each bot that could not be told. True when nothing is. */
  private boolean settle(Notice notice, List<String> untold) {
    boolean givenUp = notice.at() + GIVE_UP.toMillis() < shelf.now();
    if (givenUp && !untold.isEmpty()) {
      LOG.warn(
          "{} bots are not told of {}: they took nothing for a day", untold.size(), notice.app());
    }
    List<String> left = givenUp ? List.of() : untold;
    var _ =
        shelf.change(
            tx -> {
              tx.delete(TABLE, notice.key());
              for (String bot : left) {
                String key = notice.key().substring(0, KEY_DIGITS) + "-" + bot;
                Shelf.put(tx, TABLE, key, notice.forOne(key, bot));
              }
              return true;
            });
    return left.isEmpty();
  }

  private void tellHooks(Notice notice) {
    if (notice.bot() == null) {
      StoreEvent event =
          new StoreEvent(StoreEvent.Type.parse(notice.type()).orElseThrow(), notice.manifestId());
      for (Consumer<StoreEvent> hook : hooks) {
        Thread.ofVirtual().name("parley-store-event").start(() -> told(hook, event));
      }
    }
  }

  private static void told(Consumer<StoreEvent> hook, StoreEvent event) {
    try {
      hook.accept(event);
    } catch (RuntimeException e) {
      LOG.warn("{} of {}: {}", event.type().wireName(), event.id(), e.toString());
    }
  }

  /** Returns those that could not be told now, and perhaps later. */
  private List<String> tellBots(Notice notice) {
    byte[] content = content(notice);
    String only = notice.bot();
    List<String> bots = only != null ? List.of(only) : shelf.keys(Shelf.BOTS + notice.app());
    List<String> untold = new ArrayList<>();
    for (String bot : bots) {
      if (only == null && hasItAlready(notice, bot)) {
        continue;
      }
      try {
        mail.tell(new AgentId(bot), id(notice, bot), content);
      } catch (Refused e) {
        if (e.code().retryable()) {
          untold.add(bot);
        } else {
          LOG.info("the bot {} is not told of {}: {}", bot, notice.manifestId(), e.getMessage());
        }
      }
    }
    return untold;
  }

  private boolean hasItAlready(Notice notice, String bot) {
    return notice.type().equals(StoreEvent.Type.UPDATED.wireName())
        && shelf
            .get(Shelf.BOTS + notice.app(), bot, Installation.class)
            .filter(installation -> !installation.version().equals(notice.version()))
            .isEmpty();
  }

  /** Every key as new and as old clients spell it: this does not know who reads it. */
  private byte[] content(Notice notice) {
    ObjectNode root = JSON.createObjectNode();
    root.put("type", notice.type());
    root.put("appId", notice.manifestId()).put("app_id", notice.manifestId());
    root.put("appName", notice.name()).put("app_name", notice.name());
    ObjectNode payload = root.putObject("payload");
    String path =
        "/api/v1/apps/"
            + notice.app()
            + "/download?version="
            + notice.version().replace("+", "%2B");
    payload.put("version", notice.version());
    payload.put("storeId", notice.app()).put("store_id", notice.app());
    payload.put("downloadUrl", address + path).put("download_url", address + path);
    ArrayNode platforms = payload.putArray("platforms");
    notice.platforms().forEach(platforms::add);
    return JSON.writeValueAsBytes(root);
  }

  /** Of a message with the time of the news, that says the same thing whenever it is made. */
  private static MessageId id(Notice notice, String bot) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256")
              .digest(
                  String.join(" ", notice.app(), notice.type(), notice.version(), bot)
                      .concat(" " + notice.at())
                      .getBytes(StandardCharsets.UTF_8));
      ByteBuffer bytes = ByteBuffer.wrap(hash);
      return MessageId.of(
          notice.at(), bytes.getLong() & MessageId.NUMBER_MAX, bytes.getLong() & 0xFFF);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  private synchronized void later() {
    if (!closed) {
      again = time.after(TRY_AGAIN, this::deliverSoon);
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (again != null) {
      again.cancel();
    }
  }
}
