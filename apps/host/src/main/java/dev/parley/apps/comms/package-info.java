/**
 * Apps that reach agents elsewhere: each is a comm plugin under the name that it gives itself, for
 * as long as it runs. Which of all plugins is active is decided where it always was, in {@code
 * comm.service}.
 */
@NullMarked
package dev.parley.apps.comms;

import org.jspecify.annotations.NullMarked;
