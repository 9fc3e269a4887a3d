/**
 * Messages between a hub and files: {@code parley export} and {@code parley import}. A {@link
 * dev.parley.hub.transfer.HubEnd} is a hub that runs or one that does not; {@link
 * dev.parley.hub.transfer.MessageTable} writes files, {@link dev.parley.hub.transfer.ImportFiles}
 * reads them, in our own form and in those of the programs Parley stands in for.
 *
 * <p>Everything streams: a page of messages is held at a time, however many there are. Plain
 * blocking code on the command's thread.
 */
@NullMarked
package dev.parley.hub.transfer;

import org.jspecify.annotations.NullMarked;
