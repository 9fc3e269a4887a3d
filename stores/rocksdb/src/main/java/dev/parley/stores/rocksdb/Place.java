package dev.parley.stores.rocksdb;

import dev.parley.core.store.BoxId;
import dev.parley.core.store.Copy;
import dev.parley.core.store.CopyRef;
import dev.parley.core.store.StoredMessage;
import java.nio.charset.StandardCharsets;

/** A copy: its position, and where on which page that is. */
record Place(long position, Page page, int index) {

  long number() {
    return page.number(index);
  }

  CopyRef toRef(BoxId box) {
    return new CopyRef(box, position, page.state(index), page.attempts(index));
  }

  Copy toCopy(BoxId box, StoredMessage message) {
    byte[] annotation = page.annotation(index);
    return new Copy(
        box,
        position,
        page.state(index),
        page.attempts(index),
        annotation == null ? null : new String(annotation, StandardCharsets.UTF_8),
        message);
  }
}
