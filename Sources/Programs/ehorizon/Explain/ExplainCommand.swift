import ArgumentParser
import Configuration
import Console
import Engine
import Quantities
import Reasons
import RoadMap
import TextFiles

/// `ehorizon explain`: why the horizon is what it is at a moment of a drive.
struct ExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Explains the horizon at a moment of a recorded drive.",
        usage: "ehorizon explain --map <file.ehmap> --input <file> --at <time|lat,lon> [<options>]",
        discussion: """
            Example:

              ehorizon explain --map roads.ehmap --input drive.nmea --at 12:03:17

            The command replays the drive as ehorizon replay does, and explains the horizon after the last event \
            up to the moment. A moment is a time of day (UTC), ISO 8601, seconds since 1970 (since the start for a \
            drive without times), or a position: then it is the moment at which the car is nearest to it.

            The output has the places of the last fix with the terms of their log-likelihoods; the paths with their \
            index on the wire; the exits ahead with their reasons; the frames around the moment with the reason of \
            each; the changes of the main path with their cause; the values at the place with their source; and what \
            lies ahead.

            Reasons of an exit count in a fixed order, each with the probability after it. The first one is uniform: \
            all exits alike. The last number is the probability that is transmitted, before it is rounded to its \
            code. The guide explains each reason (docs/guide/explain.md).

            With --json the output is one object with the same content.
            """)

    /// The moment.
    struct When: ParsableArguments {
        // A latitude may begin with a minus sign: the next argument is always its value.
        @Option(
            parsing: .unconditional,
            help: ArgumentHelp("The moment, or a position of the drive.", valueName: "time|lat,lon")
        )
        var at: String?

        @Option(
            help: ArgumentHelp(
                "Print the changes of the main path within this time.", valueName: "seconds"))
        var around = 30.0

        @Option(
            help: ArgumentHelp(
                "Print the frames within this time before and after the moment.",
                valueName: "seconds"))
        var frames = 0.2

        @Flag(
            help:
                "Print all paths and exits. Without this option those that are not sent are counted."
        )
        var allExits = false

        @Flag(help: "Print one JSON object.")
        var json = false

        @Option(
            help: ArgumentHelp(
                "A map file that replaced another one during the recording. Repeat it for several files.",
                valueName: "file.ehmap"))
        var laterMap: [String] = []
    }

    @OptionGroup(title: "Needed") var source: DriveFlags
    @OptionGroup(title: "What to explain") var when: When
    @OptionGroup(title: "Route and driver") var route: RouteFlags
    @OptionGroup(title: "Route and driver") var learned: LearnedTurnsFlag
    @OptionGroup(title: "Configuration, messages and reach") var flags: MessageFlags
    @OptionGroup(title: "Vehicle signals") var surface: SurfaceFlags
    @OptionGroup(title: "Vehicle signals") var vehicle: VehicleLogFlags<SignalFlags>

    func run() throws {
        let options = ReplayOptions(
            source: source, route: route, learned: learned, flags: flags, surface: surface,
            vehicle: vehicle, laterMap: when.laterMap)
        guard let loaded = try options.load() else { return }
        _ = try source.files()
        let text = try given(when.at, "--at <time|lat,lon>")
        guard let moment = MomentArgument(argument: text) else {
            throw UsageFailure(
                "--at \(text): a time such as \(TimeArgument.forms), or LAT,LON")
        }
        guard when.around >= 0, when.around <= 86_400 else {
            throw UsageFailure("--around \(when.around): 0 to 86400 seconds")
        }
        guard when.frames >= 0, when.frames <= 3600 else {
            throw UsageFailure("--frames \(when.frames): 0 to 3600 seconds")
        }
        let replay = try DriveReplay(options, loaded, keepsReasons: true)
        let finder = try replay.find(moment)
        let wanted = try finder.event(of: replay.input, given: text)
        let explanation = try explain(wanted.number, at: wanted.time, finder, replay)
        let output = try TextOutput("-")
        if when.json {
            try output.line(try JSONText.encode(explanation))
        } else {
            for line in explanation.text(ofAllExits: when.allExits) { try output.line(line) }
        }
        try output.finish()
    }

    /// Replays the drive again, explains the horizon after an event, and collects the frames and the changes around
    /// it.
    private func explain(
        _ wanted: Int, at moment: MonotonicTime, _ finder: MomentFinder, _ replay: DriveReplay
    ) throws -> Explanation {
        var number = 0
        var watch = TreeWatch()
        watch.setOn(true)
        var indexes = KnownIndexes()
        var changes: [Explanation.Change] = []
        var found: Result<Explanation, any Error>?
        var frames = ExplainedFrames(
            replay.engine, around: moment, within: .seconds(when.frames))
        let explained = finder.seconds(of: moment)
        replay.play { engine, event, time in
            defer { number += 1 }
            indexes.note(engine)
            frames.note(engine, after: event, at: time)
            watch.note(engine.tree, after: event)
            if let change = watch.take() {
                changes.append(
                    Explanation.Change(
                        change, at: finder.seconds(of: time), explained: explained, indexes))
            }
            guard number == wanted else { return }
            found = Result { try Explanation(of: engine, at: explained) }
        } send: {
            frames.note($0, at: $1, seconds: finder.seconds(of: $1), explained: explained)
        }
        var explanation = try reading(replay.files) {
            guard let found else { throw Failure("the replay of the drive is not the same again") }
            return try found.get()
        }
        explanation.changes = Self.near(explained, changes, within: when.around)
        explanation.frames = frames.list
        return explanation
    }

    /// The changes within a time, and in any case the last one before and the first one after the moment.
    private static func near(
        _ moment: Double, _ changes: [Explanation.Change], within seconds: Double
    ) -> [Explanation.Change] {
        let before = changes.lastIndex { $0.time <= moment }
        let after = changes.firstIndex { $0.time > moment }
        return changes.enumerated().filter { number, change in
            abs(change.time - moment) <= seconds || number == before || number == after
        }.map(\.element)
    }
}
