/**
 * The one writer. Jobs from every thread queue here; a batch is what arrived while the last one was
 * being made durable.
 *
 * <p>Enter through {@link dev.parley.core.commit.Committer}. A job is applied, and later told that
 * it is durable, on the committer thread, in the order in which jobs were offered.
 */
@NullMarked
package dev.parley.core.commit;

import org.jspecify.annotations.NullMarked;
