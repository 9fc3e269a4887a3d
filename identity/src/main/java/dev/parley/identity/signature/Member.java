package dev.parley.identity.signature;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A member of a dictionary: an item, or a list of items, each with parameters in their order. */
sealed interface Member {

  record Item(Bare value, Map<String, Bare> parameters) implements Member {
    public Item {
      parameters = Member.ordered(parameters);
    }

    @Override
    public String serialized() {
      return value.serialized() + Member.written(parameters);
    }
  }

  record InnerList(List<Item> items, Map<String, Bare> parameters) implements Member {
    public InnerList {
      items = List.copyOf(items);
      parameters = Member.ordered(parameters);
    }

    @Override
    public String serialized() {
      return items.stream().map(Item::serialized).collect(Collectors.joining(" ", "(", ")"))
          + Member.written(parameters);
    }
  }

  String serialized();

  private static Map<String, Bare> ordered(Map<String, Bare> parameters) {
    return Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
  }

  private static String written(Map<String, Bare> parameters) {
    StringBuilder text = new StringBuilder();
    parameters.forEach(
        (name, value) -> {
          text.append(';').append(name);
          if (!value.equals(new Bare.Flag(true))) {
            text.append('=').append(value.serialized());
          }
        });
    return text.toString();
  }
}
