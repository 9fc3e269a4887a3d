#!/usr/bin/env bash
# Runs every test class many times while other work keeps each core busy: tools/soak.sh TIMES [ONLY] [-Dname=value ...]
# bin/check --soak builds what this runs. Reports and the list of results are kept in target/soak.
set -euo pipefail

cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
source tools/jdk.sh
find_jdk

root=$PWD
times=$1
only=${2:-}
shift $(($# < 2 ? $# : 2))
kept=$root/target/soak

# As argLine in pom.xml, but with all compilers: this JVM runs long.
jvm=(-Xmx2g --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow -XX:+EnableDynamicAgentLoading
  -Xshare:auto)

# A process for each core that does nothing but take its time; it ends when this script is gone, however that happens.
keep_busy() {
  local i
  while kill -0 $$ 2>/dev/null; do
    for ((i = 0; i < 200000; i++)); do :; done
  done
}

# Tests of the module in folder $1. A JVM that a test ends is started again for the classes after that test.
run_module() {
  local module=$1 after='' status class_path
  local reports=$kept/$module
  class_path=target/test-classes:target/classes:$(<"$module/target/soak-class-path")
  while true; do
    status=0
    (cd "$module" && exec "$JDK_HOME/bin/java" "${jvm[@]}" "${@:2}" -cp "$class_path" "$root/tools/Soak.java" \
      "$times" "$reports" target/test-classes "$only" "$after") || status=$?
    [[ -e $reports/current ]] || break
    after=$(<"$reports/current")
    rm "$reports/current"
    mv "$reports/output" "$reports/$after-ended.txt" 2>/dev/null || true
    printf 'failed\t%s: the JVM ended with %s in the middle of it\n' "$after" "$status" >>"$reports/results"
    printf 'kept\t%s\n' "$reports/$after-ended.txt" >>"$reports/results"
  done
  if ((status != 0)); then
    printf 'failed\t%s: not every class was run (%s)\n' "$module" "$status" >>"$reports/results"
  fi
}

rm -rf "$kept"
mkdir -p "$kept"
for ((core = $(nproc); core > 0; core--)); do
  keep_busy &
done
trap 'kill $(jobs -p) 2>/dev/null' EXIT

while IFS= read -r file; do
  module=${file%/target/soak-class-path}
  [[ -d $module/target/test-classes ]] || continue
  printf 'soak: %s\n' "$module"
  mkdir -p "$kept/$module"
  run_module "$module" "$@"
done < <(find . -path '*/target/soak-class-path' -printf '%P\n' | sort)

lines() { find "$kept" -name results -exec sed -n "s/^$1\t//p" {} +; }

printf '\nsoak: %s classes, %s times each\n' "$(lines ran | wc -l)" "$times"
if [[ -n $(lines 'not run') ]]; then
  printf 'soak: not run:\n'
  lines 'not run' | sed 's/^/  /'
fi
if [[ -n $(lines failed) ]]; then
  printf 'soak: failed (reports: %s):\n' "${kept#"$root"/}"
  lines failed | sed 's/^/  /'
  exit 1
fi
if [[ -z $(lines ran) ]]; then
  printf 'soak: no test class is called %s\n' "$only" >&2
  exit 2
fi
