/**
 * A server of language models on loopback whose every answer the test decides, and which notes what
 * it was asked. Enter through {@link dev.parley.testkit.model.ModelServer}; each protocol is a
 * {@link dev.parley.testkit.model.ModelWire}.
 */
@NullMarked
package dev.parley.testkit.model;

import org.jspecify.annotations.NullMarked;
