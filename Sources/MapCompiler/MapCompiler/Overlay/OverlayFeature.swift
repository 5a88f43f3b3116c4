import Geodesy
import JSONReading
import Quantities
import RoadMap

/// A feature as it is written.
struct OverlayFeature {
    typealias Failure = JSONReader.Failure

    /// A property: its text, `nil` for null, and its byte.
    struct Value {
        let text: String?
        let at: Int
    }

    private(set) var id: String?
    private(set) var values: [String: Value] = [:]
    private(set) var geometry: OverlayGeometry?
    let start: Int
    /// A property that is not known.
    private var unknown: (name: String, at: Int)?

    /// The properties that state no fact and select no road: remarks of people.
    private static let remarks: Set = ["note", "source", "name"]
    private static let known = [
        "way", "from", "to", "direction", "bearing", "limit", "basis", "conditional_limit",
        "closed",
        "oneway", "class", "sign", "road_works", "valid_from", "valid_until",
    ]

    init(_ reader: inout JSONReader) throws(JSONReader.Failure) {
        _ = reader.isAtObject()
        start = reader.at
        var isFirst = true
        try reader.open("{")
        while let key = try reader.nextMember(&isFirst) {
            switch key {
            case "id":
                let at = reader.at
                id = try reader.text()
                guard id?.contains(where: \.isNewline) != true else {
                    throw Failure(expected: "an \"id\" of one line", at: at)
                }
            case "geometry":
                if reader.isAtObject() {
                    geometry = try OverlayGeometry(&reader)
                } else {
                    try reader.skip()
                }
            case "properties":
                guard reader.isAtObject() else {
                    try reader.skip()
                    continue
                }
                try readProperties(&reader)
            default: try reader.skip()
            }
        }
    }

    private mutating func readProperties(_ reader: inout JSONReader) throws(JSONReader.Failure) {
        var isFirst = true
        try reader.open("{")
        while let name = try reader.nextMember(&isFirst) {
            _ = reader.isAtObject()
            let at = reader.at
            if Self.remarks.contains(name) {
                try reader.skip()
                continue
            }
            guard Self.known.contains(name) else {
                unknown = unknown ?? (name, at)
                try reader.skip()
                continue
            }
            values[name] = Value(text: try reader.text(), at: at)
        }
    }

    mutating func entry(
        file: String, number: Int, line: Int
    ) throws(JSONReader.Failure) -> OverlayEntry {
        if let (name, at) = unknown {
            let all = Self.known.joined(separator: ", ")
            throw Failure(expected: "one of the properties \(all), not \(name)", at: at)
        }
        let way = try integer("way")
        let selection = try selection(way)
        let facts = try facts()
        guard !facts.isEmpty else {
            throw Failure(
                expected:
                    "a fact: limit, conditional_limit, closed, oneway, class, sign or road_works",
                at: start)
        }
        let directions = try directions(selection, facts)
        let from = try moment("valid_from")
        let until = try moment("valid_until")
        if let from, let until, until <= from, let value = values["valid_until"] {
            throw Failure(expected: "valid_until after valid_from", at: value.at)
        }
        return OverlayEntry(
            file: file, number: number, line: line, id: id, selection: selection, way: way,
            directions: directions, facts: facts, validFrom: from, validUntil: until)
    }

    /// The text of a property and its byte; `nil` without the property, or for null.
    func text(_ name: String) -> (text: String, at: Int)? {
        values[name].flatMap { value in value.text.map { ($0, value.at) } }
    }

    private func integer(_ name: String) throws(JSONReader.Failure) -> Int64? {
        guard let value = text(name) else { return nil }
        guard let number = Int64(value.text) else {
            throw Failure(expected: "the id of a way as \(name)", at: value.at)
        }
        return number
    }

    private func moment(_ name: String) throws(JSONReader.Failure) -> UTCTime? {
        guard let value = text(name) else { return nil }
        guard let moment = UTCTime(dateOrTime: value.text) else {
            throw Failure(
                expected: "a date or time of ISO 8601 as \(name), such as 2026-05-01 or "
                    + "2026-05-01T06:00:00Z", at: value.at)
        }
        return moment
    }
}

// Selections.
extension OverlayFeature {
    private func selection(_ way: Int64?) throws(JSONReader.Failure) -> OverlayEntry.Selection {
        if let value = values["from"] ?? values["to"], geometry != nil || way == nil {
            throw Failure(
                expected: "from and to only with a way and without a geometry", at: value.at)
        }
        let bearing = try bearing()
        guard let geometry else {
            guard let way else { throw Failure(expected: "a geometry or a way", at: start) }
            return .way(way, from: try end("from"), to: try end("to"))
        }
        switch geometry.shape {
        case .point(let place): return .point(place, bearing: bearing)
        case .line(let shape): return .line(shape)
        case .area(let area): return .area(area)
        }
    }

    private func bearing() throws(JSONReader.Failure) -> Double? {
        guard let value = text("bearing") else { return nil }
        guard case .point? = geometry?.shape else {
            throw Failure(expected: "a bearing only with a Point", at: value.at)
        }
        guard let degrees = Double(value.text), (0...360).contains(degrees) else {
            throw Failure(expected: "a bearing of 0 to 360 degrees", at: value.at)
        }
        return degrees
    }

    private func end(_ name: String) throws(JSONReader.Failure) -> OverlayEntry.End? {
        guard let value = text(name) else { return nil }
        let numbers = value.text.split(separator: ",").map { Double($0) }
        if numbers.count == 1, let metres = numbers[0], metres >= 0 { return .along(metres) }
        if numbers.count == 2, let longitude = numbers[0], let latitude = numbers[1],
            let place = Coordinate(latitude: latitude, longitude: longitude)
        {
            return .place(place)
        }
        throw Failure(
            expected: "metres along the way or [longitude, latitude] as \(name)", at: value.at)
    }

    private func directions(
        _ selection: OverlayEntry.Selection, _ facts: [OverlayFact]
    ) throws(JSONReader.Failure) -> DirectionSet {
        if case .point(_, let bearing) = selection, bearing == nil {
            throw Failure(
                expected: "a bearing: the driving direction that the sign is for", at: start)
        }
        guard let value = text("direction") else { return .both }
        let directions: DirectionSet
        switch value.text {
        case "forward": directions = .forward
        case "backward": directions = .backward
        case "both": directions = .both
        default: throw Failure(expected: "forward, backward or both as direction", at: value.at)
        }
        switch selection {
        case .area, .point:
            throw Failure(expected: "a direction only with a way or a line", at: value.at)
        case .way, .line: break
        }
        let isOfWay = facts.contains { fact in
            switch fact {
            case .oneWay, .roadClass, .closedAt: true
            default: false
            }
        }
        guard directions == .both || !isOfWay else {
            throw Failure(
                expected: "no direction beside oneway, class or a closure at times", at: value.at)
        }
        return directions
    }
}
