import ADASISv2
import Horizon
import Quantities
import RoadMap

extension ItemBuilder {
    /// Adds the values of step profiles that differ from the ones before them.
    mutating func appendSteps(of link: PathLink, to path: inout WirePath) {
        for cut in segments.cuts {
            let steps = segments.steps(at: cut, of: link)
            let metres = wireMetres(link.start + cut)
            for profile in StepProfile.allCases where steps[profile] != path.lastSteps?[profile] {
                append(profile, steps[profile], at: metres, to: &path)
            }
            path.lastSteps = steps
        }
    }

    private func append(
        _ profile: StepProfile, _ raw: UInt32, at metres: Int, to path: inout WirePath
    ) {
        let short = ProfileValueCode(raw: UInt16(truncatingIfNeeded: raw))
        let long = LongValueCode(raw: raw)
        switch profile {
        case .routeNumberType: append(.routeNumberType, short, at: metres, to: &path)
        case .roadAccessibility: append(.roadAccessibility, short, at: metres, to: &path)
        case .roadCondition: append(.roadCondition, short, at: metres, to: &path)
        case .truckSpeedLimit: append(.truckSpeedLimit, long, at: metres, to: &path)
        case .speedLimit: append(.speedLimitAndRecommendedSpeed, long, at: metres, to: &path)
        }
    }

    /// Adds the signs beside a link. Their numbers on the wire are those of the map file's objects.
    mutating func appendSigns(of link: PathLink, to path: inout WirePath) {
        for sign in segments.signs {
            if sign.kind == .variableSpeedSign {
                // Beside the road or above it, no map says.
                append(
                    .variableSpeedSignPosition, ProfileValueCode(variableSpeedSignPosition: []),
                    at: wireMetres(link.start + sign.offset), to: &path)
                continue
            }
            let value = TrafficSign(signType: UInt32(sign.kind.rawValue), value: 0)
            append(
                .trafficSign, LongValueCode(trafficSign: value),
                at: wireMetres(link.start + sign.offset), to: &path)
        }
    }

    /// Adds the lanes of a link where they differ from those before them; lanes that end have no
    /// number of lanes any more.
    mutating func appendLanes(of link: PathLink, to path: inout WirePath) {
        let lanes = segments.lanes
        guard lanes != path.lastLanes else { return }
        let metres = wireMetres(link.start)
        for number in 1...max(lanes.count, path.lastLanes.count) {
            var lane = ExtendedLane(lane: UInt32(number), of: UInt32(lanes.count))
            if number <= lanes.count {
                lane.directions = lanes[number - 1]
            } else {
                lane.lanes = 0
            }
            append(
                .extendedLane, LongValueCode(extendedLane: lane), at: metres,
                series: Series(lane: number), to: &path)
        }
        path.lastLanes = lanes
    }
}

/// Where each lane of a link leads, from the left; none where it is not known.
struct LaneDirections: Equatable {
    private(set) var count = 0
    private var lanes = [15 of ExtendedLane.Directions](repeating: [])

    /// Not known.
    init() {}

    /// The lanes in a text such as `left|through;right`
    /// (https://wiki.openstreetmap.org/wiki/Key:turn), at most 15; words without a meaning here say
    /// nothing.
    init(_ text: ArraySlice<UInt8>) {
        var begin = text.startIndex
        var directions: ExtendedLane.Directions = []
        for place in text.startIndex...text.endIndex {
            let byte = place < text.endIndex ? text[place] : UInt8(ascii: "|")
            guard byte == UInt8(ascii: "|") || byte == UInt8(ascii: ";") else { continue }
            directions.insert(ExtendedLane.Directions(word: text[begin..<place]))
            begin = place + 1
            guard byte == UInt8(ascii: "|") else { continue }
            lanes[count] = directions
            count += 1
            directions = []
            if count == Series.mostLanes { return }
        }
    }

    subscript(_ number: Int) -> ExtendedLane.Directions { lanes[number] }

    static func == (left: Self, right: Self) -> Bool {
        left.count == right.count && (0..<left.count).allSatisfy { left[$0] == right[$0] }
    }
}

extension ExtendedLane.Directions {
    fileprivate init(word: ArraySlice<UInt8>) {
        func isWord(_ name: String) -> Bool { word.elementsEqual(name.utf8) }
        self = []
        if isWord("through") { self = .straight }
        if isWord("slight_left") { self = .slightLeft }
        if isWord("left") { self = .left }
        if isWord("sharp_left") { self = .sharpLeft }
        if isWord("slight_right") { self = .slightRight }
        if isWord("right") { self = .right }
        if isWord("sharp_right") { self = .sharpRight }
        if isWord("reverse") { self = .uTurn }
    }
}
