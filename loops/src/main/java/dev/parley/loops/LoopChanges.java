package dev.parley.loops;

import dev.parley.core.address.AgentId;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.ledger.Tx;
import dev.parley.identity.Principal;
import dev.parley.identity.TypedCode;
import dev.parley.identity.Visit;
import dev.parley.loops.book.Book;
import dev.parley.loops.model.Channel;
import dev.parley.loops.model.ChannelName;
import dev.parley.loops.model.ConversationIds;
import dev.parley.loops.model.Invitation;
import dev.parley.loops.model.Loop;
import dev.parley.loops.model.Member;
import dev.parley.loops.model.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Making and deleting loops, and who is a member. */
final class LoopChanges {
  private static final int NAME_MAX = 200;
  private static final int DESCRIPTION_MAX = 2_000;

  private final Changing changing;
  private final Book book;
  private final LoopLimits limits;

  LoopChanges(Changing changing, LoopLimits limits) {
    this.changing = changing;
    this.book = changing.book;
    this.limits = limits;
  }

  static void checkTexts(String name, @Nullable String description) {
    if (name.length() > NAME_MAX) {
      throw new Refused(ErrorCode.BAD_REQUEST, "'name' has more than " + NAME_MAX + " characters");
    }
    if (description != null && description.length() > DESCRIPTION_MAX) {
      throw new Refused(
          ErrorCode.BAD_REQUEST, "'description' has more than " + DESCRIPTION_MAX + " characters");
    }
  }

  /**
   * @param inviting whether it begins with an invitation
   */
  CompletableFuture<Loop> create(
      Visit by, AgentId as, String name, @Nullable String description, boolean inviting) {
    UUID id = UUID.randomUUID();
    UUID channel = UUID.randomUUID();
    UUID conversation = ConversationIds.random();
    long now = changing.now();
    List<Invitation> invitations = inviting ? List.of(invitation(as)) : List.of();
    return changing.run(
        by,
        as,
        "loop.create",
        name,
        tx -> {
          checkTexts(name, description);
          invitations.forEach(each -> requireFree(each.code()));
          String normalised = ChannelName.normalised(name);
          Channel first =
              new Channel(channel, ChannelName.FIRST, null, false, conversation, as, now);
          Loop loop =
              new Loop(
                  id,
                  freeSlug(normalised),
                  name.strip(),
                  description,
                  as,
                  now,
                  List.of(first),
                  invitations);
          Member owner = newMember(loop, as, Role.OWNER, now);
          book.put(tx, loop);
          changing.admit(tx, loop, null, owner);
          return loop;
        });
  }

  private String freeSlug(String normalised) {
    List<Loop> all = book.loops().isStaged() ? book.loops().currentUnder("") : null;
    for (int n = 1; ; n++) {
      String slug = ChannelName.slug(normalised, n);
      boolean taken =
          all == null
              ? book.loopBySlug(slug) != null
              : all.stream().anyMatch(loop -> loop.slug().equals(slug));
      if (!taken) {
        return slug;
      }
    }
  }

  private Member newMember(Loop loop, AgentId agent, Role role, long now) {
    String incarnation = changing.agent(agent).incarnation();
    limits.checkLoops(agent, book.loopsOf(agent).size());
    limits.checkMembers(book.currentMembers(loop.id()).size());
    return new Member(loop.id(), agent, incarnation, role, now, Set.of());
  }

  CompletableFuture<Loop> delete(Visit by, AgentId as, UUID id) {
    return changing.run(
        by,
        as,
        "loop.delete",
        id.toString(),
        tx -> {
          Loop loop = changing.owned(by, as, id);
          book.currentMembers(id).forEach(member -> book.drop(tx, member));
          book.drop(tx, loop);
          return loop;
        });
  }

  // ---- invitations

  CompletableFuture<Invitation> invite(Visit by, AgentId as, UUID id) {
    Invitation made = invitation(as);
    return changing.run(
        by,
        as,
        "loop.invite",
        id.toString(),
        tx -> {
          Loop loop = changing.managed(by, as, id);
          limits.checkInvitations(loop.invitations().size());
          requireFree(made.code());
          List<Invitation> all = new ArrayList<>(loop.invitations());
          all.add(made);
          book.put(tx, loop.withInvitations(all));
          return made;
        });
  }

  private Invitation invitation(AgentId creator) {
    return new Invitation(TypedCode.random("LOOP"), creator, changing.now());
  }

  private void requireFree(String code) {
    if (book.loopByCode(code) != null) {
      throw new Refused(ErrorCode.CONFLICT, "that code is taken; ask again");
    }
  }

  CompletableFuture<Invitation> uninvite(Visit by, AgentId as, UUID id, String code) {
    String wanted = TypedCode.normalised(code);
    return changing.run(
        by,
        as,
        "loop.uninvite",
        id.toString(),
        tx -> {
          Loop loop = changing.managed(by, as, id);
          Invitation found =
              loop.invitations().stream()
                  .filter(each -> each.code().equals(wanted))
                  .findFirst()
                  .orElseThrow(
                      () -> new Refused(ErrorCode.NOT_FOUND, "there is no such invitation"));
          book.put(
              tx,
              loop.withInvitations(
                  loop.invitations().stream().filter(each -> !each.equals(found)).toList()));
          return found;
        });
  }

  CompletableFuture<Loop> join(Visit by, AgentId as, String code) {
    String wanted = TypedCode.normalised(code);
    long now = changing.now();
    if (!by.isOwner()) {
      try {
        changing.guesses.begin(by.name());
      } catch (Refused refused) {
        return CompletableFuture.failedFuture(refused);
      }
    }
    return changing
        .run(by, as, "loop.join", as.value(), tx -> joined(tx, as, wanted, now))
        .whenComplete(
            (_, failure) -> {
              boolean wrong = failure != null && Refused.of(failure).code() == ErrorCode.NOT_FOUND;
              if (!wrong && !by.isOwner()) {
                changing.guesses.takeBack(by.name());
              }
            });
  }

  private Loop joined(Tx tx, AgentId as, String code, long now) {
    UUID id = book.loopByCode(code);
    Loop loop = id == null ? null : book.currentLoop(id);
    if (loop == null || loop.invitations().stream().noneMatch(each -> each.code().equals(code))) {
      throw new Refused(ErrorCode.NOT_FOUND, "there is no invitation with this code");
    }
    if (book.currentMember(loop.id(), as) == null) {
      changing.admit(tx, loop, null, newMember(loop, as, Role.MEMBER, now));
    }
    return loop;
  }

  // ---- members

  CompletableFuture<Member> add(Visit by, UUID id, AgentId agent, Role role) {
    long now = changing.now();
    AgentId acting = by.who() instanceof Principal.AgentPrincipal(AgentId self) ? self : agent;
    return changing.run(
        by,
        acting,
        "loop.add",
        subject(id, agent),
        tx -> {
          if (!by.isOwner()) {
            throw new Refused(
                ErrorCode.FORBIDDEN,
                "only the hub's owner adds members; others invite them with a code");
          }
          Loop loop = changing.loop(by, agent, id);
          Member there = book.currentMember(id, agent);
          if (there != null) {
            return there;
          }
          Member added = newMember(loop, agent, role, now);
          changing.admit(tx, loop, null, added);
          return added;
        });
  }

  CompletableFuture<Member> leave(Visit by, AgentId as, UUID id) {
    return changing.run(
        by,
        as,
        "loop.leave",
        subject(id, as),
        tx -> {
          Loop loop = changing.loop(by, as, id);
          Member member = changing.member(loop, as);
          requireAnotherOwner(member);
          book.drop(tx, member);
          return member;
        });
  }

  CompletableFuture<Member> remove(Visit by, AgentId as, UUID id, AgentId agent) {
    return changing.run(
        by,
        as,
        "loop.remove",
        subject(id, agent),
        tx -> {
          Loop loop = changing.managed(by, as, id);
          Member member = changing.member(loop, agent);
          if (member.role() == Role.OWNER) {
            Loop _ = changing.owned(by, as, id);
          }
          requireAnotherOwner(member);
          book.drop(tx, member);
          return member;
        });
  }

  CompletableFuture<Member> setRole(Visit by, AgentId as, UUID id, AgentId agent, Role role) {
    return changing.run(
        by,
        as,
        "loop.role",
        subject(id, agent),
        tx -> {
          Loop loop = changing.owned(by, as, id);
          Member member = changing.member(loop, agent);
          if (role != Role.OWNER) {
            requireAnotherOwner(member);
          }
          Member changed = member.withRole(role);
          book.put(tx, changed);
          return changed;
        });
  }

  /** A loop does not lose its last owner by a change; it is deleted or handed on first. */
  private void requireAnotherOwner(Member member) {
    if (member.role() == Role.OWNER
        && book.currentMembers(member.loop()).stream()
            .noneMatch(each -> each.role() == Role.OWNER && !each.equals(member))) {
      throw new Refused(
          ErrorCode.CONFLICT,
          "'" + member.agent() + "' is the last owner; make another one, or delete the loop");
    }
  }

  static String subject(UUID loop, AgentId agent) {
    return loop + " " + agent;
  }
}
