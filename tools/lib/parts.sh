# shellcheck shell=bash
# For tools/test: runs the parts of a test, some of them beside each other. A part prints one line with its
# time; one that fails also prints its output, which is in .build/test-results/NAME.log.

results=$PWD/.build/test-results
rm -rf "$results"
mkdir -p "$results"
failed_parts=()
declare -A running=()

# part NAME COMMAND...: runs a part to its end
part() {
    start "$@"
    finish "$1"
}

# start NAME COMMAND...: begins a part, which runs beside others
start() {
    local log=$results/${1//[^A-Za-z0-9]/-}.log
    (
        SECONDS=0 status=0
        "${@:2}" >"$log" 2>&1 </dev/null || status=$?
        report "$1" "$log" "$status" $SECONDS
        exit "$status"
    ) &
    running[$1]=$!
}

# report NAME LOG STATUS SECONDS: the lines of a part that has ended, written at once
report() {
    local word=ok
    (($3 == 0)) || word=failed
    (($3 == 3)) && word=skipped
    {
        printf '%-8s %5d s  %s\n' "$word" "$4" "$1"
        (($3 == 0)) || sed 's/^/    /' "$2"
    } >"$2.report"
    cat "$2.report"
}

# finish [NAME]...: waits for these parts, or for all
finish() {
    (($#)) || set -- "${!running[@]}"
    local name status
    for name; do
        status=0
        wait "${running[$name]}" || status=$?
        unset "running[$name]"
        # Status 3: skipped, the part has said why.
        ((status == 0 || status == 3)) || failed_parts+=("$name")
    done
}

part_passed() { [[ " ${failed_parts[*]@Q} " != *" ${1@Q} "* ]]; }

forget_part() {
    local kept=() name
    for name in "${failed_parts[@]}"; do [[ $name == "$1" ]] || kept+=("$name"); done
    failed_parts=("${kept[@]}")
}

# summary: the last line, of the results and the parts that failed, and its exit status
summary() { /usr/bin/python3 tools/lib/summary.py "$results" "${failed_parts[@]}"; }
