import Geodesy
import Quantities
import RandomNumbers
import RoadMap
import RoadMapWriter

// What is known of random roads: each kind of some roads only, and of those mostly of a stretch.
extension RandomRoads {
    /// Attributes of every kind that can be sent, at random; of one kind and direction no two at one
    /// place, for which of them would hold no map says.
    static func attributes(
        length: Centimetres, _ random: inout SplitMix64
    ) -> [Attribute] {
        var attributes: [Attribute] = []
        /// One value after the other along the road, with voids.
        func add(
            _ kind: AttributeKind, _ share: Double, directions: DirectionSet = .both,
            _ value: (inout SplitMix64) -> UInt64
        ) {
            guard Double.random(in: 0..<1, using: &random) < share else { return }
            for (from, to) in stretches(of: length, &random) {
                attributes.append(
                    Attribute(
                        kind, value(&random), directions: directions,
                        provenance: Provenance.allCases.randomElement(using: &random) ?? .tagged,
                        from: from, to: to))
            }
        }
        /// The same for both directions at once, or for each of them alone.
        func addDirected(
            _ kind: AttributeKind, _ share: Double, _ value: (inout SplitMix64) -> UInt64
        ) {
            if Bool.random(using: &random) {
                add(kind, share, value)
            } else {
                add(kind, share, directions: .forward, value)
                add(kind, share, directions: .backward, value)
            }
        }
        add(.functionalRoadClass, 0.9) { UInt64.random(in: 1...6, using: &$0) }
        // Roundabouts have an order of their own and no random form.
        let forms = FormOfWay.allCases.filter { $0 != .roundabout }
        add(.formOfWay, 0.6) { UInt64(forms.randomElement(using: &$0)?.rawValue ?? 3) }
        addDirected(.speedLimit, 0.7) { randomLimit(&$0).attributeValue }
        addDirected(.lanes, 0.6) { UInt64.random(in: 0...8, using: &$0) }
        for kind in [
            AttributeKind.tunnel, .bridge, .dividedRoad, .builtUpArea, .complexIntersection,
        ] {
            add(kind, 0.3) { UInt64.random(in: 0...1, using: &$0) }
        }
        add(.routeNumberClass, 0.4) { UInt64.random(in: 1...5, using: &$0) }
        add(.surface, 0.5) { UInt64(RoadSurface.allCases.randomElement(using: &$0)?.rawValue ?? 1) }
        addDirected(.vehicleAccess, 0.5) { random in
            // Where it is not known of some, the wire says nothing of the others either.
            let least: UInt64 = Int.random(in: 0..<4, using: &random) == 0 ? 0 : 1
            return (0..<9).reduce(0) {
                $0 | UInt64.random(in: least...3, using: &random) << (2 * $1)
            }
        }
        add(.restrictedAccess, 0.1) { _ in 1 }
        add(.priorityRoad, 0.3) { _ in 1 }
        attributes += particularLimits(length: length, &random)
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            let kind = RoadObjectKind.allCases.randomElement(using: &random) ?? .trafficLight
            let place = Centimetres(Int.random(in: 0...length.value, using: &random))
            let directions = DirectionSet(rawValue: UInt8.random(in: 1...3, using: &random))
            attributes.append(
                Attribute(
                    .roadObject, RoadObject(kind).attributeValue, directions: directions,
                    provenance: .tagged, from: place, to: place))
        }
        return attributes
    }

    /// Where each lane leads, for some roads.
    static func texts(_ random: inout SplitMix64) -> [NewText] {
        guard Int.random(in: 0..<3, using: &random) == 0 else { return [] }
        let words = [
            "through", "left", "right", "slight_left", "slight_right", "sharp_left", "sharp_right",
            "reverse", "none", "through;right", "left;through", "",
        ]
        return [DirectionSet.forward, .backward].map { direction in
            let lanes = (0..<Int.random(in: 1...5, using: &random)).map { _ in
                words.randomElement(using: &random) ?? ""
            }
            return NewText(.turnLanes, lanes.joined(separator: "|"), directions: direction)
        }
    }

    private static func particularLimits(
        length: Centimetres, _ random: inout SplitMix64
    ) -> [Attribute] {
        var attributes: [Attribute] = []
        for kind in [SpeedLimitKind.truck, .advisory, .variable, .bus, .trailer] {
            guard Int.random(in: 0..<4, using: &random) == 0 else { continue }
            for (from, to) in stretches(of: length, &random) {
                var rule = SpeedLimitRule(randomLimit(&random).limit, kind: kind)
                if kind == .variable { rule.limit = .variable }
                func add(_ kind: AttributeKind, _ value: UInt64) {
                    attributes.append(
                        Attribute(kind, value, provenance: .tagged, from: from, to: to))
                }
                add(.particularSpeedLimit, rule.attributeValue)
                guard Bool.random(using: &random) else { continue }
                var condition = Condition()
                condition.weightAbove = UInt16.random(in: 0...300, using: &random)
                if Int.random(in: 0..<3, using: &random) == 0 { condition.weather = .wet }
                if condition != Condition() { add(.condition, condition.attributeValue) }
            }
        }
        return attributes
    }

    private static func randomLimit(_ random: inout SplitMix64) -> SpeedLimitRule {
        let limit: SpeedLimit
        switch Int.random(in: 0..<12, using: &random) {
        case 0: limit = .unlimited
        case 1: limit = .walkingPace
        case 2: limit = .variable
        case 3: limit = .limited(UInt16.random(in: 1...20, using: &random) * 5, .milesPerHour)
        default:
            limit = .limited(UInt16.random(in: 1...40, using: &random) * 5, .kilometresPerHour)
        }
        return SpeedLimitRule(
            limit, source: SpeedLimitSource.allCases.randomElement(using: &random) ?? .unstated)
    }

    /// One to three stretches of a road, each with a gap before it or not.
    private static func stretches(
        of length: Centimetres, _ random: inout SplitMix64
    ) -> [(Centimetres, Centimetres)] {
        if Int.random(in: 0..<2, using: &random) == 0 { return [(.zero, length)] }
        let count = 2 * Int.random(in: 1...3, using: &random)
        var cuts = (0..<count).map { _ in Int.random(in: 0...length.value, using: &random) }
        if Bool.random(using: &random) { cuts[0] = 0 }
        if Bool.random(using: &random) { cuts[1] = length.value }
        cuts.sort()
        return stride(from: 0, to: count, by: 2).compactMap { number in
            let (from, to) = (Centimetres(cuts[number]), Centimetres(cuts[number + 1]))
            return from < to ? (from, to) : nil
        }
    }
}
