import Engine
import Horizon
import JSONWriting
import MapMatching
import Reasons
import RoadMap

/// Writes the reasons of a horizon as a record of a scene, at most one in a second.
struct WhyTrack {
    /// Exits beyond so many junctions are left out.
    private static let mostJunctions = 8
    private let source: Int
    private var second: Int?
    /// The exits and the values of the last record, as they were written.
    private var exits: [UInt8] = []
    private var values: [UInt8] = []

    /// A track of a source.
    init(source: Int) { self.source = source }

    /// Looks at an engine that keeps its reasons, after an event.
    mutating func note(
        _ engine: Engine, after event: EngineEvent, at time: Double, to json: inout JSONWriter
    ) throws(MapError) {
        guard case .position = event, second != Int(time) else { return }
        second = Int(time)
        let map = engine.tree.map
        let reasons = try HorizonReasons(of: engine)
        json.beginObject()
        json.text("r", "why")
        json.integer("s", source)
        json.number("t", time, places: 3)
        json.beginObject("place")
        json.beginArray("candidates")
        for place in reasons.candidates where place.probability >= Explanation.leastProbability {
            Self.write(try Explanation.Candidate(place, on: map), to: &json)
        }
        json.endArray()
        json.endObject()
        let indexes = KnownIndexes(reasons)
        var junctions: [Explanation.Junction] = []
        for junction in reasons.junctions.filter({ $0.exits.count > 1 }).prefix(Self.mostJunctions)
        {
            junctions.append(try Explanation.Junction(junction, on: map, indexes))
        }
        Self.write("exits", unlessAs: &exits, to: &json) { json in
            for junction in junctions {
                for exit in junction.exits { Self.write(exit, to: &json) }
            }
        }
        json.beginArray("in")
        for junction in junctions {
            for _ in junction.exits { json.number(nil, junction.distance, places: 0) }
        }
        json.endArray()
        let place = try reasons.values.map { values throws(MapError) in
            try PlaceDescription(values, on: map)
        }
        Self.write("values", unlessAs: &values, to: &json) { json in
            for value in place?.values ?? [] { Self.write(value, to: &json) }
        }
        json.text("last_edit", place?.lastEdit)
        json.endObject()
        json.endLine()
    }

    /// Writes a list if it differs from the last one.
    private static func write(
        _ name: String, unlessAs last: inout [UInt8], to json: inout JSONWriter,
        _ elements: (inout JSONWriter) -> Void
    ) {
        var list = JSONWriter()
        list.beginArray()
        elements(&list)
        list.endArray()
        guard list.bytes != last else { return }
        last = list.bytes
        json.beginArray(name)
        elements(&json)
        json.endArray()
    }

    private static func write(_ candidate: Explanation.Candidate, to json: inout JSONWriter) {
        json.beginObject()
        if let road = candidate.road {
            json.integer("way", road.way)
            json.text("name", road.name)
            json.text("direction", road.direction)
        } else {
            json.text("name", "off the road")
        }
        json.number("probability", candidate.probability, places: 4)
        json.number("distance", candidate.distance, places: 1)
        json.number("heading", candidate.relativeHeading, places: 0)
        json.text("relation", candidate.relation)
        json.beginArray("terms")
        for term in candidate.terms {
            json.beginObject()
            json.text("name", term.factor)
            json.number("value", term.log, places: 3)
            json.endObject()
        }
        json.endArray()
        json.endObject()
    }

    private static func write(_ exit: Explanation.Exit, to json: inout JSONWriter) {
        json.beginObject()
        json.integer("path", Int(exit.path))
        json.integer("way", exit.road.way)
        json.text("name", exit.road.name)
        json.number("angle", exit.turnAngle, places: 0)
        if exit.legality != "legal" { json.text("legality", exit.legality) }
        json.number("probability", exit.probability, places: 4)
        json.beginArray("steps")
        for step in exit.steps {
            json.beginObject()
            json.text("name", step.factor)
            json.number("probability", step.probability, places: 4)
            json.endObject()
        }
        json.endArray()
        json.endObject()
    }

    private static func write(_ value: ValueDescription, to json: inout JSONWriter) {
        json.beginObject()
        json.text("name", value.kind)
        json.text("value", value.text)
        json.text("source", value.source)
        json.text("doubt", value.doubt)
        json.text("condition", value.condition)
        json.endObject()
    }
}
