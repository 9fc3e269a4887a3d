package dev.parley.doors.gateway;

/** Where a delivery comes from. */
interface Source {

  /** Is what waits to be written still wanted? Any thread. */
  boolean isOpen();

  /** It has been written. Event loop. */
  void onWritten(Speech speech);
}
