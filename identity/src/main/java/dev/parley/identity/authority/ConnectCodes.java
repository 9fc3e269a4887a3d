package dev.parley.identity.authority;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.ledger.Records;
import dev.parley.core.message.Door;
import dev.parley.core.participants.Agent;
import dev.parley.core.participants.Participants;
import dev.parley.core.participants.Ticket;
import dev.parley.core.time.Timekeeper;
import dev.parley.identity.Guesses;
import dev.parley.identity.Place;
import dev.parley.identity.Principal;
import dev.parley.identity.Token;
import dev.parley.identity.TypedCode;
import dev.parley.identity.Visit;
import dev.parley.identity.audit.AuditLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Codes with which a bot that has no token yet becomes somebody's: short, good once and for ten
 * minutes, kept as hashes. A code is spent in the commit that makes the bot, so that it never makes
 * two, at however many hubs it is tried. Making one reads the few there are, and so blocks shortly.
 */
public final class ConnectCodes {
  static final Duration LIFETIME = Duration.ofMinutes(10);
  static final int PER_OWNER_MAX = 20;
  private static final String TABLE = "connect-codes";
  private static final String PREFIX = "NEBO";

  /** For so long whoever comes too late is told so; after that the code is one that never was. */
  private static final Duration REMEMBERED = Duration.ofDays(1);

  /** A code, to be shown once. */
  public record Made(String code, long expiresAt) {}

  private final Participants participants;
  private final Records records;
  private final Timekeeper time;
  private final Accounts accounts;
  private final AuditLog audit;
  private final Guesses guesses;

  public ConnectCodes(Broker broker, Accounts accounts, AuditLog audit) {
    this.participants = broker.participants();
    this.records = broker.records();
    this.time = broker.time();
    this.accounts = accounts;
    this.audit = audit;
    this.guesses = new Guesses(time);
  }

  /**
   * @throws Refused unless this is the hub's owner or a person, with few codes that are still good
   */
  public CompletableFuture<Made> make(Visit by) {
    AgentId person = accounts.personOrOwner(by);
    Kept kept =
        new Kept(
            time.millis() + LIFETIME.toMillis(),
            person == null ? "" : person.value(),
            person == null ? "" : participants.requireAgent(person).incarnation());
    List<String> over = makeRoom(kept);
    String code = TypedCode.random(PREFIX);
    CompletableFuture<Boolean> cleared =
        over.isEmpty() ? CompletableFuture.completedFuture(true) : records.delete(TABLE, over);
    return cleared
        .thenCompose(_ -> records.create(TABLE, Token.hash(code), kept.toBytes()))
        .thenApply(
            created -> {
              if (!created) {
                throw new Refused(ErrorCode.CONFLICT, "that code is taken; ask again");
              }
              return new Made(code, kept.expiresAt);
            });
  }

  /** The keys of those that nobody needs to remember any more. */
  private List<String> makeRoom(Kept wanted) {
    long now = time.endingMillis();
    List<String> over = new ArrayList<>();
    int[] open = {0};
    records.forEach(
        TABLE,
        (key, value) -> {
          Kept each = Kept.of(value);
          if (each.expiresAt + REMEMBERED.toMillis() <= now) {
            over.add(key);
          } else if (each.expiresAt > now && each.isOfSameOwner(wanted)) {
            open[0]++;
          }
        });
    if (open[0] >= PER_OWNER_MAX) {
      throw new Refused(
          ErrorCode.OVERLOADED,
          "there are " + PER_OWNER_MAX + " open codes already; the first is over in ten minutes");
    }
    return over;
  }

  /**
   * Makes the bot, or gives it another token when whoever made the code has it already.
   *
   * @param address from where, without the port
   * @throws Refused in the future: when there is no such code or it was spent, it is over, the bot
   *     is somebody else's, or too many wrong ones came from there
   */
  public CompletableFuture<Accounts.Issued> redeem(
      String code, AgentId bot, @Nullable String name, @Nullable String purpose, String address) {
    String place = Place.of(address);
    Token token = Token.generate();
    CompletableFuture<Agent> admitted;
    try {
      guesses.begin(place);
      admitted =
          participants
              .admitAgent(
                  new CodeTicket(Token.hash(TypedCode.normalised(code))),
                  bot,
                  name,
                  purpose,
                  token.hash())
              .whenComplete(
                  (_, failure) -> {
                    if (failure == null || !isWrongGuess(Refused.of(failure))) {
                      guesses.takeBack(place);
                    }
                  });
    } catch (Refused refused) {
      admitted = CompletableFuture.failedFuture(refused);
    }
    return admitted
        .whenComplete((_, failure) -> written(bot, address, failure))
        .thenApply(agent -> new Accounts.Issued(agent, token));
  }

  private static boolean isWrongGuess(Refused why) {
    return why.code() == ErrorCode.NOT_FOUND || why.code() == ErrorCode.GONE;
  }

  private void written(AgentId bot, String address, @Nullable Throwable failure) {
    if (failure == null) {
      Principal who = new Principal.AgentPrincipal(bot);
      audit.done(new Visit(who, Door.REST, address), "bot.connect", bot.value(), null);
    } else {
      // A stranger: its address is all that is known, and refusals are counted by it.
      Principal nobody = new Principal.AgentPrincipal(new AgentId("stranger"));
      audit.done(
          new Visit(nobody, Door.REST, address), "bot.connect", bot.value(), Refused.of(failure));
    }
  }

  /** What is asked of a code in the commit that spends it. */
  private final class CodeTicket implements Ticket {
    private final String key;

    CodeTicket(String key) {
      this.key = key;
    }

    @Override
    public String table() {
      return TABLE;
    }

    @Override
    public String key() {
      return key;
    }

    @Override
    public @Nullable AgentId owner(byte @Nullable [] value) {
      if (value == null) {
        throw new Refused(ErrorCode.NOT_FOUND, "there is no such code, or it was used");
      }
      Kept kept = Kept.of(value);
      if (kept.expiresAt <= time.endingMillis()) {
        throw new Refused(ErrorCode.GONE, "this code is over; have another one made");
      }
      if (kept.owner.isEmpty()) {
        return null;
      }
      AgentId person = new AgentId(kept.owner);
      Optional<Agent> there = participants.agent(person);
      if (there.isEmpty() || !there.get().incarnation().equals(kept.incarnation)) {
        throw new Refused(ErrorCode.NOT_FOUND, "there is no such code, or it was used");
      }
      accounts.requireRoom(person);
      return person;
    }
  }

  /**
   * A code as it is kept.
   *
   * @param owner the agent of the person whose it is, or empty for the hub's owner's
   * @param incarnation tells that person from a later one of the same name
   */
  private record Kept(long expiresAt, String owner, String incarnation) {
    static Kept of(byte[] value) {
      String[] parts = new String(value, UTF_8).split("\n", -1);
      return new Kept(Long.parseLong(parts[0]), parts[1], parts[2]);
    }

    byte[] toBytes() {
      return (expiresAt + "\n" + owner + "\n" + incarnation).getBytes(UTF_8);
    }

    boolean isOfSameOwner(Kept other) {
      return owner.equals(other.owner) && incarnation.equals(other.incarnation);
    }
  }
}
