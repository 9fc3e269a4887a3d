package dev.parley.search;

import dev.parley.core.store.BoxId;
import dev.parley.core.store.FiledMessage;
import dev.parley.core.store.Filing;
import dev.parley.core.store.StoredMessage;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.LongField;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexOptions;

/** Messages as the index holds them: to be found, not to be shown. */
final class Documents {
  private static final FieldType TEXT = textType();

  /** Only lists of recipients are longer; these are found by whom they reached. */
  private static final int PATH_LENGTH_MAX = 1_024;

  private Documents() {}

  private static FieldType textType() {
    FieldType type = new FieldType();
    type.setTokenized(true);
    type.setIndexOptions(IndexOptions.DOCS_AND_FREQS_AND_POSITIONS_AND_OFFSETS);
    type.freeze();
    return type;
  }

  /**
   * One that was filed again, later than its number says: whether a copy is of the agent that has
   * the name today is seen only at the copy itself.
   */
  static Document filedAgain(FiledMessage filed) {
    Document document = of(filed);
    for (Filing filing : filed.filings()) {
      if (filing.box() instanceof BoxId.Inbox inbox) {
        exact(document, Fields.TO_LATER, inbox.agent().value());
      }
    }
    return document;
  }

  static Document of(FiledMessage filed) {
    StoredMessage message = filed.message();
    MessageText text = MessageText.of(message.json());
    Document document = new Document();
    document.add(new LongField(Fields.NUMBER, message.number(), Field.Store.NO));
    document.add(new LongPoint(Fields.TIME, message.timestamp()));
    exact(document, Fields.FROM, text.from());
    if (text.path().length() <= PATH_LENGTH_MAX) {
      exact(document, Fields.PATH, text.path());
    }
    exact(document, Fields.TYPE, text.type());
    for (Filing filing : filed.filings()) {
      if (filing.box() instanceof BoxId.Inbox inbox) {
        exact(document, Fields.TO, inbox.agent().value());
      }
    }
    text(document, Fields.CONTENT, text.content());
    text(document, Fields.SUBJECT, text.subject());
    text(document, Fields.PAYLOAD, text.payload());
    return document;
  }

  private static void text(Document document, String field, String value) {
    if (!value.isEmpty()) {
      document.add(new Field(field, value, TEXT));
    }
  }

  private static void exact(Document document, String field, String value) {
    document.add(new StringField(field, value, Field.Store.NO));
  }
}
