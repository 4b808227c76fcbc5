# shellcheck shell=bash disable=SC2154
# Random scenes of ropes, weights and obstacles stay finite.

# A scene of ropes, weights and obstacles in random places; every tenth has wind, every third contacts between ropes.
scene() {
  awk -v number="$1" -v seed="$seed" '
    # Park and Miller: the same numbers from every awk.
    function random(low, high) { state = state * 16807 % 2147483647; return low + (high - low) * state / 2147483647 }
    function place(low, high) { return sprintf("%.3f, %.3f", random(-2.5, 2.5), random(low, high)) }
    BEGIN {
      state = (seed * 7919 + number * 104729) % 2147483646 + 1
      for (i = 0; i < 5; i++) random(0, 1)
      settings = "drag: 0.2"
      if (number % 3 == 0) settings = settings ", rope_contact: 0.03"
      if (number % 10 == 0) settings = settings sprintf(", wind: (velocity: (%.2f, 0), gusts: 0.5)", random(-10, 10))
      printf "(version: 1, title: \"Placement %d\", hint: \"-\", view: (min: (-3, -3), max: (3, 3)), ground: -3,\n", number
      printf " settings: (%s), build: [\n", settings
      for (i = 0; i < 4; i++) {
        printf "  Rope(name: \"rope%d\", from: At(%s), to: At(%s), ", i, place(0, 3), place(0, 3)
        printf "particles: %d, pins: First),\n", random(10, 50)
        printf "  Weight(on: Of(\"rope%d\", %d), mass: %.3f),\n", i, random(1, 10), random(0.02, 5)
      }
      printf "  Circle(at: (%s), radius: %.3f, turns: %.2f),\n", place(-2, 2), random(0.1, 0.6), random(-5, 5)
      printf "  Wall(from: (%s), to: (%s)),\n", place(-2, 2), place(-2, 2)
      printf "  Block(at: (%s), width: %.3f, height: %.3f, ", place(-2, 2), random(0.1, 1), random(0.1, 1)
      printf "slides: Some((by: (%.3f, 0), speed: 0.5))),\n", random(0.2, 1)
      printf "  Net((at: (%s), columns: 8, rows: 8, spacing: 0.12, pins: TopCorners)),\n])\n", place(0, 2.5)
    }'
}

placements() {
  local number file="$folder/scene.ron" report="$folder/report" worst=0 above=0 stretch
  for ((number = 1; number <= 200; number++)); do
    scene "$number" >"$file"
    if ! ropewalk simulate "$file" --seconds 10 --json >"$report" || grep -qiE 'nan|inf' "$report"; then
      echo "placement $number fails:" >&2
      cat "$file" >&2
      return 1
    fi
    stretch=$(grep -o '"max_stretch":[^,]*' "$report" | head -1 | cut -d : -f 2)
    read -r worst above < <(awk -v s="$stretch" -v w="$worst" -v a="$above" \
      'BEGIN { print (s + 0 > w + 0 ? s + 0 : w), a + (s + 0 > 0.05) }')
  done
  note "200 scenes, seed $seed: stretch at the end at most $worst, above 5 % in $above"
}

build
limited 10 placements
