/**
 * The hub's comm service: has the plugin run that the settings ask for, at one hub of several, and
 * tells how it is.
 *
 * <p>Enter through {@link dev.parley.comm.service.CommService}. A thread of its own, the steward,
 * does everything that takes time; everybody else only changes settings and reads.
 */
@NullMarked
package dev.parley.comm.service;

import org.jspecify.annotations.NullMarked;
