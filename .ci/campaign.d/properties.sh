# shellcheck shell=bash disable=SC2154
# Random sessions stay finite, keep what is pinned, and are undone and replayed to the same bits.
note "1 000 cases a test, seed $seed"
export PROPTEST_CASES=1000
tests 25 --release --test suite properties:: -- --include-ignored
