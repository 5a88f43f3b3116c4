# shellcheck shell=bash
# For measurements that drive for hours: the sample map, and a drive on it there and back.

# round_trip PROGRAMS FOLDER: makes FOLDER/map.ehmap and FOLDER/drive.nmea
round_trip() {
    local bin=$1 work=$2
    "$bin/ehorizon" map build --osm tools/sample-map/neubrandenburg.osm.pbf --country DE \
        --output "$work/map.ehmap" 2>/dev/null
    # shellcheck source=tools/sample-map/drive
    source tools/sample-map/drive
    # There and back, so that the drive can begin anew without a jump.
    "$bin/ehorizon" simulate --map "$work/map.ehmap" "${sample_drive[@]}" --output "$work/there" 2>/dev/null
    "$bin/ehorizon" simulate --map "$work/map.ehmap" --from "$sample_end" --to "$sample_start" \
        --seed 2 --noise 3 --output "$work/back" 2>/dev/null
    cat "$work/there" "$work/back" >"$work/drive.nmea"
}
