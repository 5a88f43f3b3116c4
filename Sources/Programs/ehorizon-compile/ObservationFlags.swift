import ArgumentParser
import Console
import Observations
import ObservedRoads
import RoadMap
import RoadMapWriter
import TextFiles

/// What many drives showed, for the map.
struct ObservationFlags: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Observations of many drives, from `ehorizon learn` (docs/guide/fleet.md): how often each exit of a "
                + "junction was taken, and the average speed of each road.",
            valueName: "file.ehobs"
        )
    )
    var observations: String?

    @Option(
        help: ArgumentHelp(
            "The least number of cars behind each value, 1 to 8; 3 without it. A released file must have at "
                + "least this number.",
            valueName: "N"
        )
    )
    var leastCars: Int?

    func check(isOpenStreetMap: Bool) throws {
        if let leastCars, !(1...CarSet.most).contains(leastCars) {
            throw UsageFailure("--least-cars \(leastCars): 1 to \(CarSet.most) can be set")
        }
        guard observations != nil || leastCars == nil else {
            throw UsageFailure("--least-cars is for --observations")
        }
        guard observations == nil || isOpenStreetMap else {
            throw UsageFailure("--observations is for --osm: tiles name their roads otherwise")
        }
    }

    /// The observations of the file; `nil` without one.
    func roads() throws(Failure) -> ObservedRoads? {
        guard let observations else { return nil }
        let bytes = try Files.read(observations)
        let read: Observations
        do throws(ObservationsError) { read = try Observations(bytes) } catch {
            throw Failure("\(observations): \(error)")
        }
        do throws(ObservedRoadsError) {
            return try ObservedRoads(read, leastCars: leastCars ?? 3)
        } catch {
            throw Failure("\(observations): \(error)")
        }
    }

    /// The notes of the map about them.
    func notes(_ roads: ObservedRoads?) -> [(key: String, value: String)] {
        guard let roads, let observations else { return [] }
        let name = observations.split(separator: "/").last.map(String.init) ?? ""
        let line = name.split(whereSeparator: \.isNewline).joined(separator: " ")
        return [
            (key: "observations", value: "\(line), drives: \(roads.drives)"),
            (key: RoadMap.leastCarsNote, value: "\(roads.leastCars)"),
        ]
    }

    /// Writes on standard error how much of them the map has.
    func summarise(_ use: ObservedRoads.Use?) {
        guard let use else { return }
        Program.say(
            "observations: \(use.turns) turns and \(use.roads) roads are in the map; \(use.lostTurns) turns and "
                + "\(use.lostRoads) roads are not, because the map has no such road for cars")
    }
}
