# shellcheck shell=bash disable=SC2154
# Full and read-only disks, no home, output that cannot be written; two windows, seventeen, stopped and continued.
tests 8 --release --test reliability disks::
tests 7 --release --test reliability windows::
