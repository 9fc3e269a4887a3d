/**
 * Brains that are language models behind an endpoint: Anthropic's, OpenAI's and all that speak like
 * it, Ollama's. Blocking code on the thread of the turn; interrupting that ends it, also while an
 * endpoint is silent.
 */
@NullMarked
package dev.parley.brains.model;

import org.jspecify.annotations.NullMarked;
