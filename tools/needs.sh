# Sourced by bin/check: installs what the tests need. What cannot be installed is collected and named by list_absent;
# tests that need it skip themselves and say so.

# Debian packages. Only Maven must be there, and nats-server for the tests of stores/nats, which fail without it.
PACKAGES="maven nats-server redis-server npm chromium iproute2 python3-venv gcc pkg-config fuse3 libfuse3-dev bubblewrap
  make libnghttp2-dev podman runc busybox-static"

# Debian's compilers are often too old for the SDKs of apps. They are installed from these versions on.
COMPILERS="golang-go=2:1.24 cargo=1.85"

# Debian's nats-server is years old, so the tests run on the newest as well (tools/nats.sh); Debian has no package of
# pyarrow.
source tools/nats.sh
source tools/harnesses.sh
PYARROW_VERSION=26.0.1
CACHE=${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/parley

absent=()

has() { PATH="$PATH:/usr/sbin:/sbin" command -v "$1" >/dev/null; }

is_installed() {
  case $1 in
    maven) has mvn ;;
    iproute2) has bridge ;;
    fuse3) has fusermount3 ;;
    bubblewrap) has bwrap ;;
    golang-go) has go || [[ -x /usr/local/go/bin/go ]] ;;
    cargo) has cargo || [[ -x ${CARGO_HOME:-${HOME:-/root}/.cargo}/bin/cargo ]] ;;
    libnghttp2-dev) has pkg-config && pkg-config --exists libnghttp2 ;;
    busybox-static) [[ -x /bin/busybox ]] ;;
    libfuse3-dev) has pkg-config && pkg-config --exists fuse3 ;;
    python3-venv) has python3 && python3 -c 'import ensurepip, venv' 2>/dev/null ;;
    *) has "$1" ;;
  esac
}

install_needs() {
  add_compilers
  install_packages
  install_nats
  install_pyarrow
}

add_compilers() {
  local compiler candidate
  has apt-cache && has dpkg || return 0
  for compiler in $COMPILERS; do
    candidate=$(apt-cache policy "${compiler%%=*}" 2>/dev/null | sed -n 's/^ *Candidate: //p')
    if [[ $candidate == [0-9]* ]] && dpkg --compare-versions "$candidate" ge "${compiler#*=}"; then
      PACKAGES+=" ${compiler%%=*}"
    fi
  done
}

install_packages() {
  local package
  local -a missing=()
  for package in $PACKAGES; do
    is_installed "$package" || missing+=("$package")
  done
  [[ ${#missing[@]} -eq 0 ]] && return

  if [[ $EUID -ne 0 ]] || ! has apt-get; then
    absent+=("${missing[@]/%/ (only root on Debian or Ubuntu gets it from here)}")
    return
  fi
  say "installing ${missing[*]}"
  export DEBIAN_FRONTEND=noninteractive
  # Installing must start no server: the tests start their own, on ports of their own.
  local policy=/usr/sbin/policy-rc.d made_policy=
  if [[ ! -e $policy ]]; then
    printf '#!/bin/sh\nexit 101\n' >"$policy" && chmod +x "$policy" && made_policy=yes
  fi
  apt-get update -qq >/dev/null 2>&1 || say "could not refresh the package lists; going on with those there are"
  for package in "${missing[@]}"; do
    apt-get install -y -qq --no-install-recommends "$package" >/dev/null 2>&1 ||
      absent+=("$package (apt-get could not install it)")
  done
  [[ -n $made_policy ]] && rm -f "$policy"
  return 0
}

# The newest NATS server becomes the one that tests start, and Debian's the older one for a part of them.
install_nats() {
  [[ -z ${TEST_NATS_SERVER:-} ]] || return 0
  if ! newest_nats; then
    absent+=("nats-server $NATS_VERSION (Go is missing or could not build it): the cluster's tests run on $(nats_version) only")
    return
  fi
  export TEST_NATS_SERVER=$NEWEST_NATS
  if has nats-server; then
    TEST_NATS_OLDER=$(PATH="$PATH:/usr/sbin:/sbin" command -v nats-server)
    export TEST_NATS_OLDER
  fi
}

nats_version() {
  if has nats-server; then PATH="$PATH:/usr/sbin:/sbin" nats-server --version; else printf 'none'; fi
}

# Apache's own reader of Parquet files, for the test that has it read an export.
install_pyarrow() {
  [[ -z ${TEST_PYTHON:-} ]] || return 0
  local folder=$CACHE/pyarrow-$PYARROW_VERSION
  if [[ ! -e $folder/ready ]]; then
    if ! is_installed python3-venv; then
      absent+=("pyarrow $PYARROW_VERSION (python3-venv is not installed)")
      return
    fi
    say "installing pyarrow $PYARROW_VERSION"
    if ! { python3 -m venv --clear "$folder" &&
      "$folder/bin/pip" install -q --only-binary :all: "pyarrow==$PYARROW_VERSION"; } >/dev/null 2>&1; then
      absent+=("pyarrow $PYARROW_VERSION (pip could not install it)")
      return
    fi
    : >"$folder/ready"
  fi
  export TEST_PYTHON=$folder/bin/python3
}

# Coding agents that think for agents in tests; those that are not installed are named.
install_harnesses() {
  local name
  for name in "$@"; do
    install_harness "$name" ||
      absent+=("${HARNESS_PACKAGES[$name]} (npm could not install it): no test with a real $name")
  done
}

# Has the SDKs checked by tools/sdks.sh, which Maven knows nothing of, and takes over what it says is missing.
check_sdks() {
  local said line failed=0
  said=$(tools/sdks.sh check) || failed=1
  while read -r line; do
    if [[ $line == 'absent: '* ]]; then
      absent+=("${line#absent: }")
    elif [[ -n $line ]]; then
      say "$line"
    fi
  done <<<"$said"
  return $failed
}

list_absent() {
  [[ ${#absent[@]} -eq 0 ]] && return
  say "not installed:"
  printf '  %s\n' "${absent[@]}"
}
