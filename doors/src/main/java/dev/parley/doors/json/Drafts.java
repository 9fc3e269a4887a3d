package dev.parley.doors.json;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.Path;
import dev.parley.core.message.Draft;
import java.util.List;

/** What somebody wants to say, read from the fields of a request. */
public final class Drafts {
  private Drafts() {}

  /** {@code to}: an agent, with a slash a path, or a list of agents and {@code group/…}. */
  public static Path recipients(Request request) {
    List<String> names = request.texts(Field.TO);
    if (names.isEmpty()) {
      throw Request.missing(Field.TO);
    }
    return recipients(names, request.isList(Field.TO));
  }

  /**
   * @param names at least one
   * @param isList was it a list that had them? A name alone may be a path
   */
  public static Path recipients(List<String> names, boolean isList) {
    if (!isList) {
      String name = names.getFirst();
      return name.indexOf('/') >= 0
          ? Request.address(Field.TO, name, Path::parse)
          : Path.agent(Request.address(Field.TO, name, AgentId::new));
    }
    return Request.address(Field.TO, names.stream().distinct().toList(), Path::toSeveral);
  }

  /** Everything but where it goes. */
  public static Draft.Builder draft(Request request, AgentId from) {
    return request.draft(from.value());
  }
}
