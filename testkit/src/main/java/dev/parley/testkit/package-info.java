/**
 * What tests share: contract suites for the ports, the in-memory store, fakes written by hand. Uses
 * only core; never on the class path of a running hub.
 */
@NullMarked
package dev.parley.testkit;

import org.jspecify.annotations.NullMarked;
