package dev.parley.processes.sandbox;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Limits for all processes of a program together, where this user may make control groups of the
 * kernel: in the hub's own group, or beside it. Either generation of them.
 */
final class ControlGroups {
  private static final Logger LOG = LoggerFactory.getLogger(ControlGroups.class);
  private static final String PREFIX = "parley-";
  private static final String MEMORY = "memory";
  private static final String PIDS = "pids";
  private static final String MEMBERS = "cgroup.procs";

  /** The shell that enters the group, which becomes bubblewrap, and the first of the sandbox. */
  private static final int WRAPPERS = 2;

  private static final AtomicLong NUMBER = new AtomicLong();

  /** Where groups can be made that limit these. */
  private record Place(Path folder, Set<String> limited, boolean isUnified) {}

  private final List<Place> places;

  private ControlGroups(List<Place> places) {
    this.places = places;
  }

  /** On machines that have none, or let this user make none, nothing is limited by them. */
  static ControlGroups find(Path proc) {
    try {
      List<Place> places =
          find(
              Files.readAllLines(proc.resolve("mounts")),
              Files.readAllLines(proc.resolve("cgroup")));
      places.forEach(ControlGroups::sweep);
      return new ControlGroups(places);
    } catch (IOException e) {
      return new ControlGroups(List.of());
    }
  }

  static ControlGroups none() {
    return new ControlGroups(List.of());
  }

  private static List<Place> find(List<String> mounts, List<String> own) throws IOException {
    List<Place> places = new ArrayList<>();
    Set<String> wanted = new HashSet<>(Set.of(MEMORY, PIDS));
    for (String mount : mounts) {
      String[] fields = mount.split(" ", -1);
      boolean unified = fields.length > 3 && fields[2].equals("cgroup2");
      if (!unified && !(fields.length > 3 && fields[2].equals("cgroup"))) {
        continue;
      }
      Set<String> here = new HashSet<>(wanted);
      if (!unified) {
        here.retainAll(Arrays.asList(fields[3].split(",", -1)));
      }
      if (!here.isEmpty()) {
        Optional<Place> place = place(Path.of(fields[1]), own, here, unified);
        place.ifPresent(found -> wanted.removeAll(found.limited));
        place.ifPresent(places::add);
      }
    }
    return List.copyOf(places);
  }

  /** The hub's own group, or else that of the whole machine. */
  private static Optional<Place> place(
      Path mount, List<String> own, Set<String> wanted, boolean unified) throws IOException {
    Set<Path> candidates = new LinkedHashSet<>();
    for (String line : own) {
      String[] fields = line.split(":", 3);
      boolean that =
          fields.length == 3
              && (unified
                  ? fields[1].isEmpty()
                  : Arrays.asList(fields[1].split(",", -1)).containsAll(wanted));
      if (that) {
        candidates.add(mount.resolve("." + fields[2]).normalize());
      }
    }
    candidates.add(mount);
    for (Path candidate : candidates) {
      Set<String> limited = new HashSet<>(wanted);
      if (unified) {
        limited.retainAll(words(candidate.resolve("cgroup.subtree_control")));
      }
      if (!limited.isEmpty() && Files.isWritable(candidate)) {
        return Optional.of(new Place(candidate, Set.copyOf(limited), unified));
      }
    }
    return Optional.empty();
  }

  private static List<String> words(Path file) throws IOException {
    return Files.isReadable(file)
        ? List.of(Files.readString(file).strip().split("\\s+"))
        : List.of();
  }

  /** Removes the empty groups of hubs that were killed. */
  private static void sweep(Place place) {
    try (DirectoryStream<Path> groups = Files.newDirectoryStream(place.folder, PREFIX + "*-*")) {
      for (Path group : groups) {
        String hub = group.getFileName().toString().substring(PREFIX.length()).split("-", 2)[0];
        if (hub.matches("[0-9]{1,18}") && ProcessHandle.of(Long.parseLong(hub)).isEmpty()) {
          boolean _ = group.toFile().delete();
        }
      }
    } catch (IOException | RuntimeException e) {
      LOG.debug("{} could not be looked through: {}", place.folder, e.toString());
    }
  }

  boolean limitMemory() {
    return places.stream().anyMatch(place -> place.limited.contains(MEMORY));
  }

  boolean limitProcesses() {
    return places.stream().anyMatch(place -> place.limited.contains(PIDS));
  }

  /** A group for one program, empty so far. */
  Group make(Limits limits) throws IOException {
    String name = PREFIX + ProcessHandle.current().pid() + "-" + NUMBER.incrementAndGet();
    List<Path> folders = new ArrayList<>();
    Group group = new Group(folders);
    try {
      for (Place place : places) {
        Path folder = Files.createDirectory(place.folder.resolve(name));
        folders.add(folder);
        for (Map.Entry<String, String> setting : settings(place, limits).entrySet()) {
          Path file = folder.resolve(setting.getKey());
          // What concerns swapping is not there on every machine.
          if (Files.exists(file)) {
            Files.writeString(file, setting.getValue());
          }
        }
      }
      return group;
    } catch (IOException e) {
      group.remove();
      throw e;
    }
  }

  private static Map<String, String> settings(Place place, Limits limits) {
    Map<String, String> settings = new LinkedHashMap<>();
    String bytes = Long.toString(limits.memoryBytes());
    if (place.limited.contains(MEMORY)) {
      settings.put(place.isUnified ? "memory.max" : "memory.limit_in_bytes", bytes);
      settings.put(
          place.isUnified ? "memory.swap.max" : "memory.memsw.limit_in_bytes",
          place.isUnified ? "0" : bytes);
    }
    if (place.limited.contains(PIDS)) {
      settings.put("pids.max", Integer.toString(limits.processes() + WRAPPERS));
    }
    return settings;
  }

  /** A group, which lasts until it is removed. */
  static final class Group {
    private static final int TRIES = 40;
    private static final long BETWEEN_MILLIS = 50;

    private final List<Path> folders;

    Group(List<Path> folders) {
      this.folders = folders;
    }

    /** The files into which a process writes a 0 to become a member. */
    List<Path> entrances() {
      return folders.stream().map(folder -> folder.resolve(MEMBERS)).toList();
    }

    /** When all of its processes have ended; they may still be leaving. */
    void remove() {
      try {
        for (int i = 0; i < TRIES; i++) {
          // A folder of the kernel's goes with the files that are in it.
          folders.removeIf(folder -> folder.toFile().delete() || !Files.exists(folder));
          if (folders.isEmpty()) {
            return;
          }
          Thread.sleep(BETWEEN_MILLIS);
        }
        LOG.warn("a control group could not be removed: {}", folders);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
