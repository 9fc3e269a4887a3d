/** What a run found: the machine, the rows with their bars, as Markdown and as JSON. */
@NullMarked
package dev.parley.bench.report;

import org.jspecify.annotations.NullMarked;
