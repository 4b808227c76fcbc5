# shellcheck shell=bash disable=SC2154
# Random clicks and keys for ten minutes: bounded memory, the same hash, no file outside of the program's own folders.
tests 25 --release --test reliability input::
