/**
 * Just enough of Apache Parquet to write flat tables: plain encoding, optional values, pages packed
 * with gzip. Written by hand because the library for it brings Hadoop (docs/adr/0022).
 *
 * <p>Enter through {@link dev.parley.hub.transfer.parquet.ParquetWriter}. One thread at a time.
 */
@NullMarked
package dev.parley.hub.transfer.parquet;

import org.jspecify.annotations.NullMarked;
