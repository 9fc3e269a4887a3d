/**
 * The servers that are measured, each a process of its own on a free loopback port, with its data
 * in a folder of its own on the same disk. They end with the run, whatever happens.
 */
@NullMarked
package dev.parley.bench.engine;

import org.jspecify.annotations.NullMarked;
