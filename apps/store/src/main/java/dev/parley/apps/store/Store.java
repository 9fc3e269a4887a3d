package dev.parley.apps.store;

import dev.parley.apps.install.AppSource;
import dev.parley.apps.install.StoreEvent;
import dev.parley.core.blob.Blobs;
import dev.parley.core.broker.Broker;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * A store of apps: {@link #accounts} and {@link #publishing} for those who make them, {@link
 * #review} for whoever runs the store, {@link #catalogue} for everybody else. Any thread that may
 * block.
 */
public final class Store implements AutoCloseable {
  private final Accounts accounts;
  private final Publishing publishing;
  private final Review review;
  private final Catalogue catalogue;
  private final Notices notices;

  private Store(
      Accounts accounts,
      Publishing publishing,
      Review review,
      Catalogue catalogue,
      Notices notices) {
    this.accounts = accounts;
    this.publishing = publishing;
    this.review = review;
    this.catalogue = catalogue;
    this.notices = notices;
  }

  /**
   * Opens the store of this hub.
   *
   * @param folder its own, for the keys with which it signs and the list of denied programs
   * @param address where it is reached from elsewhere, such as {@code https://store.example.com};
   *     empty when that is not known
   */
  public static Store open(Broker broker, Blobs blobs, Path folder, String address, BotMail mail) {
    return open(
        broker, blobs, folder, address, mail, new LocalScanner(folder.resolve("denied-sha256")));
  }

  /** With another automatic scan. */
  public static Store open(
      Broker broker, Blobs blobs, Path folder, String address, BotMail mail, Scanner scanner) {
    Shelf shelf = new Shelf(broker, blobs);
    Publishers publishers = new Publishers(broker.participants());
    Keyring keyring = new Keyring(shelf, folder);
    Notices notices = new Notices(shelf, broker.time(), mail, address);
    Review review = new Review(shelf, scanner, keyring, notices);
    Accounts accounts = new Accounts(shelf, publishers);
    return new Store(
        accounts,
        new Publishing(shelf, publishers, accounts, review),
        review,
        new Catalogue(shelf, publishers, keyring, notices),
        notices);
  }

  /** Tells now what an earlier hub did not come to tell. */
  public Store start() {
    notices.deliverSoon();
    return this;
  }

  public Accounts accounts() {
    return accounts;
  }

  public Publishing publishing() {
    return publishing;
  }

  public Review review() {
    return review;
  }

  public Catalogue catalogue() {
    return catalogue;
  }

  /** This store, for the hub that it is in. */
  public AppSource asSource() {
    return new OwnStore(catalogue);
  }

  /** Told, on a thread that may block, of apps that were published anew or revoked here. */
  public void onEvent(Consumer<StoreEvent> hook) {
    notices.onEvent(hook);
  }

  /** Tells bots what was not told yet, and returns. */
  void deliver() {
    notices.deliver();
  }

  @Override
  public void close() {
    notices.close();
  }
}
