import Geodesy
import Quantities

extension PlatformDataLink {
    /// A link of its rows; those of layers that are not known here are passed over. Where several
    /// tiles hold different rows of a layer that has one for each link, the first one counts.
    public init(_ joined: JoinedLink) throws(PlatformDataError) {
        id = joined.id
        func row(_ subject: String) -> TileRow? {
            joined.rows.first { $0.row.origin.layer.subject == subject }?.row
        }
        let geometry = row("ROAD_GEOM")
        let topology = row("LINK")
        if let line = geometry ?? topology { try readLine(line) }
        if let geometry {
            name = geometry["NAME"]
            names = geometry.names
            isBridge = try geometry.flag("BRIDGE")
            isTunnel = try geometry.flag("TUNNEL")
        }
        if let topology {
            referenceNode = try topology.integer("REF_NODE_ID")
            otherNode = try topology.integer("NONREF_NODE_ID")
            referenceNeighbours = try topology.passages("REF_NODE_NEIGHBOR_LINKS")
            otherNeighbours = try topology.passages("NONREF_NODE_NEIGHBOR_LINKS")
        }
        if let attribute = row("LINK_ATTRIBUTE") { attributes = try LinkAttributes(attribute) }
        if attributes.functionalClass == nil {
            attributes.functionalClass =
                joined.rows.compactMap { $0.row.origin.layer.functionalClass }.min()
        }
        if let row = row("ADAS_ATTRIB") { adas = try AdasAttributes(row) }
        if let row = row("BASIC_HEIGHT") { terrain = try TerrainHeights(row) }
        try readSpeedLimits(joined)
        for joined in joined.rows where joined.row.origin.layer.subject == "TRAFFIC_SIGN" {
            signs.append(try TrafficSign(joined))
        }
    }

    /// Whether several rows of a layer that has one for each link contradict each other.
    public static func isContradictory(_ joined: JoinedLink) -> Bool {
        let single: Set = ["ROAD_GEOM", "LINK", "LINK_ATTRIBUTE", "ADAS_ATTRIB", "BASIC_HEIGHT"]
        var last: String?
        for joined in joined.rows {
            let subject = joined.row.origin.layer.subject
            if subject == last, single.contains(subject) { return true }
            last = subject
        }
        return false
    }

    /// Points in units of 1e-5 degrees, and their levels.
    private mutating func readLine(_ row: TileRow) throws(PlatformDataError) {
        guard let latitudes = try row.wholeRelativeList("LAT", in: -9_000_000...9_000_000),
            let longitudes = try row.wholeRelativeList("LON", in: -18_000_000...18_000_000)
        else { return }
        guard latitudes.count == longitudes.count else {
            throw row.failure("LON", "as long as LAT (\(longitudes.count), not \(latitudes.count))")
        }
        let levels = try row.numbers("ZLEVEL", in: -128...127) ?? []
        guard levels.isEmpty || levels.count == latitudes.count else {
            throw row.failure("ZLEVEL", "a list of \(latitudes.count) levels")
        }
        for (index, (latitude, longitude)) in zip(latitudes, longitudes).enumerated() {
            guard
                let point = Coordinate(
                    latitudeE7: Int32(latitude * 100),
                    longitudeE7: Int32(longitude * 100)
                ), point != points.last
            else { continue }
            points.append(point)
            if !levels.isEmpty { self.levels.append(Int(levels[index])) }
        }
    }

    private mutating func readSpeedLimits(_ joined: JoinedLink) throws(PlatformDataError) {
        for joined in joined.rows {
            guard let kind = LinkSpeedLimit.Kind(subject: joined.row.origin.layer.subject) else {
                continue
            }
            for limit in try LinkSpeedLimit.limits(joined.row, kind) {
                let same = speedLimits.firstIndex {
                    $0.kind == limit.kind && $0.direction == limit.direction
                }
                guard let same else {
                    speedLimits.append(limit)
                    continue
                }
                if limit.speed < speedLimits[same].speed { speedLimits[same] = limit }
            }
        }
    }
}

extension LinkSpeedLimit.Kind {
    fileprivate init?(subject: String) {
        switch subject {
        case "SPEED_LIMITS": self = .general
        case "SPEED_LIMITS_COND": self = .conditional
        case "SPEED_LIMITS_VAR": self = .variable
        case "TRUCK_SPEED_LIMITS": self = .truck
        default: return nil
        }
    }
}

extension LinkSpeedLimit {
    /// The limits of a row, at most one for each direction. 998 is undefined, 999 unlimited, 0 none.
    fileprivate static func limits(
        _ row: TileRow,
        _ kind: Kind
    ) throws(PlatformDataError) -> [LinkSpeedLimit] {
        let isPosted: Bool?
        switch try row.integer("SPEED_LIMIT_SOURCE") {
        case 1: isPosted = true
        case 2: isPosted = false
        default: isPosted = nil
        }
        let isInMiles: Bool?
        switch row["SPEED_LIMIT_UNIT"] {
        case nil: isInMiles = nil
        case "K": isInMiles = false
        case "M": isInMiles = true
        default: throw row.failure("SPEED_LIMIT_UNIT", "K or M")
        }
        let columns: [(String, TravelDirection)] = [
            ("FROM_REF_SPEED_LIMIT", .fromReference), ("TO_REF_SPEED_LIMIT", .toReference),
        ]
        var limits: [LinkSpeedLimit] = []
        for (column, direction) in columns {
            guard let number = try row.integer(column, in: 0...999), number != 0, number != 998
            else { continue }
            limits.append(
                LinkSpeedLimit(
                    kind: kind,
                    direction: direction,
                    speed: number == 999 ? .unlimited : .limited(Int(number)),
                    isPosted: isPosted,
                    isInMiles: isInMiles
                )
            )
        }
        return limits
    }

    /// The number on the sign: whole miles per hour where it is in miles (1 mile = 1.609344 km, which
    /// the layer rounds to whole kilometres), otherwise kilometres per hour; `nil` for unlimited.
    public var signedNumber: Int? {
        guard case .limited(let kilometres) = speed else { return nil }
        guard isInMiles == true else { return kilometres }
        return Int((Double(kilometres) / 1.609344).rounded())
    }
}

extension LinkAttributes {
    fileprivate init(_ row: TileRow) throws(PlatformDataError) {
        functionalClass = try row.integer("FUNCTIONAL_CLASS", in: 1...5).map { Int($0) }
        switch row["TRAVEL_DIRECTION"] {
        case nil: break
        case "F": directions = .fromReference
        case "T": directions = .toReference
        case "B": directions = .both
        default: throw row.failure("TRAVEL_DIRECTION", "F, T or B")
        }
        lanesFromReference = try row.integer("FROM_REF_NUM_LANES", in: 0...99).map { Int($0) }
        lanesToReference = try row.integer("TO_REF_NUM_LANES", in: 0...99).map { Int($0) }
        physicalLanes = try row.integer("PHYSICAL_NUM_LANES", in: 0...99).map { Int($0) }
        isUrban = try row.flag("URBAN")
        isRamp = try row.flag("RAMP")
        hasControlledAccess = try row.flag("CONTROLLED_ACCESS")
        isMultiDigitized = try row.flag("MULTI_DIGITIZED")
        // Beside Y and N there are codes of this column that are not public.
        switch row["DIVIDER"] {
        case "Y": hasDivider = true
        case "N": hasDivider = false
        default: break
        }
        isPaved = try row.flag("PAVED")
        isFrontage = try row.flag("FRONTAGE")
        countryCode = row["ISO_COUNTRY_CODE"]
        intersectionCategory = try row.integer("INTERSECTION_CATEGORY").map { Int($0) }
        switch row["FERRY_TYPE"] {
        case nil: break
        case "H", "N": isFerry = false
        case "B", "R", "Y": isFerry = true
        default: throw row.failure("FERRY_TYPE", "H (none), B (boat) or R (rail)")
        }
    }
}

extension TerrainHeights {
    fileprivate init(_ row: TileRow) throws(PlatformDataError) {
        func height(_ column: String) throws(PlatformDataError) -> Metres? {
            guard let number = try row.integer(column), number != TileRow.missing else {
                return nil
            }
            guard AdasAttributes.heightRange.contains(number) else {
                throw row.failure(column, "a height in centimetres")
            }
            return Metres(Double(number) / 100)
        }
        lowest = try height("DTM_MIN_HEIGHT")
        highest = try height("DTM_MAX_HEIGHT")
        mean = try height("DTM_AVG_HEIGHT")
        atReference = try height("DTM_REF_ZCOORD")
        atOther = try height("DTM_NONREF_ZCOORD")
    }
}

extension TrafficSign {
    fileprivate init(_ joined: JoinedRow) throws(PlatformDataError) {
        let row = joined.row
        guard let condition = try row.integer("CONDITION_TYPE", in: 0...9999) else {
            throw row.failure("CONDITION_TYPE", "a number")
        }
        self.condition = Int(condition)
        type = try row.integer("TRAFFIC_SIGN_TYPE").map { Int($0) }
        category = try row.integer("TRAFFIC_SIGN_CATEGORY").map { Int($0) }
        passages = try RowJoin.passages(of: row)
        order = joined.order
    }
}

extension TileRow {
    /// The names of a list with their languages, as in `de:Hauptstraße,en:Main Street`; without a
    /// language where no code of two or three letters stands before a colon.
    fileprivate var names: [RoadName] {
        (elements("NAMES") ?? []).filter { !$0.isEmpty }.map { element in
            let parts = element.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, (2...3).contains(parts[0].utf8.count),
                parts[0].utf8.allSatisfy({ (0x41...0x5A).contains($0 & 0xDF) })
            else { return RoadName(language: nil, text: String(element)) }
            return RoadName(language: parts[0].lowercased(), text: String(trimmed(parts[1])))
        }
    }
}
