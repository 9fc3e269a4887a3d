/**
 * The one writer. Jobs from every thread queue here; a batch is what arrived while the last one was
 * being made durable.
 *
 * <p>Enter through {@link dev.parley.core.commit.Committer}. A job is applied, and later told that
 * it is durable, on the committer thread, in the order in which jobs were offered. Whoever keeps
 * something in memory about the commit that is being made learns through an epilogue how it ended;
 * what follows from earlier changes is posted, and goes before what is queued.
 */
@NullMarked
package dev.parley.core.commit;

import org.jspecify.annotations.NullMarked;
