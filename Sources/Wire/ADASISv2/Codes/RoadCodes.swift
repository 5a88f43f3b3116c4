/// How important a road is in the network: 1 most ... 6 least. Confidence A.
///
/// 0 unknown · 7 not available.
@frozen
public struct FunctionalRoadClassCode: FieldCode {
    /// The width of the field in bits.
    public static var width: Int { 3 }

    /// The number on the wire, 0...7.
    public let raw: UInt8

    /// The code of a raw number. Bits above the field's width are dropped.
    public init(raw: UInt8) { self.raw = raw & Self.mask }

    /// 0: unknown.
    public static var unknown: Self { Self(raw: 0) }
    /// 7: not available.
    public static var notAvailable: Self { Self(raw: 7) }

    /// The code of a class 1...6; `nil` and other numbers are unknown.
    public init(_ roadClass: Int?) {
        guard let roadClass, (1...6).contains(roadClass) else {
            self = .unknown
            return
        }
        raw = UInt8(roadClass)
    }

    /// The class, 1...6.
    public var reading: Reading<Int> {
        switch self {
        case .unknown: .unknown
        case .notAvailable: .notAvailable
        default: .known(Int(raw))
        }
    }
}

/// The form of way of a road. Confidence A; 6 and 7 are not used.
@frozen
public struct FormOfWayCode: FieldCode {
    /// The width of the field in bits.
    public static var width: Int { 4 }

    /// The number on the wire, 0...15.
    public let raw: UInt8

    /// The code of a raw number. Bits above the field's width are dropped.
    public init(raw: UInt8) { self.raw = raw & Self.mask }

    /// 0: unknown.
    public static var unknown: Self { Self(raw: 0) }
    /// 1: a road with controlled access (a motorway), not its ramps.
    public static var controlledAccess: Self { Self(raw: 1) }
    /// 2: several carriageways.
    public static var multipleCarriageway: Self { Self(raw: 2) }
    /// 3: a single carriageway.
    public static var singleCarriageway: Self { Self(raw: 3) }
    /// 4: a roundabout.
    public static var roundabout: Self { Self(raw: 4) }
    /// 5: a traffic square.
    public static var trafficSquare: Self { Self(raw: 5) }
    /// 8: a parallel road.
    public static var parallelRoad: Self { Self(raw: 8) }
    /// 9: a ramp on a road with controlled access.
    public static var controlledAccessRamp: Self { Self(raw: 9) }
    /// 10: a ramp elsewhere.
    public static var ramp: Self { Self(raw: 10) }
    /// 11: a service or frontage road.
    public static var serviceRoad: Self { Self(raw: 11) }
    /// 12: the entry to or exit from a car park.
    public static var carParkAccess: Self { Self(raw: 12) }
    /// 13: the entry to or exit from a service.
    public static var serviceAccess: Self { Self(raw: 13) }
    /// 14: a pedestrian zone.
    public static var pedestrianZone: Self { Self(raw: 14) }
    /// 15: not available.
    public static var notAvailable: Self { Self(raw: 15) }
}

/// The number of lanes in driving direction. Confidence A.
///
/// 0 a one-way road against its direction · 1...5 · 6 six or more · 7 not available.
@frozen
public struct DrivingLanesCode: FieldCode {
    /// The width of the field in bits.
    public static var width: Int { 3 }

    /// The number on the wire, 0...7.
    public let raw: UInt8

    /// The code of a raw number. Bits above the field's width are dropped.
    public init(raw: UInt8) { self.raw = raw & Self.mask }

    /// 0: the road is one-way, against this direction.
    public static var againstOneWay: Self { Self(raw: 0) }
    /// 7: not available. The field has no code for unknown.
    public static var notAvailable: Self { Self(raw: 7) }

    /// The code of a number of lanes, saturating; `nil` and negative numbers are not available.
    public init(_ lanes: Int?) {
        guard let lanes, lanes >= 0 else {
            self = .notAvailable
            return
        }
        raw = UInt8(min(lanes, 6))
    }

    /// The number of lanes.
    public var reading: Reading<Int> {
        switch raw {
        case 7: .notAvailable
        case 6: .atLeast(6)
        default: .known(Int(raw))
        }
    }
}

/// The number of lanes in the opposite direction. Confidence A.
///
/// 0 a one-way road · 1 · 2 two or more · 3 not available.
@frozen
public struct OppositeLanesCode: FieldCode {
    /// The width of the field in bits.
    public static var width: Int { 2 }

    /// The number on the wire, 0...3.
    public let raw: UInt8

    /// The code of a raw number. Bits above the field's width are dropped.
    public init(raw: UInt8) { self.raw = raw & Self.mask }

    /// 0: the road is one-way.
    public static var oneWay: Self { Self(raw: 0) }
    /// 3: not available. The field has no code for unknown.
    public static var notAvailable: Self { Self(raw: 3) }

    /// The code of a number of lanes, saturating; `nil` and negative numbers are not available.
    public init(_ lanes: Int?) {
        guard let lanes, lanes >= 0 else {
            self = .notAvailable
            return
        }
        raw = UInt8(min(lanes, 2))
    }

    /// The number of lanes.
    public var reading: Reading<Int> {
        switch raw {
        case 3: .notAvailable
        case 2: .atLeast(2)
        default: .known(Int(raw))
        }
    }
}

/// The right of way at a branch point (STUB). Confidence B: the meaning differs between versions.
@frozen
public struct RightOfWayCode: FieldCode {
    /// The width of the field in bits.
    public static var width: Int { 2 }

    /// The number on the wire, 0...3.
    public let raw: UInt8

    /// The code of a raw number. Bits above the field's width are dropped.
    public init(raw: UInt8) { self.raw = raw & Self.mask }

    /// 0: who drives towards the stub has priority.
    public static var priority: Self { Self(raw: 0) }
    /// 1: who drives towards the stub may have to yield.
    public static var mayHaveToYield: Self { Self(raw: 1) }
    /// 2: unknown.
    public static var unknown: Self { Self(raw: 2) }
    /// 3: not available.
    public static var notAvailable: Self { Self(raw: 3) }
}
