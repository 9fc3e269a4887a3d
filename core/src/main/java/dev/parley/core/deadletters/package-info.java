/**
 * Messages that reached nobody: kept until they are replayed, as they are or edited.
 *
 * <p>Enter through {@link dev.parley.core.deadletters.DeadLetters}. A replay runs on a virtual
 * thread and waits for commits.
 */
@NullMarked
package dev.parley.core.deadletters;

import org.jspecify.annotations.NullMarked;
