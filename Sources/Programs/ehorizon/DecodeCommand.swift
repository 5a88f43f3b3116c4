import ADASISv2
import ArgumentParser
import CANFrames
import Configuration
import Console
import ProtocolChecker
import TextFiles

/// `ehorizon decode`: the content of the messages in a log.
struct DecodeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "decode",
        abstract: "Decodes the ADASIS v2 messages of a log, one line each.",
        discussion: """
            Examples:

              ehorizon decode drive.log
              candump -L vcan0 | ehorizon decode
              ehorizon decode --from 12:03 --to 12:04 --times clock drive.log
              ehorizon decode --map roads.ehmap drive.log
              ehorizon decode --layout maker.dbc --layout-mapping maker.map drive.log

            \(BusLogFlags.formats) A log of candump may be still growing. Frames with other identifiers, remote \
            frames and error frames are skipped and counted. Standard error names each malformed line; the status is then 1. It \
            is also 1 for a log of other frames alone.

            With --json each line is one object. "raw" has the numbers on the wire, "value" the physical \
            values: m, ms, m/s, degrees clockwise, per cent, 1/m (right curves positive), degrees east \
            and north. An unknown number is null, and "speedWord" says why ("n/a"); "speedSaturated" marks a number that is \
            the end of its range. Several values are an object or a list. `ehorizon reference --schema decode` prints the \
            JSON Schema. "time" is in seconds; with --times there is "timeText" too.

            With --map each link-identifier is followed by its way of OpenStreetMap and the name of the road; in JSON \
            "link" has both. 'ehorizon map link' takes each of them.

            --config reads the layout from the configuration of the sender.
            """
    )

    @OptionGroup var log: BusLogFlags

    @OptionGroup var layout: LayoutArgument

    @OptionGroup var times: TimeFlags

    @Option(
        help: ArgumentHelp(
            "The map of the sender, for the names of links. Repeat --map for several files.",
            valueName: "file.ehmap"))
    var map: [String] = []

    @Flag(help: "Print one JSON object a line.")
    var json = false

    func run() throws {
        let chosen = try layout.chosen()
        let layout = chosen.layout
        var doubt = LayoutDoubt(chosen)
        let names = try LinkNames(files: map)
        let log = try log.open()
        let output = try TextOutput("-")
        let showsOwn = layout.messages.contains { message in
            message.signals.contains { $0.field.isMakersOwn }
        }
        let writer: any MessageWriter = json ? MessageJSON() : MessageText()
        var window = try times.part.window()
        var clock = times.text(of: log.name)
        var text = ""
        var passedBy = 0
        var seen = SeenIdentifiers()
        var hasMessage = false
        try log.forEach(
            { (logged, place) throws(Failure) in
                if !hasMessage, case .data(let frame) = logged.content {
                    seen.note(frame.identifier)
                    hasMessage = Self.isOf(layout, frame)
                }
                guard try window.takes(logged.nanoseconds) else { return }
                let message: MessageFields
                if case .data(let frame) = logged.content { doubt.note(frame, of: log.name) }
                do throws(FrameError) {
                    guard case .data(let frame) = logged.content,
                        let (kind, raw) = try layout.fields(of: frame)
                    else {
                        passedBy += 1
                        return
                    }
                    message = MessageFields(kind, raw, showsMakersOwn: showsOwn)
                } catch {
                    return log.refuse(place, error.description)
                }
                let time = try clock.other(than: .seconds, logged.nanoseconds)
                text.removeAll(keepingCapacity: true)
                writer.write(message, of: logged, at: time, to: &text)
                if let names, let identifier = message.linkIdentifier {
                    append(try names[identifier], to: &text)
                }
                try output.line(text)
            },
            pause: { () throws(Failure) in try output.flush() }, isEnough: { window.isPast })
        try output.finish()
        try window.finish(of: log.name)
        if passedBy > 0 {
            let frames = passedBy == 1 ? "1 frame" : "\(passedBy) frames"
            Program.say("ehorizon: \(frames) skipped: other identifiers, remote or error frames")
        }
        try doubt.finish(of: log.name)
        if passedBy > 0, !hasMessage, !window.isPast { throw Failure(seen.nothingFits) }
        if log.badPlaces > 0 { throw ExitCode(1) }
    }

    /// Whether a frame has an identifier of a layout, also where it cannot be read.
    private static func isOf(_ layout: Layout, _ frame: CANFrame) -> Bool {
        do throws(FrameError) { return try layout.fields(of: frame) != nil } catch { return true }
    }

    /// Adds the link of a link-identifier to the line of its message.
    private func append(_ link: LinkNames.Name?, to line: inout String) {
        guard json else {
            line += "  " + (link?.words ?? "not in the map")
            return
        }
        line.removeLast()
        line += ",\"link\":\(link?.json ?? "null")}"
    }
}
