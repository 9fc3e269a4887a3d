#!/usr/bin/env bash
# Puts the distribution together in hub's package phase: assemble.sh FOLDER JAR JARS SBOM
# JAR is the hub's own, whose manifest names the jars in the folder JARS; SBOM lists what they are; FOLDER is where
# bin/parley looks.
set -euo pipefail

tools=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
folder=$1 hub=$2 jars=$3 sbom=$4
source "$tools/jdk.sh"
find_jdk
rm -f "$folder/ready"
mkdir -p "$folder/lib"

# A hub may be running from FOLDER: files are replaced there, never written into, and only those that have changed.
publish() {
  [[ -f $2 && ! $1 -nt $2 ]] && return
  cp -p -- "$1" "$2.draft"
  mv -f -- "$2.draft" "$2"
}
publish "$hub" "$folder/lib/parley-hub.jar"
publish "$sbom" "$folder/sbom.cdx.json"
for jar in "$jars"/*.jar; do
  publish "$jar" "$folder/lib/${jar##*/}"
done
for jar in "$folder"/lib/*; do
  [[ $jar == */parley-hub.jar || -f $jars/${jar##*/} ]] || rm -f -- "$jar"
done

for jar in "$folder"/lib/picocli-[0-9]*.jar; do
  if [[ ! -f $folder/lifted || $jar -nt $folder/lifted ]]; then
    "$JDK_HOME/bin/java" "$tools/ModernizeBytecode.java" "$jar"
    : >"$folder/lifted"
  fi
done

# The JVM refuses an archive when a jar has changed; one that still fits need not be made again.
make_archive() {
  local archive=$folder/$1.jsa
  if [[ -f $archive && -f $folder/jdk && $(<"$folder/jdk") == "$JDK_HOME" ]]; then
    [[ -n $(find "$folder/lib" "$tools/../bin/parley" -newer "$archive" -print -quit) ]] || return 0
  fi
  PARLEY_NO_BUILD=yes PARLEY_ARCHIVE=$2 JAVA_HOME=$JDK_HOME "$tools/../bin/parley" "$1"
  mv -f -- "$archive.draft" "$archive"
}
make_archive cli cli
make_archive server up
printf '%s\n' "$JDK_HOME" >"$folder/jdk"
: >"$folder/ready"
