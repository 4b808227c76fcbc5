# shellcheck shell=bash disable=SC2154
# The long tests of the app in release; .ci/run has them with overflow checks and debug assertions.
tests 15 --profile checks --test suite --test bits --test allocation -- --ignored
tests 10 --profile checks --test window -- --ignored
