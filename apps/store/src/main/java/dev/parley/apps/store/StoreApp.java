package dev.parley.apps.store;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An app in the store.
 *
 * @param manifestId what its manifest calls it; empty until it is submitted for the first time
 * @param work the version on its way, or null
 * @param releases those that were published, the newest last
 * @param rejectionReason of the version on its way, or empty
 * @param verdicts of all reviews, the newest last
 * @param revokedAt 0 when it is not
 */
public record StoreApp(
    String id,
    String slug,
    String account,
    String owner,
    String type,
    String manifestId,
    Listing listing,
    @Nullable Work work,
    List<Release> releases,
    String rejectionReason,
    List<Verdict> verdicts,
    long revokedAt,
    long createdAt) {
  private static final int VERDICTS_MAX = 50;

  /** Where an app stands, as its publisher is told. */
  public enum Status {
    DRAFT("draft"),
    PENDING_REVIEW("pending_review"),
    PUBLISHED("published"),
    REVOKED("revoked");

    private final String wireName;

    Status(String wireName) {
      this.wireName = wireName;
    }

    public String wireName() {
      return wireName;
    }
  }

  public StoreApp {
    releases = List.copyOf(releases);
    verdicts = List.copyOf(verdicts);
  }

  public Status status() {
    if (revokedAt > 0) {
      return Status.REVOKED;
    }
    if (work == null) {
      return Status.PUBLISHED;
    }
    return work.submitted() ? Status.PENDING_REVIEW : Status.DRAFT;
  }

  /** The version that its publisher works on, or else the newest published one. */
  public String version() {
    return work != null ? work.version() : releases.getLast().version();
  }

  /** What people get, or null. */
  public @Nullable Release newest() {
    return releases.isEmpty() || revokedAt > 0 ? null : releases.getLast();
  }

  public boolean openToAll() {
    return listing.visibility().equals(Listing.PUBLIC);
  }

  StoreApp with(Listing changed) {
    return new StoreApp(
        id,
        slug,
        account,
        owner,
        type,
        manifestId,
        changed,
        work,
        releases,
        rejectionReason,
        verdicts,
        revokedAt,
        createdAt);
  }

  StoreApp with(@Nullable Work changed) {
    return new StoreApp(
        id,
        slug,
        account,
        owner,
        type,
        manifestId,
        listing,
        changed,
        releases,
        rejectionReason,
        verdicts,
        revokedAt,
        createdAt);
  }

  StoreApp called(String manifest) {
    return new StoreApp(
        id,
        slug,
        account,
        owner,
        type,
        manifest,
        listing,
        work,
        releases,
        rejectionReason,
        verdicts,
        revokedAt,
        createdAt);
  }

  StoreApp with(List<Release> changed) {
    return new StoreApp(
        id,
        slug,
        account,
        owner,
        type,
        manifestId,
        listing,
        work,
        changed,
        rejectionReason,
        verdicts,
        revokedAt,
        createdAt);
  }

  StoreApp revoked(long at) {
    return new StoreApp(
        id,
        slug,
        account,
        owner,
        type,
        manifestId,
        listing,
        work,
        releases,
        rejectionReason,
        verdicts,
        at,
        createdAt);
  }

  StoreApp judged(Verdict verdict) {
    List<Verdict> all = new ArrayList<>(verdicts);
    all.add(verdict);
    boolean rejected = verdict.outcome().equals(Verdict.REJECTED);
    return new StoreApp(
        id,
        slug,
        account,
        owner,
        type,
        manifestId,
        listing,
        work,
        releases,
        rejected ? verdict.reason() : "",
        all.subList(Math.max(0, all.size() - VERDICTS_MAX), all.size()),
        revokedAt,
        createdAt);
  }
}
