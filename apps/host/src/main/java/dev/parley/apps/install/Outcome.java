package dev.parley.apps.install;

import dev.parley.apps.manifest.Manifest;

/** What came of installing or updating an app. */
public sealed interface Outcome {

  /** It is there and runs. */
  record Installed(Manifest manifest) implements Outcome {}

  /** The new version runs in place of the old one, with its data. */
  record Updated(Manifest manifest, String from) implements Outcome {}

  /** This version was there already; nothing was changed. */
  record AlreadyThere(Manifest manifest) implements Outcome {}

  /**
   * The new version asks for more than the old one may: the old one runs until that is approved.
   */
  record WaitsForApproval(Pending pending) implements Outcome {}
}
