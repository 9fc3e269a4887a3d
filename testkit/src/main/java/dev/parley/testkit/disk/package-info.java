/**
 * Disks that fail as disks do. Enter through {@link dev.parley.testkit.disk.ForgetfulDisk}, a
 * mounted file system that loses what was not fsynced and whose writes can be made to fail. For
 * tests of everything that promises to be durable.
 */
@NullMarked
package dev.parley.testkit.disk;

import org.jspecify.annotations.NullMarked;
