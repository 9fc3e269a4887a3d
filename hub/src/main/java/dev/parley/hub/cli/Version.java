package dev.parley.hub.cli;

import picocli.CommandLine.IVersionProvider;

/** The version the jar was built as, from its manifest; a class folder has none. */
final class Version implements IVersionProvider {

  @Override
  public String[] getVersion() {
    String version = Version.class.getPackage().getImplementationVersion();
    return new String[] {"parley " + (version == null ? "(unpackaged)" : version)};
  }
}
