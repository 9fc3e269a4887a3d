package dev.parley.doors.files;

import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Door;
import dev.parley.core.store.BoxId;
import dev.parley.identity.Principal.AgentPrincipal;
import dev.parley.identity.Visit;
import dev.parley.identity.audit.AuditLog;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/** What both directions of a bot's mailbox work with. */
record Site(
    FilesConfig config,
    AgentId bot,
    Broker broker,
    AuditLog audit,
    LongSupplier clock,
    KillPoint killPoint,
    Counts counts) {
  private static final long ANSWER_SECONDS_MAX = 60;

  /** What has passed through a mailbox since it was opened. */
  record Counts(LongAdder taken, LongAdder rejected, LongAdder delivered) {
    Counts() {
      this(new LongAdder(), new LongAdder(), new LongAdder());
    }
  }

  Site(
      FilesConfig config,
      AgentId bot,
      Broker broker,
      AuditLog audit,
      LongSupplier clock,
      KillPoint killPoint) {
    this(config, bot, broker, audit, clock, killPoint, new Counts());
  }

  String directoryName() {
    return Layout.directoryName(bot);
  }

  /** Whoever may write into an agent's folder is that agent: its mailbox is as good as a token. */
  Visit visitOf(AgentId author) {
    return new Visit(new AgentPrincipal(author), Door.FILES, directoryName());
  }

  BoxId inbox() {
    return BoxId.inbox(bot);
  }

  /** Waits, as everything here may: for the hub to have made something durable, or to refuse. */
  static <T> T await(CompletableFuture<T> answer) {
    try {
      return answer.get(ANSWER_SECONDS_MAX, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw Refused.of(e);
    } catch (TimeoutException e) {
      throw new Refused(
          ErrorCode.TIMEOUT, "the hub has not answered for " + ANSWER_SECONDS_MAX + " s");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Refused(ErrorCode.SHUTTING_DOWN, "the mailbox is being closed");
    }
  }
}
