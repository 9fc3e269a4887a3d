/** Things that break when a test wants them to. */
@NullMarked
package dev.parley.testkit.faults;

import org.jspecify.annotations.NullMarked;
