/**
 * What doors that speak JSON have in common: the fields of requests and how they are read, who may
 * ask for what, how a draft is made of a request, and how the things of the hub look.
 *
 * <p>Nothing here knows a transport. A door reads a {@link dev.parley.doors.json.Request}, asks
 * {@link dev.parley.doors.json.Access} for whom it is, and writes answers with {@link
 * dev.parley.doors.json.Shapes}. Any thread; nothing blocks.
 */
@NullMarked
package dev.parley.doors.json;

import org.jspecify.annotations.NullMarked;
