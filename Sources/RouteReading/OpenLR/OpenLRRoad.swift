import Geodesy
import Quantities
import RoadMap

/// What OpenLR says of a road, as the map has it.
struct OpenLRRoad {
    /// 0...7; classes of the map are 1...6. Unknown is the least important.
    private(set) var roadClass: UInt8 = 7
    /// 1...7; 0 where it is not known.
    private(set) var formOfWay: UInt8 = 0

    /// What the map says of most of a link.
    init(_ link: Link, on map: RoadMap) throws(MapError) {
        var rank: UInt8?
        var form: UInt8 = 0
        try map.forEachAttribute(of: link) { (attribute) throws(MapError) in
            if attribute.kind == .functionalRoadClass, let found = UInt8(exactly: attribute.value) {
                rank = min(max(found, 1), 6) - 1
            } else if attribute.kind == .formOfWay,
                let found = UInt8(exactly: attribute.value).flatMap(FormOfWay.init(rawValue:))
            {
                form = Self.code(found)
            }
        }
        roadClass = rank ?? 7
        formOfWay = form
    }

    private static func code(_ form: FormOfWay) -> UInt8 {
        switch form {
        case .controlledAccess: 1
        case .multipleCarriageway: 2
        case .singleCarriageway: 3
        case .roundabout: 4
        case .trafficSquare: 5
        case .controlledAccessRamp, .ramp: 6
        case .parallelRoad, .serviceRoad, .carParkAccess, .serviceAccess, .pedestrianZone: 7
        }
    }

    /// What differs from a point's, counted as metres. Maps class roads each in their own way.
    func difference(from point: OpenLRPoint) -> Double {
        let classes = 5 * abs(Double(roadClass) - Double(point.roadClass))
        guard formOfWay > 0, point.formOfWay > 0 else { return classes }
        return classes + (formOfWay == point.formOfWay ? 0 : 15)
    }

    /// The bearing of the line from a place on a link to one 20 m on in driving direction, or back along
    /// it, held at the link's ends; degrees.
    static func bearing(
        of shape: Shape, _ direction: Direction, at offset: Double, isBack: Bool
    ) -> Double {
        let length = shape.length.value
        let span = 20.0
        // Where the link ends within that, the last of it tells.
        let from = isBack ? max(offset, min(span, length)) : min(offset, max(length - span, 0))
        let to = isBack ? max(from - span, 0) : min(from + span, length)
        func place(_ along: Double) -> Coordinate {
            shape.place(at: Metres(direction == .forward ? along : length - along))
        }
        return LocalFrame(around: place(from)).project(place(to)).bearing.normalized.value
    }
}
