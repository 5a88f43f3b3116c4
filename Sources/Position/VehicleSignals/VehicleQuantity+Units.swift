extension VehicleQuantity {
    /// A unit: its name, its other spellings, and its value in m/s, clockwise degrees per second,
    /// or m.
    private struct Unit {
        let name: String
        let spellings: [String]
        let factor: Double
    }

    /// Rates of turn count to the left, as ISO 8855 has them.
    private var units: [Unit] {
        switch self {
        case .speed:
            [
                Unit(
                    name: "km/h",
                    spellings: ["kmh", "kph", "km/hr", "kmph", "kilometerperhour"],
                    factor: 1 / 3.6),
                Unit(
                    name: "m/s",
                    spellings: ["mps", "m/sec", "meterpersecond", "meterpersecon"], factor: 1),
                // The international mile is 1609.344 m.
                Unit(name: "mph", spellings: ["mi/h", "mileperhour"], factor: 1609.344 / 3600),
            ]
        case .yawRate:
            [
                Unit(
                    name: "rad/s",
                    spellings: ["rad/sec", "rps", "radiantpersecond", "radiantpersecon"],
                    factor: -180 / Double.pi),
                // A degree sign in another encoding than UTF-8 is no character at all.
                Unit(
                    name: "deg/s",
                    spellings: [
                        "\u{B0}/s", "\u{FFFD}/s", "degree/s", "degrees/s", "deg/sec",
                        "\u{B0}/sec", "\u{FFFD}/sec", "dps", "degreeofarcpersecond",
                        "degreofarcpersecon",
                    ], factor: -1),
            ]
        case .odometer:
            [
                Unit(name: "m", spellings: ["meter", "metre", "meters", "metres"], factor: 1),
                Unit(name: "km", spellings: ["kilometer", "kilometre"], factor: 1000),
                Unit(name: "mi", spellings: ["mile", "miles"], factor: 1609.344),
            ]
        }
    }

    /// The factor from that unit; `nil` where the unit is unknown.
    func factor(ofUnit text: String) -> Double? {
        var unit = text.lowercased().filter { $0 != " " }
        // Volkswagen's files have `Unit_KiloMeterPerHour` and the like, with letters missing.
        if unit.hasPrefix("unit_") { unit.removeFirst(5) }
        return units.first { $0.name == unit || $0.spellings.contains(unit) }?.factor
    }

    /// Whether a unit is one of it.
    public func knows(unit: String) -> Bool { factor(ofUnit: unit) != nil }

    /// The units that are known.
    public var unitNames: String { units.map(\.name).joined(separator: ", ") }

    /// Its name in a sentence.
    var words: String {
        switch self {
        case .speed: "a speed"
        case .yawRate: "a yaw rate"
        case .odometer: "an odometer"
        }
    }
}
