import Engine
import Horizon
import MapMatching
import Quantities
import Reasons
import RoadAhead
import RoadMap
import RoadObjects

/// The list of what lies ahead at one time, for people and scripts. Lengths are in metres.
struct AheadAnswer: Encodable {
    /// The version of the contract: `ehorizon reference --schema ahead`.
    let version = 1
    /// The receiver's time of the fix in seconds since 1970, or the time since the start of the drive.
    let time: Double
    /// The same as `--times` has it; `nil` without it.
    var timeText: String?
    /// `on-road`, `off-road`, `no-map` or `not-calibrated`.
    let state: String
    /// The main path; `nil` if the car is on no road.
    let path: UInt64?
    /// Its index on the wire; `nil` if it has none.
    let pathIndex: UInt8?
    /// The offset of the car on it.
    let offset: Double?
    var ahead: [Item]
    /// The events of objects since the last answer; `nil` without objects.
    var events: [Event]?

    /// One entry of the list. Members that its kind does not use are `nil`.
    struct Item: Encodable {
        let kind: String
        let path: UInt64
        /// The index of its path on the wire; `nil` if it has none.
        let pathIndex: UInt8?
        let offset: Double
        let distance: Double
        let end: Double
        /// The speed limit. `limitWord` stands in its place: `none`, `walk`, `variable` or `unknown`.
        var limit: Int?
        var limitUnit: String?
        var limitWord: String?
        var source: String?
        var provenance: String?
        /// `doubtful` if the limit may be a mistake.
        var doubt: String?
        var lastEdit: String?
        var condition: String?
        /// The average speed in m/s; `nil` where it is unknown again.
        var averageSpeed: Double?
        var curvature: Double?
        var curvatureError: Double?
        var apex: Double?
        var safeSpeed: Double?
        var isTurn: Bool?
        var slope: [Double]?
        var onward: Road?
        var exits: [Road]?
        var object: String?
        var text: String?
        var country: String?
        /// Of an object of the user.
        var id: String?
        var severity: String?
        /// Whether its end lies within the tree.
        var isLeft: Bool?
    }

    /// An event of an object.
    struct Event: Encodable {
        let event: String
        let id: String
        /// Whether it was entered at its start, or exited at its end.
        var atEnd: Bool?
    }

    struct Road: Encodable {
        let path: UInt64
        let pathIndex: UInt8?
        let turnAngle: Double
        let probability: Double
        let name: String?
        /// For people, who read fewer decimals: a number that is rounded twice may be another one.
        let percent: String

        private enum CodingKeys: CodingKey { case path, pathIndex, turnAngle, probability, name }
    }

    /// Inserts an entry behind entries of the same distance.
    mutating func insert(_ item: Item) {
        let place = ahead.firstIndex { $0.distance > item.distance } ?? ahead.count
        ahead.insert(item, at: place)
    }

    /// Adds the entries of a side path.
    mutating func add(_ items: [AheadItem], on side: PathID, _ indexes: KnownIndexes) {
        for item in items where item.path == side { insert(Item(item, indexes)) }
    }

    init(
        nanoseconds: Int64, _ engine: Engine, _ indexes: KnownIndexes, _ items: [AheadItem]
    ) {
        let tree = engine.tree
        time = Double(nanoseconds) / 1e9
        state = engine.match.stateName
        path = tree.mainID?.number
        pathIndex = indexes[tree.mainID]
        offset = tree.mainID.map { _ in tree.vehicleOffset.value.rounded(2) }
        ahead = items.map { Item($0, indexes) }
    }

    /// One line for the car, and one for each entry.
    var text: [String] {
        let place =
            if let path, let offset {
                "\(pathWords(pathIndex, path)) at \(offset.fixed(0)) m"
            } else {
                String(state.map { $0 == "-" ? " " : $0 })
            }
        return ["\(timeText ?? time.fixed(3))  \(place)"] + (events ?? []).map(\.line)
            + ahead.map {
                $0.path == path ? $0.line : "\($0.line)  on \(pathWords($0.pathIndex, $0.path))"
            }
    }
}

extension AheadAnswer.Item {
    init(_ item: AheadItem, _ indexes: KnownIndexes) {
        self.init(
            kind: item.kind.rawValue, path: item.path.number, pathIndex: indexes[item.path],
            offset: item.offset.metres.value,
            distance: item.distance.value.rounded(2), end: item.end.value.rounded(2))
        switch item.content {
        case .speedLimit(let stretch), .advisorySpeed(let stretch):
            let sign = LimitValue(stretch?.rule.limit)
            (limit, limitUnit, limitWord) = (sign.number, sign.unit, sign.word)
            if let stretch, stretch.rule.source != .unstated { source = "\(stretch.rule.source)" }
            provenance = stretch.map { "\($0.provenance)" }
            if stretch?.rule.isImplausible == true { doubt = ValueDoubt.doubtful.rawValue }
            condition = stretch?.condition.map { "\($0)" }
            lastEdit = item.lastEdit.map(AttributeText.date)
        case .averageSpeed(let speed): averageSpeed = speed?.value.rounded(2)
        case .curve(let curve):
            curvature = curve.curvature.value.rounded(6)
            curvatureError = curve.error?.value.rounded(6)
            apex = curve.apex.value.rounded(2)
            safeSpeed = curve.safeSpeed.value.rounded(2)
            isTurn = curve.isTurn
        case .slope(let stretch): slope = [stretch.atStart.rounded(2), stretch.atEnd.rounded(2)]
        case .junction(let junction):
            onward = AheadAnswer.Road(junction.onward, indexes)
            exits = junction.exits.map { AheadAnswer.Road($0, indexes) }
        case .sign(let sign, let text):
            object = "\(sign.kind)"
            self.text = text
        case .object(let object): self.object = "\(object.kind)"
        case .tunnel, .bridge: break
        case .country(let country):
            self.country = CountryTable.alpha2(numericCode: country.numericCode)
        }
    }

    /// `   312 m  curve  left, radius 88 m at 331 m, 58 km/h  to 352 m`.
    var line: String {
        var words = [distance.fixed(0).padded(to: 6) + " m", kind]
        if let limit = limitWord ?? limit.map({ "\($0) \(limitUnit ?? "")" }) {
            words.append(limit)
            // The last edit is that of the way, and says nothing of an overlay.
            let edit = provenance == "\(Provenance.overlay)" ? nil : lastEdit
            let rest = [source, provenance, doubt, condition, edit].compactMap { $0 }
            if !rest.isEmpty { words.append("(\(rest.joined(separator: ", ")))") }
        }
        if kind == AheadKind.averageSpeed.rawValue {
            words.append(averageSpeed.map { "\(($0 * 3.6).fixed(0)) km/h" } ?? "unknown")
        }
        if let curvature, let apex, let safeSpeed {
            words.append(
                "\(curvature < 0 ? "left" : "right"), radius \(abs(1 / curvature).fixed(0)) m at"
                    + " \(apex.fixed(0)) m, \((safeSpeed * 3.6).fixed(0)) km/h")
            if isTurn == true { words.append("(turn)") }
        }
        if let slope { words.append("\(slope[0].fixed(1)) to \(slope[1].fixed(1)) %") }
        if let onward, let exits {
            words.append("on \(onward.words)")
            words.append("off \(exits.map(\.words).joined(separator: "; "))")
        }
        if let id { words.append(id) }
        if let object { words.append(object) }
        if let severity { words.append("(\(severity))") }
        if let text { words.append(text) }
        if let country { words.append(country) }
        if end > distance { words.append("to \(end.fixed(0)) m") }
        return words.joined(separator: "  ")
    }
}

extension AheadAnswer.Road {
    fileprivate init(_ road: JunctionAhead.Road, _ indexes: KnownIndexes) {
        self.init(
            path: road.path.number, pathIndex: indexes[road.path],
            turnAngle: road.turnAngle.value.rounded(1),
            probability: road.probability.rounded(4), name: road.name,
            percent: (road.probability * 100).fixed(1))
    }

    /// `path 9 Hauptstraße 88° 3.3 %`.
    fileprivate var words: String {
        let named = name.map { " \($0)" } ?? ""
        return
            "\(pathWords(pathIndex, path))\(named) \(turnAngle.fixed(0))° \(percent) %"
    }
}

extension Double {
    /// The nearest number with this many decimals.
    func rounded(_ digits: Int) -> Double {
        var scale = 1.0
        for _ in 0..<digits { scale *= 10 }
        return (self * scale).rounded() / scale
    }
}
