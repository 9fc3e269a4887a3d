/**
 * The embedded store. Implements the ports of core on RocksDB and knows nothing else. Writes come
 * from one platform thread, because calls into native code pin the carriers of virtual threads.
 */
@NullMarked
package dev.parley.stores.rocksdb;

import org.jspecify.annotations.NullMarked;
