/// The reason why a way of the input is not in the map.
public enum DroppedWay: String, CaseIterable, Sendable {
    /// A footway, cycleway, path, steps … or a pedestrian zone without a tag that admits cars.
    case notForCars = "not-for-cars"
    /// A track that is neither paved nor tagged as open to cars.
    case track = "tracks"
    /// A road that is being built or only planned.
    case notBuilt = "not-built"
    /// A road that `access` or a more specific key closes to cars.
    case closed = "closed-to-cars"
    /// A road that only buses or taxis may drive.
    case publicTransport = "public-transport-only"
    /// An access for emergency vehicles.
    case emergency = "emergency-access"
    /// A square or another area without a line to drive along.
    case area = "areas"
    /// A ferry without a tag that admits cars.
    case ferry = "ferries"
    /// A way without two different nodes.
    case noLine = "fewer-than-two-nodes"
    /// A way that another file, or the same file before, has too.
    case duplicate = "duplicates"
    /// A way without two consecutive nodes in the input.
    case missingNodes = "nodes-missing"

    private static let numbers = Dictionary(
        uniqueKeysWithValues: zip(allCases, allCases.indices))

    /// Its place among all.
    var number: Int { Self.numbers[self, default: 0] }
}
