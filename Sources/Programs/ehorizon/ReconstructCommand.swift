import ADASISv2
import ArgumentParser
import CANFrames
import Configuration
import Console
import HorizonReconstructor
import Quantities
import TextFiles

/// `ehorizon reconstruct`: the path tree that a client holds.
struct ReconstructCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reconstruct",
        abstract: "Reconstructs the path tree of a client from a log.",
        discussion: """
            Examples:

              ehorizon reconstruct drive.log
              ehorizon reconstruct --at 12:03:17 drive.log
              ehorizon reconstruct --map roads.ehmap drive.log
              candump -L vcan0 | ehorizon reconstruct --follow

            \(BusLogFlags.formats) Of a log of several buses all are read; --interface chooses one.

            The command prints the tree at the end of the log, or of --to. With --follow it prints the trees \
            from --from to --to. Standard error reports lost and rejected \
            messages.

            With --json each tree is one object on a line. "position" is "on-path", or the reason why \
            the vehicle is on no path. "candidates" are its possible positions, by path and offset. \
            "paths" lists paths by index, with stubs, segments and profiles by offset in metres from the \
            start of the path. "pending" lists paths that no STUB has connected yet. Values have the \
            units of 'decode'. Of an unknown number, which is null, "…Word" says why.

            With --map the links of a path are printed with their ways and the names of the roads, where the log has \
            profile-long.link-identifier; in JSON they are "links" of the path.
            """)

    @OptionGroup var log: BusLogFlags

    @OptionGroup var layout: LayoutArgument

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The length of the path that the client keeps behind the vehicle. Known clients keep 50 m,"
                + " also if the sender keeps more.", valueName: "metres"))
    var trailingLength = 50

    @OptionGroup var times: TimeFlags

    @Option(
        help: ArgumentHelp(
            "The map of the sender, for the names of links. Repeat --map for several files.",
            valueName: "file.ehmap"))
    var map: [String] = []

    @Option(
        help: ArgumentHelp(
            "Print the tree of this moment, in place of the last one.", valueName: "time"))
    var at: String?

    @Flag(help: "Print one JSON object a tree.")
    var json = false

    @Flag(help: "Print the tree at each POSITION of the best candidate.")
    var follow = false

    func run() throws {
        guard (0...1000).contains(trailingLength) else {
            throw UsageFailure("--trailing-length \(trailingLength): 0 to 1000 m can be set")
        }
        let moment = try TimeArgument(at, of: "--at")
        if moment != nil, follow || times.part.from != nil || times.part.to != nil {
            throw UsageFailure("--at: it cannot be combined with --follow, --from and --to")
        }
        var window = try moment.map { TimeWindow(at: $0) } ?? times.part.window()
        var parameters = ReconstructorParameters()
        parameters.trailingLength = trailingLength
        var client = HorizonReconstructor(parameters: parameters)
        let names = try LinkNames(files: map)
        let file = try log.open()
        let chosen = try layout.chosen()
        var log = MessageLog(file, chosen)
        var clock = times.text(of: file.name)
        let output = try TextOutput("-")
        var last: Int64?
        try log.forEach { (entry) throws(Failure) in
            let time = entry.logged.nanoseconds
            let place = try window.place(of: time)
            if place == .after { return }
            if place == .inside { last = time }
            client.ingest(
                entry.message, at: MonotonicTime(nanoseconds: time), isCounted: entry.isCounted)
            guard follow, place == .inside, case .position(let position) = entry.message,
                position.positionIndex == 0
            else { return }
            try output.write(text(client.tree, names, time, &clock))
        } pause: { () throws(Failure) in
            try output.flush()
        } isEnough: {
            window.isPast
        }
        try window.finish(of: file.name)
        if !follow, let last { try output.write(text(client.tree, names, last, &clock)) }
        try output.finish()
        Program.say("ehorizon: \(client.report.line)")
        try log.finishDoubt()
        if log.isBad { throw ExitCode(1) }
    }

    private func text(
        _ tree: ReconstructedTree, _ names: LinkNames?, _ time: Int64, _ clock: inout TimeText
    ) throws(Failure) -> String {
        json
            ? try TreeJSON.line(of: tree, names, time, text: try clock.other(than: .seconds, time))
            : try TreeText.lines(of: tree, names, at: try clock.text(time))
    }
}

extension ReceptionReport {
    /// The summary of a reception, for people.
    fileprivate var line: String {
        var words = ["\(received) messages"]
        for kind in MessageKind.standard where lost(kind) > 0 {
            words.append("\(lost(kind)) \(kind.name) lost")
        }
        for kind in MessageKind.standard where late(kind) > 0 {
            words.append("\(late(kind)) \(kind.name) overtaken")
        }
        for reason in DropReason.allCases where dropped(reason) > 0 {
            words.append("\(dropped(reason)) dropped: \(reason.words)")
        }
        for cause in ResetCause.allCases where resets(cause) > 0 {
            words.append("\(resets(cause)) times \(cause.words)")
        }
        if pathsForgotten > 0 { words.append("\(pathsForgotten) paths without STUB forgotten") }
        if pathsReopened > 0 { words.append("\(pathsReopened) path indexes reused too early") }
        return words.joined(separator: ", ")
    }
}

extension DropReason {
    fileprivate var words: String {
        switch self {
        case .unknownPath: "path 0"
        case .misplacedPathIndex: "path index not allowed there"
        case .reservedPathIndex: "reserved path index"
        case .noOffset: "no offset"
        case .reservedProfileType: "reserved profile type"
        case .duplicate: "duplicate"
        case .overtaken: "overtaken by a later one"
        case .behind: "behind the vehicle"
        case .loop: "a path that begins on itself"
        case .full: "path full"
        case .systemSpecific: "system specific"
        }
    }
}

extension ResetCause {
    fileprivate var words: String {
        switch self {
        case .forwardJump: "given up after a jump ahead"
        case .backwardJump: "given up after a jump back"
        case .positionTimeout: "no POSITION for too long"
        case .request: "given up on request"
        }
    }
}
