#!/usr/bin/env bash
# The SDKs for apps, which Maven does not build.
#   tools/sdks.sh check                  checks and tests every SDK, and names those that it cannot
#   tools/sdks.sh check LANG             one of them: go, rust or c
#   tools/sdks.sh examples LANG FOLDER   builds its examples into FOLDER
#   tools/sdks.sh make LANG FOLDER       builds the project of an app that is in FOLDER
# Without the tools for a language, the last two say so and end with 3. What is fetched and built on the way is kept in
# the user's cache.
set -euo pipefail

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
cache=${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/parley
# Where they install themselves; Cargo's name for it has to be free for others.
export PATH=$PATH:/usr/local/go/bin:${CARGO_HOME:-${HOME:-/root}/.cargo}/bin
export GOTOOLCHAIN=local GOWORK=off GOFLAGS=-mod=readonly
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$cache/cargo}

EXAMPLES=(calculator channel ui hooks)

# is_since HAVE LEAST: versions by their numbers.
is_since() { [[ $(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1) == "$2" ]]; }

# Leaves in REASON what is missing for a language.
has_tools() {
  local version
  case $1 in
    go)
      REASON="Go 1.24 or newer is missing"
      version=$(go env GOVERSION 2>/dev/null) && is_since "${version#go}" 1.24 || return 1
      REASON="modules of the Go SDK could not be fetched"
      (cd "$root/sdk/go" && go mod download >/dev/null 2>&1) ;;
    rust)
      REASON="Cargo 1.85 or newer is missing"
      version=$(cargo --version 2>/dev/null) && is_since "$(cut -d ' ' -f 2 <<<"$version")" 1.85 || return 1
      REASON="crates of the Rust SDK could not be fetched"
      (cd "$root/sdk/rust" && cargo fetch -q --locked >/dev/null 2>&1) ;;
    c)
      REASON="a C compiler, make or libnghttp2-dev is missing"
      command -v cc make pkg-config >/dev/null && pkg-config --exists libnghttp2 2>/dev/null ;;
    *) REASON="no SDK for $1"; return 1 ;;
  esac
}

examples() {
  local folder name
  mkdir -p "$2"
  folder=$(cd -- "$2" && pwd)
  cd "$root/sdk/$1"
  case $1 in
    go) go build -o "$folder/" ./examples/... ;;
    rust)
      cargo build -q --locked --offline --examples
      # A program may run from there: it is replaced, never written into.
      for name in "${EXAMPLES[@]}"; do
        cp -f --remove-destination "$CARGO_TARGET_DIR/debug/examples/$name" "$folder/$name"
      done ;;
    # With sanitizers, so that what the tests do to the programs shows every byte read out of place.
    c)
      make -s BUILD="$folder/build" SANITIZE=yes CFLAGS='-O1 -g' all
      cp -f --remove-destination "$folder/build/examples/"* "$folder/" ;;
  esac
}

check_one() {
  cd "$root/sdk/$1"
  case $1 in
    go) [[ -z $(gofmt -l .) ]] && go vet ./... && go test ./... ;;
    rust)
      cargo test -q --locked --offline
      cargo fmt --check 2>/dev/null || ! cargo fmt --version >/dev/null 2>&1
      if cargo clippy --version >/dev/null 2>&1; then
        cargo clippy -q --locked --offline --all-targets -- -D warnings
      else
        printf 'absent: clippy: the Rust SDK is not linted\n'
      fi ;;
    c) make -s check BUILD="$cache/sdk-c" ;;
  esac
}

# Quiet when all is well; bin/check takes the lines with absent to its own.
check() {
  local language log failed=0
  log=$(mktemp)
  for language in go rust c; do
    if ! has_tools "$language"; then
      printf 'absent: %s: the %s SDK is not checked\n' "$REASON" "$language"
    # In a process of its own: Bash goes on after errors where it is to say how something ended.
    elif ! bash "${BASH_SOURCE[0]}" check "$language" >"$log" 2>&1; then
      failed=1
      printf 'check of the %s SDK failed:\n' "$language"
      tail -n 60 "$log"
    else
      grep '^absent: ' "$log" || true
    fi
  done
  rm -f "$log"
  return $failed
}

needs() {
  has_tools "$1" || { printf '%s\n' "$REASON"; exit 3; }
}

case $#:${1:-} in
  1:check) check ;;
  2:check) check_one "$2" ;;
  3:examples) needs "$2"; examples "$2" "$3" ;;
  # Quickly: this is for tests.
  3:make) needs "$2"; CARGO_NET_OFFLINE=true make -C "$3" PROFILE=dev ;;
  *) sed -n '2,8s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2; exit 2 ;;
esac
