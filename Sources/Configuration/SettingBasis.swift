/// Where the defaults of matching, dead reckoning and intent come from, for their page.
///
/// `drives` are the 22 recorded drives of Kubička et al. 2015 (doi:10.1109/IVS.2015.7225734): the number was set
/// on all of them together, by `tools/score-drives` and `tools/measure-reckoning`.
enum SettingBasis {
    /// By the names of the settings: literature, the drives, or a convention of ours.
    static let all: [String: String] = [
        "intent.indicator_ratio":
            "three of four turns are signalled: Ponziani 2012 (doi:10.4271/2012-01-0261); that one in"
            + " forty drives straight on with the indicator on is our estimate",
        "intent.indicator_time_s": "traffic codes: 3 to 5 s",
        "intent.unsignalled_ratio": "Ponziani 2012, as `indicator_ratio`",
        "intent.wrong_lane_ratio": "our estimate",
        "intent.comfortable_deceleration_m_per_s2":
            "AASHTO 2018, A Policy on Geometric Design, 3.2.2: 3.4 m/s²",
        "intent.hardest_deceleration_m_per_s2": "convention: an emergency stop on a dry road",
        "intent.too_fast_ratio": "convention: the place, and so the way that is left, is not exact",
        "intent.lateral_acceleration_m_per_s2": "convention: more is seldom driven in towns",
        "intent.heading_deviation_deg": "convention: some 2.5 m along an arc of 10 m",
        "intent.switch_probability":
            "convention: more likely than all others together (`tools/measure-prediction`)",
        "matching.search_deviations": "convention: beyond 6 deviations no normal error lies",
        "matching.minimum_search_radius_m": "convention: within reach of a receiver between houses",
        "matching.maximum_search_radius_m": "convention: a bound on what a fix costs",
        "matching.maximum_candidates": "convention: a bound on what a fix costs",
        "matching.default_accuracy_m":
            "drives; Newson and Krumm 2009 (doi:10.1145/1653771.1653818) measured 4.07 m "
            + "with one receiver",
        "matching.best_accuracy_m": "convention: receivers are optimistic",
        "matching.worst_accuracy_m": "convention: as far as streets are apart",
        "matching.lane_deviation_m": "drives; half of two lanes of 3.0 m",
        "matching.main_road_lane_factor":
            "lanes of 3.6 m against 3.0 m: AASHTO 2018, A Policy on Geometric Design, 4.3",
        "matching.huber_deviations":
            "drives; Huber 1964 (doi:10.1214/aoms/1177703732) for the form",
        "matching.independent_distance_m": "drives",
        "matching.independent_heading_distance_m": "drives",
        "matching.error_time_s": "drives; Gelb 1974, Applied Optimal Estimation, 3.8 for the form",
        "matching.least_error_change_m": "drives",
        "matching.error_jump_log": "drives",
        "matching.doubt_deviations": "drives",
        "matching.start_noise_m": "convention: as `relative_deviation_m`",
        "matching.noise_span_s": "convention: longer spans show manoeuvres of the car",
        "matching.usual_acceleration_m_per_s2": "convention: more is seldom driven",
        "matching.noise_memory": "convention: some twenty fixes show it",
        "matching.noise_jump_deviations":
            "convention: one miss in 3000; Huber 1964 (doi:10.1214/aoms/1177703732) for the form",
        "matching.standing_deviations": "convention: three deviations",
        "matching.minimum_course_speed_m_per_s":
            "convention: four times `velocity_deviation_m_per_s`",
        "matching.heading_deviation_deg": "drives",
        "matching.movement_deviation_deg": "drives",
        "matching.velocity_deviation_m_per_s": "convention",
        "matching.relative_deviation_m": "drives",
        "matching.turn_per_second_deg": "drives",
        "matching.heading_outlier_share": "drives",
        "matching.tunnel_fix_log": "convention: no recorded drive tells",
        "matching.start_below_log": "convention: half as often; no recorded drive tells",
        "matching.minimum_movement_m": "drives",
        "matching.standing_speed_m_per_s": "convention: as `velocity_deviation_m_per_s`",
        "matching.standing_drift_m": "convention: three deviations of a fix",
        "matching.transition_scale_m": "drives; Newson and Krumm for the form",
        "matching.transition_scale_per_second_m_per_s": "drives",
        "matching.search_scales": "convention: a way less likely than e⁻¹⁶ does not count",
        "matching.maximum_speed_m_per_s": "convention: 250 km/h",
        "matching.dead_end_turn_log": "drives",
        "matching.turn_log": "drives",
        "matching.forbidden_turn_log":
            "convention: one in fifty, as of headings that say nothing; no recorded drive "
            + "tells",
        "matching.maximum_links_per_candidate": "convention: a bound on what a fix costs",
        "matching.maximum_links_per_fix": "convention: a bound on what a fix costs",
        "matching.off_road_deviations": "drives",
        "matching.start_off_road_log": "drives",
        "matching.leave_road_log": "drives",
        "matching.return_to_road_log": "drives",
        "matching.stay_off_road_log": "drives",
        "matching.leave_road_probability": "convention: the more probable of both",
        "matching.return_to_road_probability":
            "simulated yards and jumps; Wald 1945 (doi:10.1214/aoms/1177731118) for the form: one "
            + "return in a thousand is wrong",
        "matching.ferry_distance_m":
            "convention: lines of ferries are drawn roughly; no recorded drive tells",
        "matching.car_park_distance_m":
            "convention: a bay of 5 m and three deviations of a fix; no recorded drive "
            + "tells",
        "matching.same_place_deviations": "drives",
        "matching.sure_turn_probability": "drives: the table of `tools/measure-turns`",
        "matching.maximum_gap_s": "convention: a car may be anywhere by then",
        "matching.jump_distance_m": "convention: as `worst_accuracy_m`",
        "matching.window": "convention: a bound on memory",
        "reckoning.longest_error_m": "ADASIS v2: where POSITION's confidence ends",
        "reckoning.least_probability": "convention: one path of five",
        "reckoning.longest_hold_m": "convention",
        "reckoning.longest_correction_m": "drives",
        "reckoning.worst_speed_m_s": "convention",
        "reckoning.acceleration_deviation_m_s2": "drives",
        "reckoning.acceleration_time_s":
            "drives; Singer 1970 (doi:10.1109/TAES.1970.310128) for the form",
        "reckoning.speed_time_s": "drives",
        "reckoning.cruise_time_s": "drives",
        "reckoning.fix_deviation_m": "as `matching.default_accuracy_m`",
        "reckoning.best_fix_m": "as `matching.best_accuracy_m`",
        "reckoning.fix_error_time_s": "drives",
        "reckoning.line_variance_m2_m": "drives",
        "reckoning.fix_speed_deviation_m_s": "drives",
        "reckoning.signal_speed_deviation_m_s": "drives",
        "reckoning.scale_deviation":
            "convention: what is on the bus is better than speedometers, for which UN R39, "
            + "5.3 allows 10 % and 4 km/h",
        "reckoning.longest_scale_error": "UN R39, 5.3",
    ]
}
