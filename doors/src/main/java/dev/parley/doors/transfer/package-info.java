/**
 * Messages out of a hub and into one, as lines of JSON: {@code GET} and {@code POST
 * /transfer/messages} on the owner's port, for {@code parley export} and {@code import}.
 *
 * <p>A line is an envelope with two more members: {@code recipients}, the state of each copy, and
 * {@code deadLetter}, the reason if it is one. Both directions go in pages, so neither side ever
 * holds more than one; a page that is lost is asked for or sent again, and adds nothing twice.
 *
 * <p>Enter through {@link dev.parley.doors.transfer.TransferDoor}; {@link
 * dev.parley.doors.transfer.MessageExport} and {@link dev.parley.doors.transfer.MessageImport} also
 * work on a broker without a door. They wait, so they run on virtual threads.
 */
@NullMarked
package dev.parley.doors.transfer;

import org.jspecify.annotations.NullMarked;
