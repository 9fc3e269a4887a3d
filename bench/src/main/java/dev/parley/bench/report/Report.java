package dev.parley.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Gathers what a run finds. */
public final class Report {
  private final Machine machine;
  private final List<String> settings = new ArrayList<>();
  private final List<Row> rows = new ArrayList<>();
  private final List<String> details = new ArrayList<>();

  public Report(Machine machine) {
    this.machine = machine;
  }

  /** How something was set up. */
  public void setting(String setting) {
    settings.add(setting);
  }

  public void row(Row row) {
    rows.add(row);
  }

  /** A figure behind a row: explains it and is held against nothing. */
  public void detail(String detail) {
    details.add(detail);
  }

  public boolean allMet() {
    return rows.stream().allMatch(Row::met);
  }

  public String markdown() {
    var text = new StringBuilder();
    text.append("Machine: ").append(machine).append("\n\n");
    settings.forEach(setting -> text.append("- ").append(setting).append('\n'));
    text.append("\n| what | Parley | others | ratio | bar | met |\n");
    text.append("| --- | --- | --- | --- | --- | --- |\n");
    rows.forEach(row -> text.append(row.markdown()).append('\n'));
    if (!details.isEmpty()) {
      text.append('\n');
      details.forEach(detail -> text.append("- ").append(detail).append('\n'));
    }
    return text.toString();
  }

  public void writeMarkdown(Path file) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    Files.writeString(file, markdown());
  }

  public void writeJson(Path file) throws IOException {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("machine", machine);
    all.put("settings", settings);
    all.put("rows", rows);
    all.put("details", details);
    JsonMapper json = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
    Files.createDirectories(file.toAbsolutePath().getParent());
    Files.write(file, json.writeValueAsBytes(all));
  }
}
