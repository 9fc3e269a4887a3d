# Sourced by the scripts in bin: the NATS server that Parley is measured with and tested on beside the one that
# Debian has, which is years older.
NATS_VERSION=v2.15.2

# Leaves the program in NEWEST_NATS. It is built once by Go and kept in the user's cache; without Go, or when the build
# fails, this returns false.
newest_nats() {
  local folder=${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/parley/nats-server-$NATS_VERSION go building
  if [[ ! -x $folder/nats-server ]]; then
    go=$(PATH="$PATH:/usr/local/go/bin" command -v go) || return 1
    building=$folder.$$
    # Built beside its place and then moved, so that an interrupted build leaves no half a server there.
    if ! GOBIN=$building "$go" install "github.com/nats-io/nats-server/v2@$NATS_VERSION" >/dev/null 2>&1; then
      rm -rf "$building"
      return 1
    fi
    mkdir -p "$folder"
    mv -f "$building/nats-server" "$folder/nats-server"
    rmdir "$building"
  fi
  NEWEST_NATS=$folder/nats-server
}
