package dev.parley.apps.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A published version.
 *
 * @param work what it was made of, to be signed again with another key
 */
public record Release(Work work, long publishedAt, List<Parcel> parcels) {

  public Release {
    parcels = List.copyOf(parcels);
  }

  public String version() {
    return work.version();
  }

  Release with(List<Parcel> others) {
    return new Release(work, publishedAt, others);
  }

  Optional<Parcel> of(String platform) {
    return parcels.stream().filter(each -> each.platform().equals(platform)).findFirst();
  }

  /** Every blob that it names. */
  List<String> blobs() {
    List<String> all = new ArrayList<>(work.blobs());
    parcels.forEach(each -> all.add(each.sha256()));
    return all;
  }
}
