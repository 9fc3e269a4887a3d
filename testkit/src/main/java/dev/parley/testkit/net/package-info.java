/**
 * Machines on a network of their own, whose cables a test may pull: Linux network namespaces, made
 * by root and taken away again. Enter through {@link dev.parley.testkit.net.Network}, or take a
 * {@link dev.parley.testkit.net.LateLine}, which needs no root.
 */
@NullMarked
package dev.parley.testkit.net;

import org.jspecify.annotations.NullMarked;
