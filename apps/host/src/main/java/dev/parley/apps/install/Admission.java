package dev.parley.apps.install;

import dev.parley.apps.host.AppFolder;
import dev.parley.apps.manifest.Manifest;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** What has to hold before a version is let in, and how people are told that it does not. */
final class Admission {
  private Admission() {}

  static void requireAgreed(Manifest manifest, @Nullable Set<String> agreed) {
    if (agreed != null && !agreed.containsAll(manifest.permissions())) {
      Set<String> more = new TreeSet<>(manifest.permissions());
      more.removeAll(agreed);
      throw new Refused(
          ErrorCode.CONFLICT,
          "%s %s asks for more than was agreed to: %s"
              .formatted(manifest.id(), manifest.version(), String.join(", ", more)));
    }
  }

  static void requireReplaceable(Path folder) {
    AppFolder app = new AppFolder(folder);
    if (app.isSideloaded()) {
      throw new Refused(
          ErrorCode.CONFLICT, app.id() + " is a link that somebody made by hand; remove it first");
    }
    if (app.isQuarantined()) {
      throw new Refused(
          ErrorCode.CONFLICT, app.id() + " is quarantined: it was revoked. Uninstall it first");
    }
  }

  /** What goes wrong with files or on the way to the store, in words. */
  static <T> T told(Callable<T> something) throws InterruptedException {
    try {
      return something.call();
    } catch (InterruptedException | RuntimeException e) {
      throw e;
    } catch (IOException e) {
      String text = String.valueOf(e.getMessage());
      boolean full = text.contains("No space left") || text.contains("quota");
      throw new Refused(
          full ? ErrorCode.STORE_FULL : ErrorCode.STORE_UNAVAILABLE, "it came to nothing: " + text);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
