/**
 * JSON as the client reads and writes it: {@link dev.parley.client.json.JsonObject} is a view on
 * the bytes that came, so a message can be handed on exactly as it was sent; {@link
 * dev.parley.client.json.JsonWriter} makes objects. A thin layer on the streaming parser, because a
 * tree model or data binding would cost a command line tool more time than its request.
 *
 * <p>{@code JsonObject} is immutable and may be read on any thread; a writer belongs to one thread.
 */
@NullMarked
package dev.parley.client.json;

import org.jspecify.annotations.NullMarked;
