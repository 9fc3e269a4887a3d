/**
 * The dashboard's files: {@code /} and everything under {@code /assets}. They lie on the class
 * path, put there by the module {@code dashboard}, which is a list of files and no Java; without
 * that module {@code /} says so.
 *
 * <p>Enter through {@link dev.parley.doors.web.Dashboard}. All files are read once, on a virtual
 * thread, and kept in memory with their compressed form. Requests arrive on event loops and find
 * what they ask for in a map or nowhere: no request's path ever becomes a file's name.
 */
@NullMarked
package dev.parley.doors.web;

import org.jspecify.annotations.NullMarked;
