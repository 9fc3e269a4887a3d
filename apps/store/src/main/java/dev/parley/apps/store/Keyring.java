package dev.parley.apps.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.apps.signature.Signer;
import dev.parley.apps.signature.StoreKey;
import dev.parley.apps.signature.StoreKeys;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.store.Folders;
import dev.parley.core.store.OwnersFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The keys with which the store signs. Their public halves are records, which all hubs know; the
 * secret half of each lies in a file that only the owner can read, at the hub where it was made. A
 * hub without it cannot sign; the owner may copy the file.
 */
final class Keyring {
  private static final String TABLE = "store-keys";
  private static final String SUFFIX = ".key";
  private static final int KEYS_MAX = 50;

  /**
   * A key as all hubs know it.
   *
   * @param number 1 for the first; the highest signs
   * @param trusted whether what it has signed is still good
   */
  record Known(String id, String publicKey, int number, boolean trusted, long createdAt) {
    StoreKey key() {
      return new StoreKey(id, publicKey);
    }
  }

  private final Shelf shelf;
  private final Path folder;

  Keyring(Shelf shelf, Path folder) {
    this.shelf = shelf;
    this.folder = folder;
  }

  private List<Known> newestFirst() {
    return shelf.all(TABLE, Known.class).stream()
        .sorted(Comparator.comparingInt(Known::number).reversed())
        .toList();
  }

  /** Empty as long as nothing was signed. */
  Optional<StoreKeys> all() {
    List<Known> known = newestFirst();
    return known.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new StoreKeys(
                known.getFirst().key(),
                known.stream().skip(1).filter(Known::trusted).map(Known::key).toList()));
  }

  /** The key that signs now; made when there is none. */
  Signer signer() {
    List<Known> known = newestFirst();
    return known.isEmpty() ? made(0, true) : secretOf(known.getFirst());
  }

  /**
   * Makes a key that signs from now on.
   *
   * @param trustOthers whether what was signed before is still good
   */
  Signer rotate(boolean trustOthers) {
    List<Known> known = newestFirst();
    if (known.size() >= KEYS_MAX) {
      throw new Refused(ErrorCode.CONFLICT, "this store has had " + KEYS_MAX + " keys already");
    }
    return made(known.isEmpty() ? 0 : known.getFirst().number(), trustOthers);
  }

  /**
   * On disk first: a key that is known and lost would sign nothing, and be trusted all the same.
   */
  private Signer made(int after, boolean trustOthers) {
    Signer signer = Signer.generate();
    write(signer);
    Known made =
        new Known(signer.key().id(), signer.key().publicKey(), after + 1, true, shelf.now());
    List<Known> before = newestFirst();
    boolean done =
        shelf.change(
            tx -> {
              // Another hub, or thread, may have made one at the same time: then that one signs.
              String number = "number/" + made.number();
              if (tx.get(TABLE + "-numbers", number) != null) {
                return false;
              }
              Shelf.put(tx, TABLE + "-numbers", number, made.id());
              Shelf.put(tx, TABLE, made.id(), made);
              for (Known each : trustOthers ? List.<Known>of() : before) {
                Shelf.put(
                    tx,
                    TABLE,
                    each.id(),
                    new Known(each.id(), each.publicKey(), each.number(), false, each.createdAt()));
              }
              return true;
            });
    return done ? signer : secretOf(newestFirst().getFirst());
  }

  private void write(Signer signer) {
    try {
      Folders.create(folder);
      OwnersFile.write(
          folder, signer.key().id() + SUFFIX, Base64.getEncoder().encode(signer.seed()));
    } catch (IOException e) {
      throw new UncheckedIOException("the store's key cannot be kept in " + folder, e);
    }
  }

  private Signer secretOf(Known known) {
    Path file = folder.resolve(known.id() + SUFFIX);
    try {
      if (Folders.isOpen(file)) {
        throw new Refused(
            ErrorCode.CONFLICT, file + " can be read by others: it is no secret any more; rotate");
      }
      Signer signer =
          new Signer(
              Base64.getDecoder().decode(new String(Files.readAllBytes(file), UTF_8).strip()));
      if (!signer.key().equals(known.key())) {
        throw new Refused(ErrorCode.CONFLICT, file + " holds another key than its name says");
      }
      return signer;
    } catch (NoSuchFileException e) {
      throw new Refused(
          ErrorCode.CONFLICT,
          "the key that signs lies at another hub; ask there, or copy its file to " + file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (IllegalArgumentException e) {
      throw new Refused(ErrorCode.CONFLICT, file + " holds no key");
    }
  }
}
