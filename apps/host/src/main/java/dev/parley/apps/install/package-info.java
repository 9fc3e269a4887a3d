/**
 * How apps come, change and go: from a file or from a store, verified, updated with their data
 * kept, rolled back when the new version does not run, and taken out of use when the store says so.
 * Enter through {@link dev.parley.apps.install.Installer}; {@link
 * dev.parley.apps.install.StoreGate} looks at each app before it is launched, and {@link
 * dev.parley.apps.install.Reactions} act on what a store tells.
 *
 * <p>Everything blocks: call on virtual threads.
 */
@NullMarked
package dev.parley.apps.install;

import org.jspecify.annotations.NullMarked;
