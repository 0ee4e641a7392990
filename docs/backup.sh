#!/bin/sh
# Saves a backup of a Continuum vault with a personal token, and is content only when it is whole.
#
#   CONTINUUM_URL=https://memory.example.com CONTINUUM_TOKEN=... sh backup.sh FOLDER [KEEP]
#
# The token needs the permission `admin`, the server CONTINUUM_ALLOW_PRIVATE=true. KEEP (default 14) is how many backups
# stay in the folder. Exits 0 when a whole backup was added; else it says why, leaves what is there and exits 1.
set -u

fail() {
  echo "backup: $1" >&2
  exit 1
}

sum() {
  if command -v sha256sum > /dev/null; then sha256sum; else shasum -a 256; fi | cut -d ' ' -f 1
}

folder=${1:-}
keep=${2:-14}
[ -n "$folder" ] || fail "say which folder: sh backup.sh FOLDER"
[ -n "${CONTINUUM_URL:-}" ] || fail "set CONTINUUM_URL"
[ -n "${CONTINUUM_TOKEN:-}" ] || fail "set CONTINUUM_TOKEN"
mkdir -p "$folder" || fail "the folder $folder cannot be made"
umask 077
part=$(mktemp "$folder/.backup.XXXXXX") || fail "nothing can be written in $folder"
trap 'rm -f "$part"' EXIT INT TERM

# The token goes by standard input: a command line can be read by others on this machine.
code=$(printf 'header = "Authorization: Bearer %s"\n' "$CONTINUUM_TOKEN" |
  curl --config - --silent --show-error --max-redirs 0 --retry 2 --connect-timeout 20 \
    --output "$part" --write-out '%{http_code}' "$CONTINUUM_URL/api/v1/backup") ||
  fail "the download broke off or could not be written"
[ "$code" = 200 ] || fail "the server answered $code instead of a backup"

# Whole: it unpacks, its last line says that it is the end, and the lines before have the checksum which that names.
gzip -t "$part" 2> /dev/null || fail "what came is no whole backup: it does not unpack"
end=$(gzip -dc "$part" | tail -n 1)
case $end in
  '{"end":true,'*) ;;
  *) fail "what came is no whole backup: its end is missing" ;;
esac
said=$(printf '%s' "$end" | sed -n 's/.*"sha256":"\([0-9a-f]*\)".*/\1/p')
found=$(gzip -dc "$part" | sed '$d' | sum)
[ -n "$said" ] && [ "$said" = "$found" ] || fail "what came was changed on the way: its checksum does not fit"

name="$folder/continuum-$(date -u +%Y%m%d-%H%M%S).continuum"
mv "$part" "$name" || fail "the backup cannot be put in its place"
ls -1 "$folder"/continuum-*.continuum | sort -r | tail -n +"$((keep + 1))" | while read -r old; do rm -f "$old"; done
echo "$name"
