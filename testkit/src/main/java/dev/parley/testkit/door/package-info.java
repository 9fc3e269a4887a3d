/**
 * What every door does alike, as suites that a driver of each door runs against a whole hub.
 *
 * <p>Extend {@link dev.parley.testkit.door.DoorContract} in the tests of a module that can start a
 * hub, with a {@link dev.parley.testkit.door.TestDoor} that speaks the door's protocol as a client
 * would. A door that cannot do something says so, with the reason, in {@link
 * dev.parley.testkit.door.TestDoor#lacks}; nothing is left out in any other way. The hub is shared
 * by all tests of a door, so every test makes its own agents. Nothing sleeps.
 */
@NullMarked
package dev.parley.testkit.door;

import org.jspecify.annotations.NullMarked;
