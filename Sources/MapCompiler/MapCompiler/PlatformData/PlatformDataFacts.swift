import Geodesy
import PlatformDataExtension
import Quantities
import RoadMap
import RoadMapWriter

/// The attributes of a link of the Platform Data Extension as attributes of a map.
struct PlatformDataFacts {
    let link: PlatformDataLink
    let shape: Shape
    /// The directions in which cars may drive.
    let directions: DirectionSet

    private var length: Centimetres { shape.offset(at: shape.count - 1) }

    var attributes: [Attribute] {
        var found: [Attribute] = []
        func add(
            _ kind: AttributeKind,
            _ value: UInt64,
            _ provenance: Provenance = .tagged,
            _ holds: DirectionSet = .both
        ) {
            found.append(
                Attribute(
                    kind,
                    value,
                    directions: holds,
                    provenance: provenance,
                    from: .zero,
                    to: length
                )
            )
        }
        func add(_ kind: AttributeKind, _ flag: Bool?) {
            if let flag { add(kind, flag ? 1 : 0) }
        }
        let stated = link.attributes
        if let rank = stated.functionalClass { add(.functionalRoadClass, UInt64(rank)) }
        if let (form, provenance) = formOfWay { add(.formOfWay, UInt64(form.rawValue), provenance) }
        for limit in speedLimits {
            add(limit.kind, limit.value, limit.provenance, limit.holds)
            if limit.isConditional {
                add(.condition, Condition.unreadValue, limit.provenance, limit.holds)
            }
        }
        for (count, provenance, holds) in lanes { add(.lanes, UInt64(count), provenance, holds) }
        add(.tunnel, link.isTunnel)
        add(.bridge, link.isBridge)
        found += levels
        add(.dividedRoad, isDivided)
        add(.builtUpArea, stated.isUrban ?? link.adas?.isBuiltUp)
        add(.complexIntersection, stated.intersectionCategory.map { $0 != 0 })
        if let isPaved = stated.isPaved {
            add(.surface, UInt64((isPaved ? RoadSurface.paved : .unpaved).rawValue))
        }
        if let ferry { add(.ferry, 1, .tagged, ferry) }
        return found
    }

    /// Names; the display name first.
    var texts: [NewText] {
        var texts = link.name.map { [NewText(.name, $0)] } ?? []
        for name in link.names {
            if let language = name.language {
                texts.append(NewText(.nameInLanguage, "\(language)=\(name.text)"))
            }
        }
        return texts
    }

    /// The directions of a ferry, whose link is open to no car.
    private var ferry: DirectionSet? {
        guard link.attributes.isFerry == true else { return nil }
        return link.attributes.directions.map { DirectionSet($0) }
    }

    /// A road is ordinary if all flags are stated and none is set.
    private var formOfWay: (FormOfWay, Provenance)? {
        let stated = link.attributes
        switch (stated.isRamp, stated.hasControlledAccess) {
        case (true?, true?): return (.controlledAccessRamp, .tagged)
        case (true?, _): return (.ramp, .tagged)
        case (false?, true?): return (.controlledAccess, .tagged)
        case (nil, _), (_, nil): return nil
        case (false?, false?): break
        }
        if stated.isFrontage == true { return (.serviceRoad, .tagged) }
        switch isDivided {
        case true?: return (.multipleCarriageway, .tagged)
        case false?: return (.singleCarriageway, .derived)
        case nil: return nil
        }
    }

    private var isDivided: Bool? {
        switch (link.attributes.isMultiDigitized, link.attributes.hasDivider) {
        case (true?, _), (_, true?): true
        case (false?, false?), (false?, nil): false
        case (nil, _): nil
        }
    }

    /// Limits for all cars, for trucks, those of variable signs, and conditional ones. The coding
    /// of the condition columns is not public, so the map marks the condition as unknown.
    private var speedLimits: [StatedLimit] {
        var limits: [StatedLimit] = []
        for stated in link.speedLimits {
            guard let limit = SpeedLimit(stated) else { continue }
            let kind = SpeedLimitKind(stated.kind)
            let isConditional = stated.kind == .conditional
            let rule = SpeedLimitRule(
                limit,
                kind: kind,
                source: stated.isPosted == true ? .sign : .unstated
            )
            let found = StatedLimit(
                kind: kind == .general && !isConditional ? .speedLimit : .particularSpeedLimit,
                isConditional: isConditional,
                value: rule.attributeValue,
                provenance: stated.isPosted == false ? .derived : .tagged,
                holds: DirectionSet(stated.direction).intersection(directions)
            )
            if found.holds.isEmpty { continue }
            let same = limits.firstIndex {
                $0.value == found.value && $0.provenance == found.provenance
                    && $0.isConditional == isConditional
            }
            if let same {
                limits[same].holds.formUnion(found.holds)
            } else {
                limits.append(found)
            }
        }
        return limits
    }

    private struct StatedLimit {
        var kind: AttributeKind
        var isConditional: Bool
        var value: UInt64
        var provenance: Provenance
        var holds: DirectionSet
    }

    /// The lanes of each open direction. All lanes of a one-way road belong to its direction.
    private var lanes: [(count: Int, Provenance, DirectionSet)] {
        let stated = link.attributes
        let sides: [(Int?, DirectionSet)] = [
            (stated.lanesFromReference, .forward), (stated.lanesToReference, .backward),
        ]
        var counts: [(count: Int, Provenance, DirectionSet)] = []
        for (count, direction) in sides where directions.isSuperset(of: direction) {
            if let count, count > 0 {
                counts.append((count, .tagged, direction))
            } else if directions == direction, let all = stated.physicalLanes, all > 0 {
                counts.append((all, .derived, direction))
            }
        }
        return counts
    }

    /// The level of each point holds for half of the distance to its neighbours.
    private var levels: [Attribute] {
        guard link.levels.count == shape.count else { return [] }
        var found: [Attribute] = []
        for (index, level) in link.levels.enumerated() {
            let value = UInt64(level < 0 ? -2 * level - 1 : 2 * level)
            let end =
                index == shape.count - 1
                ? length
                : Centimetres(
                    (shape.offset(at: index).value + shape.offset(at: index + 1).value) / 2
                )
            if let last = found.last, last.value == value {
                found[found.count - 1].to = end
            } else {
                let from = found.last?.to ?? .zero
                found.append(Attribute(.layer, value, provenance: .tagged, from: from, to: end))
            }
        }
        return found
    }
}

extension DirectionSet {
    /// The reference node is where a link of the map starts.
    init(_ direction: TravelDirection) {
        switch direction {
        case .fromReference: self = .forward
        case .toReference: self = .backward
        case .both: self = .both
        }
    }
}

extension SpeedLimitKind {
    fileprivate init(_ kind: LinkSpeedLimit.Kind) {
        switch kind {
        case .general, .conditional: self = .general
        case .variable: self = .variable
        case .truck: self = .truck
        }
    }
}

extension SpeedLimit {
    /// A limit as on its sign; `nil` if no limit has that number.
    fileprivate init?(_ stated: LinkSpeedLimit) {
        guard let number = stated.signedNumber else {
            self = .unlimited
            return
        }
        guard (1...1000).contains(number) else { return nil }
        let isInMiles = stated.isInMiles == true
        self = .limited(UInt16(number), isInMiles ? .milesPerHour : .kilometresPerHour)
    }
}
