import RoadMap

/// How far ahead predicted paths are the driven ones, and how many exits of junctions were predicted right.
struct Foresight {
    /// The number of junctions that the car left by one of at least two legal exits, and of those where it took
    /// the predicted exit.
    private(set) var decisions = 0
    private(set) var right = 0
    /// The distance driven, m.
    private(set) var length = 0.0
    private var driven = [Double](repeating: 0, count: PredictionTrial.reaches.count)
    private var foreseen = [Double](repeating: 0, count: PredictionTrial.reaches.count)

    /// The share of decisions that followed the prediction.
    var top1: Double { decisions > 0 ? Double(right) / Double(decisions) : 0 }

    /// As ``PredictionTrial/share(of:)``, at the fixes.
    func share(of reach: Int) -> Double {
        driven[reach] > 0 ? foreseen[reach] / driven[reach] : 0
    }

    mutating func drive(_ length: Double) { self.length += length }

    mutating func decide(_ predicted: DirectedLink?, taken: DirectedLink) {
        decisions += 1
        if predicted == taken { right += 1 }
    }

    /// Counts how far the predicted path is the driven one, from an offset of the first step on.
    mutating func count(
        _ line: [DirectedLink], _ steps: ArraySlice<ReferenceRoutes.Step>, at offset: Double,
        left: Double
    ) {
        var same = -offset
        for (link, step) in zip(line, steps) {
            guard link == step.link else { break }
            same += step.length
        }
        for (index, reach) in PredictionTrial.reaches.enumerated() where left > reach {
            driven[index] += 1
            if same >= reach { foreseen[index] += 1 }
        }
    }
}
