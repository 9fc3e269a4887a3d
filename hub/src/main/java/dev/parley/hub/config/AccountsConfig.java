package dev.parley.hub.config;

/**
 * Accounts of persons.
 *
 * @param open may everybody make one, or only who has an invitation of the hub's owner?
 */
public record AccountsConfig(boolean open) {

  static AccountsConfig of(Settings settings) {
    return new AccountsConfig(settings.flag("accounts.open", false));
  }
}
