import Quantities
import RoadMap

/// The attributes of a link that matching needs, read once.
struct NearbyRoadTraits {
    /// Whether a part of the link is known to lie in a tunnel.
    private(set) var hasTunnel = false
    /// Whether a part of the link is known to lie on a layer above or below the ground.
    private(set) var hasLayer = false
    /// Whether the link is a ferry line.
    private(set) var isFerry = false
    /// Whether the link is a parking aisle.
    private(set) var isCarPark = false
    /// The width relative to two lanes of a minor road; 1 if neither lanes nor class are known.
    private(set) var width = 1.0

    /// Reads the attributes of a link. Lanes on roads of the classes 1 to 3 are wider by the factor
    /// `wideLanes`. If the number of lanes changes along the link, the largest number counts.
    init(of link: Link, on map: RoadMap, _ wideLanes: Double) throws(MapError) {
        var traits = self
        var forward: UInt64 = 0
        var backward: UInt64 = 0
        var rank: UInt64?
        try map.forEachAttribute(of: link) { attribute in
            switch attribute.kind {
            case .tunnel: if attribute.value == 1 { traits.hasTunnel = true }
            case .layer: traits.hasLayer = true
            case .ferry: traits.isFerry = true
            case .formOfWay:
                if attribute.value == UInt64(FormOfWay.carParkAccess.rawValue) {
                    traits.isCarPark = true
                }
            case .functionalRoadClass: rank = attribute.value
            case .lanes:
                let lanes = min(attribute.value, Self.mostLanes)
                if attribute.directions.contains(.forward) { forward = max(forward, lanes) }
                if attribute.directions.contains(.backward) { backward = max(backward, lanes) }
            default: break
            }
        }
        traits.width = Self.lanes(link.directions, forward, backward) / 2
        if let rank, (1...3).contains(rank) { traits.width *= wideLanes }
        self = traits
    }

    /// The lanes of both directions; two if one number is unknown.
    private static func lanes(
        _ directions: DirectionSet, _ forward: UInt64, _ backward: UInt64
    ) -> Double {
        switch directions {
        case .forward: forward > 0 ? Double(forward) : usualLanes
        case .backward: backward > 0 ? Double(backward) : usualLanes
        default: forward > 0 && backward > 0 ? Double(forward + backward) : usualLanes
        }
    }

    private static let usualLanes = 2.0
    /// A larger number is an error of the map.
    private static let mostLanes: UInt64 = 10
}

extension RoadMap {
    /// The layer of a link at a distance along its line; 0 if the map has none. Of two roads at one
    /// place, the road with the larger layer lies above.
    func layer(_ link: Link, at along: Metres) throws(MapError) -> Int {
        var layer = 0
        try forEachAttribute(of: link) { attribute in
            guard attribute.kind == .layer, attribute.from.metres <= along,
                along <= attribute.to.metres
            else { return }
            // Zigzag: 0, -1, 1, -2, 2 …
            let number = Int(truncatingIfNeeded: min(attribute.value, 1000))
            layer = number & 1 == 0 ? number / 2 : -(number + 1) / 2
        }
        return layer
    }

    /// Whether a link is known to run through a tunnel at a distance along its line.
    func isTunnel(_ link: Link, at along: Metres) throws(MapError) -> Bool {
        var isTunnel = false
        try forEachAttribute(of: link) { attribute in
            guard attribute.kind == .tunnel, attribute.value == 1 else { return }
            if attribute.from.metres <= along, along <= attribute.to.metres { isTunnel = true }
        }
        return isTunnel
    }
}
