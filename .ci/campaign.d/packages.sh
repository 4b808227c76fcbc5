# shellcheck shell=bash disable=SC2154
# Both packages are complete, and an installed program works, with locked and with the newest dependencies.

# state_hash PROGRAM: the state hash of a simulated scene.
state_hash() {
  "$1" simulate first-rope --json | grep -o '"state_hash":[^,}]*' | head -1 | cut -d : -f 2
}

# The feature of the packages for Linux.
bounded 10 cargo clippy --locked --features screen-reader -- -D warnings
bounded 10 cargo package --workspace --locked --allow-dirty
note "$(find "${CARGO_TARGET_DIR:-target}/package" -name '*.crate' -newer "$folder" -printf '%f %s bytes, ')"
bounded 10 cargo install --path . --locked --root "$folder/install"
"$folder/install/bin/ropewalk" scenes >"$folder/scenes"
note "the installed program lists $(wc -l <"$folder/scenes") scenes"
# As a user installs it, with the newest dependencies.
bounded 10 cargo install --path . --root "$folder/newest"
locked=$(state_hash "$folder/install/bin/ropewalk")
newest=$(state_hash "$folder/newest/bin/ropewalk")
note "state hash $locked with locked dependencies, $newest with the newest"
[ "$locked" = "$newest" ] || {
  echo "the newest dependencies give another state hash: find the one that changed, and bound its version" >&2
  exit 1
}
