package dev.parley.identity.signature;

import java.util.List;

/**
 * A request, as far as signatures are about it.
 *
 * @param scheme in lower case
 * @param authority as the request has it: host, and the port where it names one
 * @param target path and query, as they came
 * @param hasBody does something come after its head?
 * @param fields the values of the header fields of a name, in lower case, as they came
 */
public record HttpMessage(
    String method, String scheme, String authority, String target, boolean hasBody, Fields fields) {

  /** Where the header fields are. */
  @FunctionalInterface
  public interface Fields {
    /** Empty when there is none of that name. */
    List<String> all(String name);
  }
}
