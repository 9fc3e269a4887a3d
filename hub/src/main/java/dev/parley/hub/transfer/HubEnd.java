package dev.parley.hub.transfer;

import dev.parley.doors.transfer.MessageExport;
import dev.parley.doors.transfer.MessageImport;
import java.io.IOException;
import java.util.List;

/** The end of a transfer that is a hub. */
public interface HubEnd extends AutoCloseable {

  /** Some messages from a number upward, as lines. */
  MessageExport.Page page(long from) throws IOException, InterruptedException;

  /** Takes lines in; returns when they are durable. */
  MessageImport.Summary take(List<byte[]> lines) throws IOException, InterruptedException;

  @Override
  void close() throws IOException;
}
