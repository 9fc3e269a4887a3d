package dev.parley.doors.rest.events;

/**
 * The numbers of the hub.
 *
 * @param settled false when a part was counted a while ago: what has happened since will show later
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record HubNumbers(byte[] json, boolean settled) {}
