/**
 * The embedded store. Implements the ports of core on RocksDB and knows nothing else. Enter through
 * {@link dev.parley.stores.rocksdb.RocksStore}.
 *
 * <p>A box is a list of pages; the last one, still open, lies in the box's head together with its
 * counts, so that live traffic touches one key a box and commit (docs/adr/0003). {@code Keys} draws
 * the whole layout.
 *
 * <p>Two sides meet only in the engine. The writing side ({@code Writer}, {@code OpenBoxes}, {@code
 * Bodies}) belongs to one platform thread, the committer, because calls into native code pin the
 * carriers of virtual threads; it keeps open boxes in memory and turns a commit into one batch with
 * one fsync. The reading side ({@code Reads}, {@code View}) is for any thread and sees only what
 * the engine has made durable.
 */
@NullMarked
package dev.parley.stores.rocksdb;

import org.jspecify.annotations.NullMarked;
