/// What a viewer shows along paths: as ribbons on the map and as profiles over the distance. Names and units are those
/// of the scene's first record.
public enum SceneAttribute: String, Sendable, Hashable, CaseIterable {
    /// The speed limit in force, in the unit of the map's country.
    case speedLimit
    /// 1/m, positive to the right.
    case curvature
    /// Per cent, positive uphill.
    case slope
    /// Metres above sea level.
    case altitude
    /// The number of lanes in the driving direction.
    case lanes
    /// 1 is the most important class, 6 the least.
    case functionalRoadClass
    /// The form of way, by its name.
    case formOfWay
    /// m/s.
    case averageSpeed
    /// `yes` or `no`.
    case tunnel
    /// `yes` or `no`.
    case bridge
    /// `yes` or `no`.
    case builtUpArea

    /// The course of a value between two points.
    public enum Course: String, Sendable {
        /// The value holds from a point on.
        case steps
        /// The value runs straight to the next point.
        case line
    }

    /// The name for people.
    public var title: String {
        switch self {
        case .speedLimit: "Speed limit"
        case .curvature: "Curvature"
        case .slope: "Slope"
        case .altitude: "Altitude"
        case .lanes: "Lanes"
        case .functionalRoadClass: "Functional road class"
        case .formOfWay: "Form of way"
        case .averageSpeed: "Average speed"
        case .tunnel: "Tunnel"
        case .bridge: "Bridge"
        case .builtUpArea: "Built-up area"
        }
    }

    /// The unit of its numbers; empty where they have none. Speed limits have the unit of the scene.
    public var unit: String {
        switch self {
        case .curvature: "1/m"
        case .slope: "%"
        case .altitude: "m"
        case .averageSpeed: "m/s"
        default: ""
        }
    }

    /// The course of its values.
    public var course: Course {
        switch self {
        case .curvature, .slope, .altitude: .line
        default: .steps
        }
    }

    /// The decimals that a scene has of its numbers: finer than any wire resolution of the value.
    var places: Int {
        switch self {
        case .curvature: 6
        case .slope, .averageSpeed: 2
        case .altitude: 2
        default: 0
        }
    }
}
