package dev.parley.apps.store;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.identity.Visit;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Under which people publish. */
public final class Accounts {
  static final int MAX = 10;

  private final Shelf shelf;
  private final Publishers publishers;

  Accounts(Shelf shelf, Publishers publishers) {
    this.shelf = shelf;
    this.publishers = publishers;
  }

  /**
   * Makes one.
   *
   * @param slug null for one that is made of the name
   */
  public Account create(Visit by, String name, @Nullable String slug) {
    String owner = publishers.publishing(by);
    if (name.isBlank() || name.length() > 100) {
      throw new Refused(ErrorCode.BAD_REQUEST, "'name' has 1 to 100 characters");
    }
    if (of(by).size() >= MAX) {
      throw new Refused(ErrorCode.CONFLICT, "you have " + MAX + " accounts already");
    }
    Account account =
        new Account(
            UUID.randomUUID().toString(),
            Slug.of(slug == null || slug.isBlank() ? name : slug),
            name.strip(),
            owner,
            shelf.now());
    return shelf.change(
        tx -> {
          String key = "account/" + account.slug();
          if (tx.get(Shelf.SLUGS, key) != null) {
            throw new Refused(
                ErrorCode.ALREADY_EXISTS, "the slug '" + account.slug() + "' is taken");
          }
          Shelf.put(tx, Shelf.SLUGS, key, account.id());
          Shelf.put(tx, Shelf.ACCOUNTS, account.id(), account);
          return account;
        });
  }

  public List<Account> of(Visit by) {
    String owner = publishers.publishing(by);
    return shelf.all(Shelf.ACCOUNTS, Account.class).stream()
        .filter(account -> account.owner().equals(owner))
        .toList();
  }

  /** The one that is named, or else the only one. */
  Account named(Visit by, @Nullable String named) {
    List<Account> own = of(by);
    if (named == null || named.isBlank()) {
      if (own.size() == 1) {
        return own.getFirst();
      }
      throw new Refused(
          ErrorCode.BAD_REQUEST,
          own.isEmpty()
              ? "you have no developer account yet; make one first"
              : "'accountId' is missing: you have several accounts");
    }
    return own.stream()
        .filter(each -> each.id().equals(named) || each.slug().equals(named))
        .findFirst()
        .orElseThrow(() -> new Refused(ErrorCode.NOT_FOUND, "you have no account '" + named + "'"));
  }
}
