# Sourced by the scripts in bin: the NATS server that Parley is measured with and tested on beside the one that
# Debian has, which is years older.
NATS_VERSION=v2.15.2

# Puts that nats-server before all others in PATH. Built once by Go and kept in the user's cache; without Go, or when
# the build fails, it returns false and PATH stays as it is.
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
  export PATH="$folder:$PATH"
}
