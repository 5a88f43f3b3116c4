import ADASISv2
import ArgumentParser
import CANFrames
import Configuration
import Console

/// `ehorizon decode`: what the messages in a candump log say.
struct DecodeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "decode",
        abstract: "Decode the ADASIS v2 messages of a candump log, one line each.",
        discussion: """
            Reads what 'candump -L' writes, also while it is being written:

              candump -L vcan0 | ehorizon decode

            Frames on other identifiers, remote and error frames are passed by and counted. Lines that \
            cannot be read are named on standard error; the status is then 1.

            With --json each line is one object: "raw" has the numbers as they are on the wire, \
            "value" what they mean: m, ms, m/s, degrees clockwise, per cent, 1/m (right bends \
            positive), degrees east and north. What is no number is a text: "unknown", "n/a", \
            ">2545"; what is several values is an object or a list.

            The layout is a preset or a DBC file; of that, a mapping says what it calls the fields:

              ehorizon decode --layout maker.dbc --layout-mapping maker.map drive.log

            Of a daemon with identifiers or a trailer of its own, --config takes the layout.
            """
    )

    @Argument(help: ArgumentHelp("The log; - is standard input.", valueName: "file"))
    var input = "-"

    @OptionGroup var layout: LayoutArgument

    @Flag(help: "Print one JSON object a line.")
    var json = false

    func run() throws {
        let layout = try layout.chosen().layout
        let log = try CandumpLog(input)
        let output = try TextOutput("-")
        let showsOwn = layout.messages.contains { message in
            message.signals.contains { $0.field.isMakersOwn }
        }
        var printer: any MessagePrinter =
            json ? MessageJSON(showsMakersOwn: showsOwn) : MessageText(showsMakersOwn: showsOwn)
        var passedBy = 0
        try log.forEach(
            { (logged, line) throws(Failure) in
                do throws(FrameError) {
                    guard case .data(let frame) = logged.content,
                        let (kind, raw) = try layout.fields(of: frame)
                    else {
                        passedBy += 1
                        return
                    }
                    printer.print(logged, frame, kind, raw)
                } catch {
                    return log.refuse(line: line, error.description)
                }
                try output.line(printer.take())
            },
            pause: { () throws(Failure) in try output.flush() })
        try output.finish()
        if passedBy > 0 {
            let frames = passedBy == 1 ? "1 frame" : "\(passedBy) frames"
            Program.say("ehorizon: \(frames) passed by: other identifiers, remote or error frames")
        }
        if log.badLines > 0 { throw ExitCode(1) }
    }
}

/// Something that writes a message as one line.
protocol MessagePrinter {
    /// Writes a message to the line.
    mutating func print(
        _ logged: LoggedFrame,
        _ frame: CANFrame,
        _ kind: MessageKind,
        _ raw: RawFields
    )
    /// Hands the line over and begins a new one.
    mutating func take() -> String
}
