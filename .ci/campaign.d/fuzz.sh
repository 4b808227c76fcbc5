# shellcheck shell=bash disable=SC2154
# Damaged scenes, sessions, links and settings are read or refused: no panic, no case over 2 s, memory in proportion.
note "100 000 cases a test, seed $seed"
export PROPTEST_CASES=100000
tests 30 --release --test suite fuzz:: -- --include-ignored
tests 5 --release --package ropewalk --lib tampered -- --include-ignored
