/// What was seen of the cars on a road in one direction. A pass is a drive over the whole link.
public struct RoadObservation: Sendable, Hashable {
    /// The speeds of an hour of the week.
    public struct Speeds: Sendable, Hashable {
        /// The passes with a mean speed in a band.
        public internal(set) var counts: [SpeedBand: UInt32] = [:]
        /// The cars.
        public internal(set) var cars = CarSet()
    }

    /// The exits at its end that were taken.
    public internal(set) var exits: [RoadID: PassCount] = [:]
    /// The speeds by hour of the week.
    public internal(set) var speeds: [HourOfWeek: Speeds] = [:]
    /// The speeds of hours with too few cars to be published alone.
    public internal(set) var otherSpeeds = Speeds()

    /// Nothing seen.
    public init() {}

    var isEmpty: Bool { exits.isEmpty && speeds.isEmpty && otherSpeeds.counts.isEmpty }

    /// The passes by speed, of all hours.
    public var allSpeeds: [SpeedBand: UInt32] {
        var all = otherSpeeds.counts
        for hour in speeds.values { all.add(hour.counts) }
        return all
    }

    /// Adds what others saw.
    mutating func merge(_ other: Self) {
        for (road, exit) in other.exits {
            exits[road, default: PassCount()].merge(exit)
        }
        for (hour, own) in other.speeds { speeds[hour, default: Speeds()].merge(own) }
        otherSpeeds.merge(other.otherSpeeds)
    }
}

extension RoadObservation.Speeds {
    mutating func merge(_ other: Self) {
        counts.add(other.counts)
        cars.formUnion(other.cars)
    }
}

extension [SpeedBand: UInt32] {
    mutating func add(_ other: Self) {
        for (band, count) in other { self[band] = (self[band] ?? 0).addingSaturated(count) }
    }
}

extension UInt32 {
    /// The sum, at most the largest number: so that the order of sums does not matter.
    func addingSaturated(_ other: Self) -> Self {
        let (sum, overflows) = addingReportingOverflow(other)
        return overflows ? .max : sum
    }
}
