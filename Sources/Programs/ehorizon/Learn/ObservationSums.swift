import JSONWriting
import Observations
import Quantities

/// How much observations have.
struct ObservationSums {
    private let observations: Observations
    private let roadsWithTurns: Int
    private let turns: UInt64
    private let roadsWithSpeeds: Int
    private let passes: UInt64

    init(_ observations: Observations) {
        self.observations = observations
        let roads = observations.roads.values
        roadsWithTurns = roads.count { !$0.exits.isEmpty }
        turns = roads.reduce(0) { sum, road in
            sum + road.exits.values.reduce(0) { $0 + UInt64($1.count) }
        }
        let speeds = roads.map { $0.allSpeeds.values.reduce(0) { $0 + UInt64($1) } }
        roadsWithSpeeds = speeds.count { $0 > 0 }
        passes = speeds.reduce(0, +)
    }

    /// One line for people.
    var text: String {
        let totals = observations.totals
        let left = totals.unsureTurns + totals.cutTurns
        let misfits = observations.misfits.count
        let release = observations.leastCars.map { "; released: at least \($0) cars" } ?? ""
        return
            "\(totals.drives) drives, \(totals.metres / 1000) km; \(turns) turns at the ends of \(roadsWithTurns)"
            + " roads (\(left) left out: \(totals.unsureTurns) not sure, \(totals.cutTurns) near an end of a trip);"
            + " \(passes) speeds of \(roadsWithSpeeds) roads; \(misfits) places that do not fit the map\(release)"
    }

    /// One object.
    var json: String {
        var writer = JSONWriter()
        writer.beginObject()
        let totals = observations.totals
        writer.integer("drives", Int64(clamping: totals.drives))
        writer.integer("fixes", Int64(clamping: totals.fixes))
        writer.integer("drivenMetres", Int64(clamping: totals.metres))
        writer.integer("countedTurns", Int64(clamping: totals.turns))
        writer.integer("unsureTurns", Int64(clamping: totals.unsureTurns))
        writer.integer("cutTurns", Int64(clamping: totals.cutTurns))
        writer.integer("turns", Int64(clamping: turns))
        writer.integer("roadsWithTurns", roadsWithTurns)
        writer.integer("speeds", Int64(clamping: passes))
        writer.integer("roadsWithSpeeds", roadsWithSpeeds)
        writer.integer("misfits", observations.misfits.count)
        writer.number("cutMetres", observations.settings.cut.value, places: 2)
        writer.integer("leastCars", observations.leastCars)
        writer.endObject()
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
