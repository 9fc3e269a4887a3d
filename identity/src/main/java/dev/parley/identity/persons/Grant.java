package dev.parley.identity.persons;

/**
 * What a person who has logged in is given, to be shown once.
 *
 * @param accessToken which opens doors for a few minutes
 * @param refreshToken which is good once, for the next grant
 */
public record Grant(Person person, String accessToken, String refreshToken) {
  @Override
  public String toString() {
    return "Grant for " + person;
  }
}
