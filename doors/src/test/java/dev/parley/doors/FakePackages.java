package dev.parley.doors;

import dev.parley.apps.host.AppStatus;
import dev.parley.apps.manifest.Manifest;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.doors.rest.apps.Packages;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** Packages whose whole content is the id of an app and its permissions, with spaces between. */
public final class FakePackages implements Packages {
  private final FakeApps apps;
  private final Map<String, Manifest> pending = new ConcurrentHashMap<>();
  private final Map<String, Boolean> gone = new ConcurrentHashMap<>();
  private final Map<String, Manifest> shelf = new HashMap<>();

  FakePackages(FakeApps apps) {
    this.apps = apps;
  }

  public void offer(Manifest manifest) {
    shelf.put(manifest.id(), manifest);
  }

  public void waits(Manifest manifest) {
    pending.put(manifest.id(), manifest);
  }

  /** Whether the data of an app that was taken away is kept. */
  public Boolean keptData(String id) {
    return gone.get(id);
  }

  @Override
  public Candidate inspect(Source source) throws IOException {
    return switch (source) {
      case Source.Uploaded(var file) -> {
        String[] words = Files.readString(file).strip().split(" ");
        if (words.length < 2) {
          throw new Refused(ErrorCode.BAD_REQUEST, "this is no package");
        }
        Set<String> permissions =
            Arrays.stream(words).filter(word -> word.contains(":")).collect(Collectors.toSet());
        yield new Candidate(
            FakeApps.manifest(words[0], List.of("ui"), permissions), "a file", false);
      }
      case Source.FromStore(var store, var id) -> {
        Manifest found = shelf.get(id);
        if (found == null) {
          throw new Refused(ErrorCode.NOT_FOUND, "the store has no app '" + id + "'");
        }
        yield new Candidate(found, store.isEmpty() ? "the store" : store, true);
      }
    };
  }

  @Override
  public String install(Source source, Set<String> agreed) throws IOException {
    Manifest manifest = inspect(source).manifest();
    require(manifest, agreed);
    apps.add(manifest);
    return apps.launch(manifest.id()).id();
  }

  private static void require(Manifest manifest, Set<String> agreed) {
    if (!agreed.equals(manifest.permissions())) {
      throw new Refused(ErrorCode.CONFLICT, "it wants other permissions than those you were shown");
    }
  }

  @Override
  public void update(String id) {
    Manifest newest = shelf.get(id);
    if (newest == null) {
      throw new Refused(ErrorCode.NOT_FOUND, "the store has no app '" + id + "'");
    }
    pending.put(id, newest);
  }

  @Override
  public Optional<Manifest> pending(String id) {
    return Optional.ofNullable(pending.get(id));
  }

  @Override
  public void approve(String id, Set<String> agreed) {
    Manifest waiting = pending.get(id);
    if (waiting == null) {
      throw new Refused(ErrorCode.NOT_FOUND, "no version of '" + id + "' waits");
    }
    require(waiting, agreed);
    apps.put(waiting, AppStatus.State.RUNNING);
    pending.remove(id);
  }

  @Override
  public void uninstall(String id, boolean keepData) {
    apps.remove(id);
    gone.put(id, keepData);
  }
}
