/**
 * Who did what: a durable list of what changed the hub or tried to get in. Doors write to {@link
 * dev.parley.identity.audit.AuditLog}; nobody changes an entry, and the oldest go when there are
 * too many or they are too old. Any thread; nothing blocks after the start.
 */
@NullMarked
package dev.parley.identity.audit;

import org.jspecify.annotations.NullMarked;
