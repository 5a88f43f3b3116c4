import ArgumentParser
import BusLogs
import CANFrames
import CLibrary
import Console
import TextFiles

/// The frames of a bus log in any format, for tools/check logs.
struct LogsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logs",
        abstract: "Reads a bus log, and writes its frames in another format.",
        discussion: """
            The output has the format that its name ends with: .asc, .blf or .pcapng, otherwise that of \
            candump -L. Without --output the log is only read. Standard error names each problem of the log; \
            the status is then 1.
            """)

    @Option(help: "The log, in any format that ehorizon reads.") var input: String
    @Option(help: "The log to write; - is standard output, without the line of JSON.")
    var output: String?
    @Option(help: "The bytes that are read at once.") var piece = 1 << 16

    func run() throws {
        guard piece > 0 else { throw ValidationError("--piece \(piece): at least 1") }
        var copy = try LogCopy(to: output)
        let descriptor = open(input, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure("cannot open \(input): \(systemErrorText())") }
        defer { close(descriptor) }
        var chunk = [UInt8](repeating: 0, count: piece)
        while true {
            let count = chunk.withUnsafeMutableBytes {
                CLibrary.read(descriptor, $0.baseAddress, $0.count)
            }
            guard count >= 0 else { throw Failure("cannot read \(input): \(systemErrorText())") }
            if count == 0 { break }
            try copy.take(chunk.span.extracting(0..<count))
        }
        try copy.finish()
        if output != "-" {
            var line = Measurement()
            line.add("format", "\(copy.format.map { "\($0)" } ?? "none")")
            line.add("frames", copy.frames)
            line.add("problems", copy.problems)
            line.add("cpuSeconds", processorSeconds())
            line.print()
        }
        if copy.problems > 0 { throw ExitCode(1) }
    }
}

/// The processor time of the process, s: other work on the machine does not count.
private func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// A log that is read, and the log that is written of its frames.
private struct LogCopy {
    private(set) var frames = 0
    private(set) var problems = 0
    var format: BusLogFormat? { log.format }

    private var log = BusLog()
    private var items: [BusLogItem] = []
    private var bytes: [UInt8] = []
    private var target: (log: BusLogOutput, file: TextOutput)?

    init(to path: String?) throws {
        target = try path.map { (BusLogOutput(named: $0), try TextOutput($0)) }
    }

    mutating func take(_ bytes: Span<UInt8>) throws {
        log.take(bytes, into: &items)
        try drain()
    }

    mutating func finish() throws {
        log.finish(into: &items)
        try drain()
        guard target != nil else { return }
        target?.log.finish(to: &bytes)
        try target?.file.write(bytes)
        if let header = target?.log.header { try target?.file.overwriteStart(header) }
        try target?.file.finish()
    }

    private mutating func drain() throws {
        for item in items {
            switch item {
            case .frame(let frame, _):
                frames += 1
                target?.log.write(frame, to: &bytes)
            case .problem(let problem, let place):
                problems += 1
                Program.note("\(place): \(problem)")
            }
        }
        items.removeAll(keepingCapacity: true)
        try target?.file.write(bytes)
        bytes.removeAll(keepingCapacity: true)
    }
}
