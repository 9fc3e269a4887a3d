/**
 * What apps say of themselves, and the rules for it.
 *
 * @see dev.parley.apps.manifest.Manifest
 */
@NullMarked
package dev.parley.apps.manifest;

import org.jspecify.annotations.NullMarked;
