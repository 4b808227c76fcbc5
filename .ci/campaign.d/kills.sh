# shellcheck shell=bash disable=SC2154
# Kills of `render` leave the file that was to be replaced whole; kills of the window lose at most 10 s of play.

kills() {
  local number pid old="$folder/old.png" new="$folder/new.png" file="$folder/file.png" kept=0 replaced=0
  ropewalk render first-rope --seconds 0.1 -o "$old"
  ropewalk render welcome --seconds 3 -o "$new"
  for ((number = 1; number <= 200; number++)); do
    cp "$old" "$file"
    "${CARGO_TARGET_DIR:-target}/release/ropewalk" render welcome --seconds 3 -o "$file" >/dev/null 2>&1 &
    pid=$!
    sleep "$(printf '0.%03d' $(((number * 7919 + seed * 104729) % 600)))"
    kill -KILL "$pid" 2>/dev/null || true
    wait "$pid" 2>/dev/null || true
    if cmp -s "$file" "$old"; then
      kept=$((kept + 1))
    elif cmp -s "$file" "$new"; then
      replaced=$((replaced + 1))
    else
      echo "kill $number left a file that is neither the old one nor the new one" >&2
      return 1
    fi
  done
  note "200 kills, seed $seed: $kept times the old file, $replaced times the new one, whole each time"
}

build
limited 5 kills
tests 25 --release --test reliability kills::
