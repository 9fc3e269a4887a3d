package dev.parley.identity.authority;

import dev.parley.core.broker.Broker;
import dev.parley.core.participants.Group;
import dev.parley.core.time.Timekeeper;
import dev.parley.identity.Authenticator;
import dev.parley.identity.access.AccessRules;
import dev.parley.identity.audit.AuditLog;
import dev.parley.identity.keys.AgentKeys;
import dev.parley.identity.keys.KeyLogins;
import dev.parley.identity.limits.RateLimits;
import dev.parley.identity.oauth.AuthorizationServer;
import dev.parley.identity.persons.PersonAccess;
import dev.parley.identity.signature.RequestSignatures;

/** What a door needs to know who somebody is, what they may do, and to write down what they did. */
public record Identity(
    Authenticator authenticator,
    Authority authority,
    Accounts accounts,
    PersonAccess persons,
    AgentKeys keys,
    KeyLogins keyLogins,
    RequestSignatures signatures,
    AuthorizationServer oauth,
    AuditLog audit)
    implements AutoCloseable {

  /** Puts it together for a broker, which asks the authority from now on. */
  public static Identity of(
      Broker broker, String ownerTokenHash, RateLimits limits, Timekeeper time) {
    return of(broker, ownerTokenHash, limits, time, /* accountsOpen= */ false);
  }

  /**
   * @param accountsOpen may strangers make accounts?
   */
  public static Identity of(
      Broker broker,
      String ownerTokenHash,
      RateLimits limits,
      Timekeeper time,
      boolean accountsOpen) {
    AuditLog audit = new AuditLog(broker.records(), time, AuditLog.Keep.DEFAULT);
    Authenticator authenticator = new Authenticator(ownerTokenHash, broker.participants(), time);
    authenticator.onDenied(
        address -> {
          var _ = audit.add(address, "login", "", "unauthorized", "");
        });
    AccessRules rules =
        new AccessRules(
            broker.records(),
            time,
            (group, agent) ->
                broker
                    .participants()
                    .group(group)
                    .map(Group::members)
                    .filter(members -> members.contains(agent))
                    .isPresent());
    Authority authority = new Authority(rules, limits, broker.participants().separation());
    broker.admitBy(authority);
    AgentKeys keys =
        new AgentKeys(broker.records(), broker.transactions(), broker.participants(), time, audit);
    Accounts accounts = new Accounts(broker.participants(), audit, keys::removeAll);
    PersonAccess persons = PersonAccess.of(broker, time, accountsOpen);
    persons.onSessionEnd(accounts::sessionEnded);
    authenticator.admitting(persons);
    AuthorizationServer oauth = new AuthorizationServer(broker, time, persons, audit);
    return new Identity(
        authenticator,
        authority,
        accounts,
        persons,
        keys,
        new KeyLogins(keys, authenticator, time),
        new RequestSignatures(keys, authenticator, broker, time),
        oauth,
        audit);
  }

  @Override
  public void close() {
    persons.close();
  }
}
