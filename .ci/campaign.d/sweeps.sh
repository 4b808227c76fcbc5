# shellcheck shell=bash disable=SC2154
# All cases of the sweeps of which .ci/run tries a sample.
export SWEEP=all
tests 12 --profile checks --test engine -- --ignored pieces shapes_put_onto
tests 13 --profile checks --test suite -- --ignored \
  every_moment total_energy flung_weights bad_byte capstan_equation loaded_rope
tests 10 --profile checks --test suite -- --ignored \
  every_edit_undoes_and_redoes_to_the_same_bits exported_scene resumed_session
tests 12 --profile checks --test bits -- --ignored clones direct_solves lanes_tiles recordings_replay
