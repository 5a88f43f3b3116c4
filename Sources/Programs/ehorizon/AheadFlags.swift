import ArgumentParser
import Console
import Quantities
import RoadAhead

/// Which answers `ehorizon ahead` gives, and how often.
struct AheadFlags: ParsableArguments {
    @Flag(help: "Print one JSON object a line.")
    var json = false

    @Option(
        help: ArgumentHelp(
            "The time between two answers: 0 for every fix, end for the last fix alone.",
            valueName: "seconds|end"))
    var every = "0"

    @Option(
        help: ArgumentHelp(
            "Print only this kind; repeat it for several: \(AheadQuestion.kinds). The last four are your"
                + " own objects.", valueName: "kind"))
    var kind: [String] = []

    @Option(
        help: ArgumentHelp(
            "Print only what begins within this distance. The list ends where the paths end"
                + " (--look-ahead).",
            valueName: "metres"))
    var reach = AheadParameters().reach.value

    @Flag(help: "Print side paths too. Each entry names its path.")
    var allPaths = false

    @Option(help: ArgumentHelp("Your own objects.", valueName: "file.geojson"))
    var objects: String?

    @Flag(help: "Report when the car enters, exits or passes objects of the map.")
    var mapObjects = false

    @Option(
        help: ArgumentHelp(
            "The lateral acceleration at the safe speed of a curve.", valueName: "m/s²"))
    var lateralAcceleration = AheadParameters().lateralAcceleration.value

    /// What is asked of the engine.
    func question() throws -> AheadQuestion {
        try AheadQuestion(
            reach: reach, lateralAcceleration: lateralAcceleration, kinds: kind, allPaths: allPaths)
    }

    /// The time between answers; `nil` for the last fix alone.
    func interval() throws -> Nanoseconds? {
        if every == "end" { return nil }
        guard let seconds = Double(every), seconds >= 0, seconds <= 86_400 else {
            throw UsageFailure("--every \(every): 0 to 86400 seconds, or end")
        }
        return .seconds(seconds)
    }
}
