/**
 * What can be set about a hub. {@link dev.parley.hub.config.HubConfig} is the result: immutable
 * records with their defaults beside them. {@link dev.parley.hub.config.ConfigSources} reads {@code
 * parley.yaml}, the environment and flags, each later one winning, and refuses what it does not
 * know by name. {@link dev.parley.hub.config.DataDirectory} is the folder a hub lives in.
 *
 * <p>Used by the composition root and the command line. The YAML parser is loaded only when there
 * is a file to read, because commands that talk to a running hub never need it.
 */
@NullMarked
package dev.parley.hub.config;

import org.jspecify.annotations.NullMarked;
