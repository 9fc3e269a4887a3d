package dev.parley.apps.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.apps.archive.Member;
import dev.parley.apps.manifest.Manifest;
import dev.parley.apps.manifest.ManifestReader;
import dev.parley.core.blob.BlobHolders;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.ledger.Tx;

/**
 * The files of an app beside its programs, as blobs that are stored and named by nothing yet; empty
 * for what was not sent.
 */
record SmallFiles(String manifest, String skill) {

  /** Checked and stored, which may be for nothing: then the sweep takes them. */
  static SmallFiles stored(Shelf shelf, AppFields fields) {
    byte[] manifest = fields.manifest();
    String skill = fields.skill();
    String manifestBlob = "";
    if (manifest != null) {
      Manifest _ = ManifestReader.parse(manifest);
      manifestBlob = shelf.store(manifest, "application/json").sha256();
    }
    String skillBlob = "";
    if (skill != null && !skill.isBlank()) {
      byte[] bytes = skill.getBytes(UTF_8);
      if (bytes.length > Member.SKILL.bytesMax()) {
        throw new Refused(
            ErrorCode.TOO_LARGE, "SKILL.md has at most " + Member.SKILL.bytesMax() + " bytes");
      }
      skillBlob = shelf.store(bytes, "text/markdown").sha256();
    }
    return new SmallFiles(manifestBlob, skillBlob);
  }

  boolean isAny() {
    return !manifest.isEmpty() || !skill.isEmpty();
  }

  Work in(Tx tx, Work work) {
    Work with = work;
    if (!manifest.isEmpty()) {
      exchange(tx, with.manifest(), manifest);
      with = with.withManifest(manifest);
    }
    if (!skill.isEmpty()) {
      exchange(tx, with.skill(), skill);
      with = with.withSkill(skill);
    }
    return with;
  }

  private static void exchange(Tx tx, String old, String now) {
    BlobHolders.keep(tx, now);
    if (!old.isEmpty()) {
      BlobHolders.letGo(tx, old);
    }
  }
}
