import Geodesy
import Quantities
import RoadMap

/// The attributes of a road for OpenLR, from the map.
struct OpenLRRoad {
    /// The functional road class, 0...7; the classes of the map are 1...6. Unknown is the least important one.
    private(set) var roadClass: UInt8 = 7
    /// The form of way, 1...7; 0 for unknown.
    private(set) var formOfWay: UInt8 = 0

    /// Reads the attributes of a link. The last range of an attribute counts.
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

    /// The difference from the attributes of a point, counted as metres. Maps classify roads differently.
    func difference(from point: OpenLRPoint) -> Double {
        let classes = 5 * abs(Double(roadClass) - Double(point.roadClass))
        guard formOfWay > 0, point.formOfWay > 0 else { return classes }
        return classes + (formOfWay == point.formOfWay ? 0 : 15)
    }

    /// The bearing of the line from a place on a link to the place 20 m ahead, or 20 m back, within the link;
    /// degrees.
    static func bearing(
        of shape: Shape, _ direction: Direction, at offset: Double, isBack: Bool
    ) -> Double {
        let length = shape.length.value
        let span = 20.0
        // Near an end of the link, the last 20 m count.
        let from = isBack ? max(offset, min(span, length)) : min(offset, max(length - span, 0))
        let to = isBack ? max(from - span, 0) : min(from + span, length)
        func place(_ along: Double) -> Coordinate {
            shape.place(at: Metres(direction == .forward ? along : length - along))
        }
        return LocalFrame(around: place(from)).project(place(to)).bearing.normalized.value
    }
}
