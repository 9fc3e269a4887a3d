package dev.parley.doors.rest;

/** What the door cannot know by itself about the hub it stands in. Any thread. */
public interface HubFacts {

  String version();

  /** Unix milliseconds. */
  long startedAt();

  /** Connections of every kind. */
  long connections();
}
