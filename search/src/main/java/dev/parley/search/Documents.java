package dev.parley.search;

import dev.parley.core.store.CopyRef;
import dev.parley.core.store.MessageStore;
import dev.parley.core.store.StoredMessage;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexOptions;

/** Messages as the index holds them: to be found, not to be shown. */
final class Documents {
  private static final FieldType TEXT = textType();

  private final MessageStore store;

  Documents(MessageStore store) {
    this.store = store;
  }

  private static FieldType textType() {
    FieldType type = new FieldType();
    type.setTokenized(true);
    type.setIndexOptions(IndexOptions.DOCS_AND_FREQS_AND_POSITIONS_AND_OFFSETS);
    type.freeze();
    return type;
  }

  Document of(StoredMessage message) {
    MessageText text = MessageText.of(message.json());
    Document document = new Document();
    document.add(new StringField(Fields.ID, message.id().toString(), Field.Store.YES));
    document.add(new NumericDocValuesField(Fields.NUMBER, message.number()));
    document.add(new LongPoint(Fields.TIME, message.timestamp()));
    exact(document, Fields.FROM, text.from());
    exact(document, Fields.PATH, text.path());
    exact(document, Fields.TYPE, text.type());
    for (CopyRef copy : store.copiesOf(message.id())) {
      if (copy.box().isInbox()) {
        String name = copy.box().name();
        int slash = name.indexOf('/');
        exact(document, Fields.TO, slash < 0 ? name : name.substring(0, slash));
      }
    }
    document.add(new Field(Fields.CONTENT, text.content(), TEXT));
    document.add(new Field(Fields.SUBJECT, text.subject(), TEXT));
    document.add(new Field(Fields.PAYLOAD, text.payload(), TEXT));
    return document;
  }

  private static void exact(Document document, String field, String value) {
    document.add(new StringField(field, value, Field.Store.NO));
  }
}
