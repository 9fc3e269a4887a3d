/**
 * What loops and conversations are made of: values that never change. Any thread; knows core's
 * addresses and messages only.
 */
@NullMarked
package dev.parley.loops.model;

import org.jspecify.annotations.NullMarked;
