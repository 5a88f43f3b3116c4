import Geodesy
import MapMatching
import Positioning
import Quantities
import RoadMap
import Routing
import TextFiles

/// The rows of `ehorizon match`.
struct MatchTable {
    private let map: RoadMap
    private let text: TextOutput
    /// The fixes of the drive with their times.
    let fixes: [(fix: Fix, seconds: Double)]
    private let times: [Int64]
    private let isDetailed: Bool
    private var clock: TimeText
    /// The same rows as GeoJSON; `nil` without.
    var features: MatchFeatures?
    private var counts: [Int] = [0, 0, 0, 0]
    private var ferries = 0
    private var carParks = 0

    /// Opens the output and writes the column names. A detailed table has states for ferries and car parks.
    init(
        _ path: String, map: RoadMap, drive: FixLog, isDetailed: Bool, _ clock: TimeText
    ) throws(Failure) {
        self.map = map
        self.clock = clock
        self.isDetailed = isDetailed
        var fixes: [(fix: Fix, seconds: Double)] = []
        for entry in drive.entries {
            guard case .fix(let fix) = entry.event else { continue }
            fixes.append((fix, fix.time?.seconds ?? Double(entry.arrival.nanoseconds) / 1e9))
        }
        self.fixes = fixes
        times = drive.entries.compactMap { entry in
            guard case .fix(let fix) = entry.event else { return nil }
            return fix.time?.nanoseconds ?? entry.arrival.nanoseconds
        }
        text = try TextOutput(path)
        try text.line(
            "time,latitude,longitude,state,way,link,direction,offset_m,matched_latitude,"
                + "matched_longitude,relative_heading_deg,probability"
        )
    }

    /// The place of the receiver of a decision.
    func fix(of decision: MatchDecision) -> Coordinate { fixes[decision.fixNumber].fix.place }

    /// The time of the fix of a decision.
    func nanoseconds(of decision: MatchDecision) -> Int64 { times[decision.fixNumber] }

    /// Writes the row of a fix.
    mutating func write(_ decision: MatchDecision) throws {
        let (fix, seconds) = fixes[decision.fixNumber]
        let time = try clock.other(than: .seconds, nanoseconds(of: decision), digits: 3)
        var row = "\(time ?? seconds.fixed(3)),\(fix.place.latitude.fixed(7)),"
        row += "\(fix.place.longitude.fixed(7)),"
        let state: String
        var way: Int64?
        var link: String?
        switch decision.result {
        case .onRoad(let matched):
            let reference = matched.place.link.link
            let record = try map.link(reference)
            let isInCarPark = isDetailed ? try map.isCarPark(record) : false
            state = isInCarPark ? "car-park" : decision.result.stateName
            (way, link) = (record.way, "\(reference.block):\(reference.index)")
            row += "\(state),\(record.way),\(reference.block):\(reference.index),"
            row += matched.place.link.direction == .forward ? "forward," : "backward,"
            row += "\(matched.place.offset.value.fixed(2)),"
            row += "\(matched.coordinate.latitude.fixed(7)),"
            row += "\(matched.coordinate.longitude.fixed(7)),"
            row += matched.relativeHeading.map { $0.value.fixed(1) } ?? ""
            row += ",\(matched.probability.fixed(4))"
            counts[0] += 1
        case .offRoad(let kind):
            state = isDetailed ? kind.name : decision.result.stateName
            row += state + ",,,,,,,,"
            counts[1] += 1
            if kind == .ferry { ferries += 1 }
            if kind == .carPark { carParks += 1 }
        case .noMap:
            state = decision.result.stateName
            row += state + ",,,,,,,,"
            counts[2] += 1
        case .notCalibrated:
            state = decision.result.stateName
            row += state + ",,,,,,,,"
            counts[3] += 1
        }
        try text.line(row)
        let known = MatchFeatures.Row(
            number: decision.fixNumber, seconds: seconds, timeText: time, state: state, way: way,
            link: link)
        try features?.add(known, fix, decision.result)
    }

    /// Writes the rest.
    func finish() throws(Failure) {
        try text.finish()
        try features?.finish()
    }

    /// For people.
    var summary: String {
        let all = counts.reduce(0, +)
        let share = Double(counts[0]) / Double(max(all, 1)) * 100
        var details = ferries > 0 ? " (\(ferries) on a ferry)" : ""
        if carParks > 0 { details += " (\(carParks) in a car park)" }
        return "\(all) fixes, \(share.fixed(1)) % on the road, \(counts[1]) off road\(details), "
            + "\(counts[2]) without map, \(counts[3]) not calibrated"
    }
}

extension MatchResult {
    /// Its name in tables.
    var stateName: String {
        switch self {
        case .onRoad: "on-road"
        case .offRoad: "off-road"
        case .noMap: "no-map"
        case .notCalibrated: "not-calibrated"
        }
    }
}

extension OffRoadKind {
    /// Its state in a detailed table.
    fileprivate var name: String {
        switch self {
        case .unmapped: "off-road"
        case .carPark: "car-park"
        case .ferry: "ferry"
        }
    }
}

extension RoadMap {
    /// Whether a link leads between the bays of a car park.
    fileprivate func isCarPark(_ link: Link) throws(MapError) -> Bool {
        var isCarPark = false
        try forEachAttribute(of: link) { attribute in
            if attribute.kind == .formOfWay {
                isCarPark = attribute.value == UInt64(FormOfWay.carParkAccess.rawValue)
            }
        }
        return isCarPark
    }
}

/// A driven route as GeoJSON (RFC 7946): a feature for each unbroken stretch in which the car moved.
enum RouteGeoJSON {
    /// Writes the stretches of a route.
    static func write(_ route: DrivenRoute, to path: String) throws {
        let text = try TextOutput(path)
        try text.line(#"{"type":"FeatureCollection","features":["#)
        var isFirst = true
        for (number, stretch) in route.stretches.enumerated()
        // A standing car drives no route.
        where stretch.contains(where: { $0.to > $0.from }) {
            let line = try route.line(of: stretch)
            guard line.count >= 2 else { continue }
            if !isFirst { try text.line(",") }
            isFirst = false
            try text.write(
                #"{"type":"Feature","properties":{"stretch":\#(number)},"#
                    + #""geometry":{"type":"LineString","coordinates":["#
            )
            for (index, point) in line.enumerated() {
                let comma = index == 0 ? "" : ","
                try text.write("\(comma)[\(point.longitude.fixed(7)),\(point.latitude.fixed(7))]")
            }
            try text.write("]}}")
        }
        try text.line(isFirst ? "]}" : "\n]}")
        try text.finish()
    }
}

extension Double {
    /// The number with this many decimals, ties away from zero.
    func fixed(_ digits: Int) -> String {
        var scale: Int64 = 1
        for _ in 0..<digits { scale *= 10 }
        let scaled = (self * Double(scale)).rounded()
        guard scaled.magnitude < 9e18 else { return "\(self)" }
        let number = Int64(scaled)
        let whole = number.magnitude / scale.magnitude
        let rest = String(number.magnitude % scale.magnitude)
        let sign = number < 0 ? "-" : ""
        guard digits > 0 else { return "\(sign)\(whole)" }
        return "\(sign)\(whole)." + String(repeating: "0", count: digits - rest.count) + rest
    }
}
