/// One lane, PROFILE LONG type 10. No public source gives the codes: **these are this project's own**,
/// and the type is off unless it is asked for.
public struct ExtendedLane: Sendable, Hashable, PackedLongValue {
    /// Where the lane may lead to.
    public struct Directions: OptionSet, Sendable, Hashable {
        /// The bits on the wire.
        public let rawValue: UInt8

        /// A choice by its bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Straight on.
        public static let straight = Self(rawValue: 1)
        /// Half left.
        public static let slightLeft = Self(rawValue: 2)
        /// Left.
        public static let left = Self(rawValue: 4)
        /// Sharp left.
        public static let sharpLeft = Self(rawValue: 8)
        /// Half right.
        public static let slightRight = Self(rawValue: 16)
        /// Right.
        public static let right = Self(rawValue: 32)
        /// Sharp right.
        public static let sharpRight = Self(rawValue: 64)
        /// Back.
        public static let uTurn = Self(rawValue: 128)
    }

    /// The use of a lane.
    public enum Use: UInt8, Sendable, Hashable, CaseIterable {
        /// Not known.
        case unknown
        /// All traffic.
        case driving
        /// Driving up to speed.
        case entry
        /// Leaving the road.
        case exit
        /// Buses.
        case bus
        /// Cars with several people.
        case highOccupancy
        /// Bicycles.
        case bicycle
        /// Parked cars.
        case parking
        /// Emergencies.
        case emergency
    }

    /// The line at a lane's side.
    public enum Marking: UInt8, Sendable, Hashable, CaseIterable {
        /// Not known.
        case unknown
        /// No line.
        case none
        /// A solid line.
        case solid
        /// A dashed line.
        case dashed
        /// Two solid lines.
        case doubleSolid
        /// A solid and a dashed line.
        case solidAndDashed
        /// A kerb.
        case kerb
        /// Something else.
        case other
    }

    /// The lane's number from the left in driving direction, 1...15; 0 not known.
    public var lane: UInt32
    /// The number of lanes, 1...15; 0 not known.
    public var lanes: UInt32
    /// Where it leads to; none is not known.
    public var directions: Directions = []
    /// The use of the lane.
    public var use = Use.unknown
    /// The line at its left.
    public var leftMarking = Marking.unknown
    /// The line at its right.
    public var rightMarking = Marking.unknown

    /// A lane of several.
    public init(lane: UInt32, of lanes: UInt32) {
        self.lane = lane
        self.lanes = lanes
    }

    static let parts = [
        ValuePart("lane", 4, remark: "counted from the left in driving direction; 0 not known"),
        ValuePart("lanes", 4, remark: "0 not known, or where the lane ends"),
        ValuePart("directions", 8, .flags(directionNames)),
        ValuePart("use", 4, .names(useNames)),
        ValuePart("leftMarking", 3, .names(markingNames)),
        ValuePart("rightMarking", 3, .names(markingNames)), ValuePart("reserved", 6, .reserved),
    ]

    private static var directionNames: [String] {
        ValuePart.list(
            "straight slight-left left sharp-left slight-right right sharp-right u-turn"
        )
    }

    private static var useNames: [String] {
        ValuePart.list(
            "unknown driving entry exit bus high-occupancy bicycle parking emergency"
        )
    }

    private static var markingNames: [String] {
        ValuePart.list(
            "unknown none solid dashed double-solid solid-and-dashed kerb other"
        )
    }

    var numbers: PackedNumbers {
        [
            lane, lanes, UInt32(directions.rawValue), UInt32(use.rawValue),
            UInt32(leftMarking.rawValue), UInt32(rightMarking.rawValue), 0,
        ]
    }

    init(numbers: [UInt32]) {
        self.init(lane: numbers[0], of: numbers[1])
        directions = Directions(rawValue: UInt8(truncatingIfNeeded: numbers[2]))
        use = Use(rawValue: UInt8(truncatingIfNeeded: numbers[3])) ?? .unknown
        // Three bits, eight markings.
        leftMarking = Marking.allCases[Int(numbers[4] & 7)]
        rightMarking = Marking.allCases[Int(numbers[5] & 7)]
    }
}
