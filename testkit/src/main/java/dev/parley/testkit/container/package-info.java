/** Engines of containers for tests: a real Podman, and one that misbehaves as a test wants it. */
@NullMarked
package dev.parley.testkit.container;

import org.jspecify.annotations.NullMarked;
