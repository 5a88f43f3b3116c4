"""The names of the codes of fields. Written from the tables of ADASISv2. Do not edit; to renew:
UPDATE_GOLDEN=1 swift test --filter HorizonClientTests
"""

#: By field, the names of its codes in their order; a code with a number has the number as text.
NAMES = {
    "position_probability": ("unknown", "3.3", "6.7", "10.0", "13.3", "16.7", "20.0", "23.3", "26.7", "30.0",
        "33.3", "36.7", "40.0", "43.3", "46.7", "50.0", "53.3", "56.7", "60.0", "63.3", "66.7", "70.0",
        "73.3", "76.7", "80.0", "83.3", "86.7", "90.0", "93.3", "96.7", "100.0", "n/a"),
    "position_confidence": ("0", "1", "2", "3", "4", "5", "6", "n/a"),
    "current_lane": ("unknown", "emergency", "single", "left-most", "right-most", "middle", "reserved",
        "n/a"),
    "functional_road_class": ("unknown", "1", "2", "3", "4", "5", "6", "n/a"),
    "form_of_way": ("unknown", "controlled-access", "multiple-carriageway", "single-carriageway",
        "roundabout", "traffic-square", "reserved", "reserved", "parallel-road", "controlled-access-ramp",
        "ramp", "service-road", "car-park-access", "service-access", "pedestrian-zone", "n/a"),
    "effective_speed_limit": ("unknown", "5", "7", "10", "15", "20", "25", "30", "35", "40", "45", "50", "55",
        "60", "65", "70", "75", "80", "85", "90", "95", "100", "105", "110", "115", "120", "130", "140",
        "150", ">150", "unlimited", "n/a"),
    "effective_speed_limit_type": ("implicit", "sign", "night", "day", "time-of-day", "rain", "snow",
        "unknown"),
    "lanes_driving_direction": ("0", "1", "2", "3", "4", "5", ">=6", "n/a"),
    "lanes_opposite_direction": ("0", "1", ">=2", "n/a"),
    "tunnel": ("no", "yes", "unknown", "n/a"),
    "bridge": ("no", "yes", "unknown", "n/a"),
    "divided_road": ("no", "yes", "unknown", "n/a"),
    "built_up_area": ("no", "yes", "unknown", "n/a"),
    "complex_intersection": ("no", "yes", "unknown", "n/a"),
    "relative_probability": ("unknown", "3.3", "6.7", "10.0", "13.3", "16.7", "20.0", "23.3", "26.7", "30.0",
        "33.3", "36.7", "40.0", "43.3", "46.7", "50.0", "53.3", "56.7", "60.0", "63.3", "66.7", "70.0",
        "73.3", "76.7", "80.0", "83.3", "86.7", "90.0", "93.3", "96.7", "100.0", "n/a"),
    "part_of_calculated_route": ("no", "yes", "unknown", "n/a"),
    "right_of_way": ("priority", "may-have-to-yield", "unknown", "n/a"),
    "accuracy": ("highest", "medium", "lowest", "unknown"),
    "map_provider": ("unknown", "HERE", "TomTom", "Zenrin", "IPC", "NavInfo", "other", "n/a"),
}
