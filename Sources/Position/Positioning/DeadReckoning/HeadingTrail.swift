/// The headings of the car along the distance that it drove last, by its yaw rate: a sample every
/// `step` metres. It knows nothing of roads.
public struct HeadingTrail: Sendable {
    /// One sample.
    struct Sample: Sendable {
        /// Metres driven since some beginning.
        var distance: Double
        /// Degrees clockwise against some direction.
        var heading: Double
    }

    static let step = 3.0
    private static let capacity = 48
    /// The longest distance that it holds, metres.
    public static var length: Double { step * Double(capacity) }

    private var samples: [Sample] = []
    private var next = 0

    init() { samples.reserveCapacity(Self.capacity) }

    /// The distance that it holds now, metres.
    public var span: Double {
        guard let newest = sample(back: 0), let oldest = sample(back: samples.count - 1) else {
            return 0
        }
        return newest.distance - oldest.distance
    }

    var count: Int { samples.count }

    /// A sample, the newest one at 0.
    func sample(back: Int) -> Sample? {
        guard back < samples.count else { return nil }
        return samples[(next - 1 - back + 2 * Self.capacity) % Self.capacity]
    }

    /// Takes in the present distance and heading of the car.
    mutating func note(_ sample: Sample) {
        if let last = self.sample(back: 0) {
            // A car that drives backwards does not follow its road.
            if sample.distance < last.distance - Self.step { return removeAll() }
            guard sample.distance - last.distance >= Self.step else { return }
        }
        if samples.count < Self.capacity {
            samples.append(sample)
        } else {
            samples[next] = sample
        }
        next = (next + 1) % Self.capacity
    }

    mutating func removeAll() {
        samples.removeAll(keepingCapacity: true)
        next = 0
    }
}
