/**
 * The index of what agents remember: Lucene, by words (BM25) and by meaning (vectors of a model
 * that is part of the build and runs in this process). It follows the records and is made anew when
 * it is missing or damaged. Knows the memories of {@code agents} and core. Everything native runs
 * on platform threads of its own.
 */
@NullMarked
package dev.parley.memory;

import org.jspecify.annotations.NullMarked;
