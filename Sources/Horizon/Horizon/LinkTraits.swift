public import Quantities
public import RoadMap
import Routing

/// The attributes of a link in a direction that prediction and messages need, read once.
@frozen
public struct LinkTraits: Sendable, Hashable {
    /// Its functional road class; `nil` if unknown.
    public var functionalRoadClass: FunctionalRoadClass?
    /// Its form of way; `nil` if unknown.
    public var formOfWay: FormOfWay?
    /// Whether cars may only drive here with a reason.
    public var isRestricted = false
    /// Whether cars may drive it in one direction only.
    public var isOneWay = false
    /// The number of lanes in this direction; `nil` if unknown.
    public var lanes: UInt8?
    /// The general speed limit in km/h; `nil` if it is unknown or no number.
    public var speedLimit: Float?
    /// The average speed of cars in this direction, km/h; `nil` if unknown.
    public var averageSpeed: Float?
    /// Whether the map has counts of the exits at its end.
    public var hasExitCounts = false
    /// The hash of its name (FNV-1a, 64 bits); `nil` if it has none or that is unknown.
    public var name: UInt64?
    /// The hash of its number, of several the first one; `nil` if it has none or that is unknown.
    public var number: UInt64?

    /// All values are unknown.
    @inlinable
    public init() {}

    /// Whether it is part of a roundabout.
    @inlinable
    public var isRoundabout: Bool { formOfWay == .roundabout }

    /// Whether it is a ramp.
    @inlinable
    public var isRamp: Bool { formOfWay == .ramp || formOfWay == .controlledAccessRamp }
}

extension LinkTraits {
    /// Its expected speed: the average speed of cars, or else the limit, or else the usual speed on roads of its class.
    public var expectedSpeed: MetresPerSecond {
        if let averageSpeed {
            return MetresPerSecond(kilometresPerHour: Double(max(averageSpeed, 5)))
        }
        if let speedLimit { return MetresPerSecond(kilometresPerHour: Double(max(speedLimit, 5))) }
        return TravelCost.usualSpeed(ofClass: functionalRoadClass.map { Int($0.rank) } ?? 5)
    }
}

extension LinkTraits {
    /// The attributes of a link in the map. Of values for parts of it, the last one counts.
    init(of link: Link, _ direction: Direction, on map: RoadMap) throws(MapError) {
        self.init()
        isOneWay = link.directions != .both
        var traits = self
        try map.forEachAttribute(of: link) { (attribute) throws(MapError) in
            guard attribute.directions.contains(direction) else { return }
            switch attribute.kind {
            case .functionalRoadClass:
                traits.functionalRoadClass = FunctionalRoadClass(
                    rank: Int(min(attribute.value, 255))
                )
            case .formOfWay:
                traits.formOfWay = FormOfWay(
                    rawValue: UInt8(truncatingIfNeeded: min(attribute.value, 255))
                )
            case .restrictedAccess: traits.isRestricted = attribute.value == 1
            case .lanes: traits.lanes = UInt8(exactly: attribute.value)
            case .speedLimit: traits.speedLimit = Self.kilometresPerHour(attribute.value)
            case .averageSpeed:
                traits.averageSpeed =
                    Float(min(attribute.value, MapFormat.highestAverageSpeed)) / 2
            case .exitCount: traits.hasExitCounts = true
            case .name: traits.name = try Self.hash(of: attribute, of: link, on: map)
            case .reference:
                traits.number = try Self.hash(of: attribute, of: link, on: map, upTo: ";")
            default: break
            }
        }
        self = traits
    }

    private static func kilometresPerHour(_ value: UInt64) -> Float? {
        switch SpeedLimit(attributeValue: value) {
        case .limited(let number, .kilometresPerHour): Float(number)
        case .limited(let number, .milesPerHour): Float(number) * 1.609344
        case .unlimited, .walkingPace, .variable, nil: nil
        }
    }

    /// The bytes of a text that count as one attribute, as many as most names have, and the number of further
    /// bytes that are read in a step of work (``/RoadMap/RoadMap/maximumSteps``).
    private static let bytesOfAttribute = 32
    private static let bytesInStep = 16

    /// The hash of a text, up to a character.
    private static func hash(
        of attribute: Attribute, of link: Link, on map: RoadMap, upTo end: Unicode.Scalar? = nil
    ) throws(MapError) -> UInt64 {
        let (hash, count) = try map.withText(attribute, of: link) { text in
            let part = end.map { end in text.prefix { $0 != UInt8(ascii: end) } } ?? text
            return (Self.hash(part), text.count)
        }
        try map.charge(max(count - bytesOfAttribute, 0) / bytesInStep)
        return hash
    }

    /// Fowler, Noll and Vo's hash FNV-1a of 64 bits (RFC 9923).
    private static func hash(_ text: ArraySlice<UInt8>) -> UInt64 {
        text.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
