package dev.parley.doors.files;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Predicate;

/**
 * The files of a folder to look at next: the smallest names, which begin with the time, so what was
 * said first goes first. However many there are, only so many are held.
 *
 * @param complete whether these are all there are
 */
record Listing(List<Path> names, boolean complete) {

  static Listing of(Folder folder, Predicate<Path> wanted, int max) {
    PriorityQueue<Path> smallest = new PriorityQueue<>(Comparator.reverseOrder());
    boolean complete = true;
    for (Path name : folder) {
      if (wanted.test(name)) {
        smallest.add(name);
        if (smallest.size() > max) {
          smallest.poll();
          complete = false;
        }
      }
    }
    List<Path> names = new ArrayList<>(smallest);
    names.sort(Comparator.naturalOrder());
    return new Listing(names, complete);
  }
}
