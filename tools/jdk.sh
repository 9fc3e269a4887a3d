# Sourced by the scripts in bin: finds a JDK 25 and leaves its folder in JDK_HOME.
# Starts no process, because bin/parley waits for it on every command.

jdk_is_25() {
  local line
  [[ -x $1/bin/javac && -r $1/release ]] || return 1
  while IFS= read -r line; do
    [[ $line == 'JAVA_VERSION="25"'* || $line == 'JAVA_VERSION="25.'* ]] && return 0
  done <"$1/release"
  return 1
}

find_jdk() {
  local candidate folder
  local -a candidates=()
  [[ -n ${JAVA_HOME:-} ]] && candidates+=("$JAVA_HOME")
  [[ -n ${JAVA25_HOME:-} ]] && candidates+=("$JAVA25_HOME")
  local IFS=:
  for folder in $PATH; do
    [[ -x $folder/java ]] && candidates+=("${folder%/bin}")
  done
  unset IFS
  for candidate in /usr/lib/jvm/* /opt/java/* /opt/jdk* /usr/java/* "${HOME:-/root}"/.sdkman/candidates/java/* \
    "${HOME:-/root}"/.jdks/* /Library/Java/JavaVirtualMachines/*/Contents/Home; do
    [[ -d $candidate ]] && candidates+=("$candidate")
  done
  for candidate in "${candidates[@]}"; do
    if jdk_is_25 "$candidate"; then
      JDK_HOME=$candidate
      return 0
    fi
  done
  cat >&2 <<'MISSING'
Parley needs a JDK 25, and there is none in JAVA_HOME, JAVA25_HOME, on the PATH or in the usual folders
(/usr/lib/jvm, /opt/java, ~/.sdkman, ~/.jdks). Install one, for example Eclipse Temurin 25 (the package is called
temurin-25-jdk in Adoptium's Debian repository), or point JAVA_HOME at the folder of one you have.
MISSING
  return 1
}
