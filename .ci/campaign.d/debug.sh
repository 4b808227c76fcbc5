# shellcheck shell=bash disable=SC2154
# The long tests with overflow checks and debug assertions.
tests 25 --workspace --test suite --test bits --test allocation -- --ignored
