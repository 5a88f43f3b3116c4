import Engine
import MapMatching
import Quantities

extension SettingTable {
    /// Settings of the matcher, in the order of ``MatchingParameters``, which says more of each.
    static let matching: [Setting] = [
        .number(
            "matching.search_deviations", 0.1...100, unit: "",
            "Roads further from a fix than so many standard deviations are no candidates",
            \.engine.matching.searchDeviations),
        .number(
            "matching.minimum_search_radius_m", 0...1000, unit: "m",
            "Roads within this distance are always candidates",
            \.engine.matching.minimumSearchRadius.value),
        .number(
            "matching.maximum_search_radius_m", 1...10_000, unit: "m",
            "Roads beyond this distance never are",
            \.engine.matching.maximumSearchRadius.value),
        .count(
            "matching.maximum_candidates", 1...1000,
            "The most candidates of a fix, each direction of a road by itself",
            \.engine.matching.maximumCandidates),
        .number(
            "matching.default_accuracy_m", 0.1...1000, unit: "m",
            "The standard deviation of a fix that does not say its own",
            \.engine.matching.defaultAccuracy.value),
        .number(
            "matching.best_accuracy_m", 0.1...1000, unit: "m",
            "No fix is believed to be better than this",
            \.engine.matching.bestAccuracy.value),
        .number(
            "matching.worst_accuracy_m", 0.1...100_000, unit: "m",
            "A fix that claims to be worse than this is passed over",
            \.engine.matching.worstAccuracy.value),
        .number(
            "matching.lane_deviation_m", 0...100, unit: "m",
            "How far the car drives from the line of a road of two lanes; of others by their number",
            \.engine.matching.laneDeviation.value),
        .number(
            "matching.main_road_lane_factor", 0.1...10, unit: "",
            "So much wider are lanes on roads of the classes 1 to 3",
            \.engine.matching.mainRoadLaneFactor),
        .number(
            "matching.huber_deviations", 0.1...100, unit: "",
            "Beyond so many deviations the distance counts linearly",
            \.engine.matching.huberDeviations),
        .number(
            "matching.independent_distance_m", 0.1...1000, unit: "m",
            "The distance from a road counts in full after the car has moved this far",
            \.engine.matching.independentDistance.value),
        .number(
            "matching.independent_heading_distance_m", 0.1...1000, unit: "m",
            "Heading, and being off the road, count in full after this far",
            \.engine.matching.independentHeadingDistance.value),
        .number(
            "matching.error_time_s", 0.001...10_000, unit: "s",
            "What errors of fixes have in common falls to 1/e in so long",
            \.engine.matching.errorTime),
        .number(
            "matching.least_error_change_m", 0.01...100, unit: "m",
            "The error changes by so much from fix to fix",
            \.engine.matching.leastErrorChange.value),
        .number(
            "matching.error_jump_log", -100...0, unit: "",
            "The logarithm of the probability that the error becomes another one at once",
            \.engine.matching.errorJumpLog),
        .number(
            "matching.doubt_deviations", 0.1...1000, unit: "",
            "A fix so far beyond what the car can have driven waits for the next one",
            \.engine.matching.doubtDeviations),
        .number(
            "matching.start_noise_m", 0...100, unit: "m",
            "The noise that is believed before fixes show theirs",
            \.engine.matching.startNoise.value),
        .number(
            "matching.noise_span_s", 0.1...60, unit: "s",
            "Three fixes within this time show their noise",
            \.engine.matching.noiseSpan),
        .number(
            "matching.usual_acceleration_m_per_s2", 0...100, unit: "m/s²",
            "An acceleration up to this is none",
            \.engine.matching.usualAcceleration),
        .number(
            "matching.noise_memory", 0...1, unit: "",
            "The share by which three fixes change the noise that is believed",
            \.engine.matching.noiseMemory),
        .number(
            "matching.noise_jump_deviations", 0.1...1000, unit: "",
            "A fix that misses by more deviations of that noise jumped, and shows no more than that",
            \.engine.matching.noiseJumpDeviations),
        .number(
            "matching.standing_deviations", 0...100, unit: "",
            "A car that moves by fewer deviations stands",
            \.engine.matching.standingDeviations),
        .number(
            "matching.minimum_course_speed_m_per_s", 0...100, unit: "m/s",
            "Below this speed a receiver's course is noise",
            \.engine.matching.minimumCourseSpeed.value),
        .number(
            "matching.heading_deviation_deg", 0.1...180, unit: "°",
            "The standard deviation of the heading against the road, at speed",
            \.engine.matching.headingDeviation.value),
        .number(
            "matching.movement_deviation_deg", 0.1...180, unit: "°",
            "The same of the course between two fixes, where the receiver gives none",
            \.engine.matching.movementDeviation.value),
        .number(
            "matching.velocity_deviation_m_per_s", 0.01...100, unit: "m/s",
            "The standard deviation of a receiver's velocity across the course",
            \.engine.matching.velocityDeviation.value),
        .number(
            "matching.relative_deviation_m", 0.01...1000, unit: "m",
            "The standard deviation of one fix against the one before",
            \.engine.matching.relativeDeviation.value),
        .number(
            "matching.turn_per_second_deg", 0...180, unit: "°",
            "By how much roads turn between two fixes, for the course between them",
            \.engine.matching.turnPerSecond.value),
        .number(
            "matching.heading_outlier_share", 0...1, unit: "",
            "The share of headings that say nothing",
            \.engine.matching.headingOutlierShare),
        .number(
            "matching.tunnel_fix_log", -100...0, unit: "",
            "The logarithm of the share of fixes that receivers give in tunnels",
            \.engine.matching.tunnelFixLog),
        .number(
            "matching.start_below_log", -100...0, unit: "",
            "The logarithm of the probability of appearing on a road under another one, against that one",
            \.engine.matching.startBelowLog),
        .number(
            "matching.minimum_movement_m", 0...1000, unit: "m",
            "A fix nearer than this to the last one is passed over",
            \.engine.matching.minimumMovement.value),
        .number(
            "matching.standing_speed_m_per_s", 0...100, unit: "m/s",
            "A receiver that says less than this says that the car stands",
            \.engine.matching.standingSpeed.value),
        .number(
            "matching.standing_drift_m", 0...10_000, unit: "m",
            "It is believed as long as its place has not wandered this far",
            \.engine.matching.standingDrift.value),
        .number(
            "matching.transition_scale_m", 0.01...1000, unit: "m",
            "β of the way between fixes, for fixes at the same moment",
            \.engine.matching.transitionScale.value),
        .number(
            "matching.transition_scale_per_second_m_per_s", 0...1000, unit: "m/s",
            "What β grows by with each second between them",
            \.engine.matching.transitionScalePerSecond.value),
        .number(
            "matching.search_scales", 0.1...1000, unit: "",
            "Ways longer by so many β are not looked for",
            \.engine.matching.searchScales),
        .number(
            "matching.maximum_speed_m_per_s", 1...1000, unit: "m/s",
            "Roads are not driven faster than this",
            \.engine.matching.maximumSpeed.value),
        .number(
            "matching.dead_end_turn_log", -100...0, unit: "",
            "The logarithm of the probability of turning back where the road ends",
            \.engine.matching.deadEndTurnLog),
        .number(
            "matching.turn_log", -100...0, unit: "",
            "The logarithm of the probability of turning back anywhere else",
            \.engine.matching.turnLog),
        .number(
            "matching.forbidden_turn_log", -100...0, unit: "",
            "The logarithm of the probability of a turn that a restriction forbids",
            \.engine.matching.forbiddenTurnLog),
        .count(
            "matching.maximum_links_per_candidate", 1...1_000_000,
            "The most links that a search for ways passes for one candidate",
            \.engine.matching.maximumLinksPerCandidate),
        .count(
            "matching.maximum_links_per_fix", 1...1_000_000,
            "The most links that it passes for one fix",
            \.engine.matching.maximumLinksPerFix),
        .number(
            "matching.off_road_deviations", 0...100, unit: "",
            "A fix off the road is as likely as one on it at so many deviations",
            \.engine.matching.offRoadDeviations),
        .number(
            "matching.start_off_road_log", -100...0, unit: "",
            "The logarithm of the probability of starting off the road",
            \.engine.matching.startOffRoadLog),
        .number(
            "matching.leave_road_log", -100...0, unit: "",
            "The logarithm of the probability of leaving the roads, at a fix",
            \.engine.matching.leaveRoadLog),
        .number(
            "matching.return_to_road_log", -100...0, unit: "",
            "The logarithm of the probability of coming back",
            \.engine.matching.returnToRoadLog),
        .number(
            "matching.stay_off_road_log", -100...0, unit: "",
            "The logarithm of the probability of staying off the road",
            \.engine.matching.stayOffRoadLog),
        .number(
            "matching.leave_road_probability", 0...1, unit: "",
            "A car on a road is told off it where that is more probable",
            \.engine.matching.leaveRoadProbability),
        .number(
            "matching.return_to_road_probability", 0.000001...1, unit: "",
            "A car off the road is told on one where being off it is less probable",
            \.engine.matching.returnToRoadProbability),
        .number(
            "matching.ferry_distance_m", 0...10_000, unit: "m",
            "A car off the road this near a ferry's line is on board",
            \.engine.matching.ferryDistance.value),
        .number(
            "matching.car_park_distance_m", 0...10_000, unit: "m",
            "A car off the road this near a car park's aisle is in the car park",
            \.engine.matching.carParkDistance.value),
        .number(
            "matching.same_place_deviations", 0...100, unit: "",
            "Places along a road within so many deviations of the fix are one place",
            \.engine.matching.samePlaceDeviations),
        .number(
            "matching.sure_turn_probability", 0...1, unit: "",
            "A turn off the main path that is less probable waits for the next fix",
            \.engine.matching.sureTurnProbability),
        .seconds(
            "matching.maximum_gap_s", 0.1...86_400,
            "After this long without a fix the matcher starts again",
            \.engine.matching.maximumGap),
        .number(
            "matching.jump_distance_m", 0...1_000_000, unit: "m",
            "A fix this much further than the car can have driven is a jump",
            \.engine.matching.jumpDistance.value),
        .count(
            "matching.window", 1...100_000,
            "The most fixes between a fix and its decision",
            \.engine.matching.window),
    ]
}
