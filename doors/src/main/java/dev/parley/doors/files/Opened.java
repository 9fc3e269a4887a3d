package dev.parley.doors.files;

/** What came of opening a file. */
sealed interface Opened permits File, File.Unusable {}
