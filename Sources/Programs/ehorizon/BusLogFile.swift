import BusLogs
import CANFrames
import CLibrary
import Console
import TextFiles

/// The frames of a log in any format (``/BusLogs/BusLogFormat``), as they arrive, for example from a live `candump -L`.
/// Standard error reports each place that is malformed; reading continues behind it.
final class BusLogFile {
    /// The path, or `standard input`, as messages name it.
    let name: String
    /// The number of malformed or rejected places.
    private(set) var badPlaces = 0

    /// The moment from which the log counts its times, nanoseconds since 1970, as far as it was read; `nil` where its
    /// times are no offsets from a date.
    private(set) var origin: Int64?

    private let descriptor: Int32
    private let interface: String?
    private let option: String?
    private let reportedPlaces: Int

    /// Whether the log is a pipe, of which more may come at any time.
    var isLive: Bool { lseek(descriptor, 0, SEEK_CUR) < 0 }

    /// Whether it is a file, which has an end.
    private var isFile: Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// A device or a pipe without a frame in so many bytes is no log.
    private static let mostBytesWithoutItem = 16 << 20

    /// Opens a log; `-` is standard input. With `interface`, the log has only the frames of that one; `option` is the
    /// option of the command that chooses it. Up to this many bad places are reported one by one.
    init(
        _ path: String, interface: String? = nil, chosenBy option: String? = nil,
        reportedPlaces: Int = 20
    ) throws(Failure) {
        name = path == "-" ? "standard input" : path
        descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        self.interface = interface
        self.option = option
        self.reportedPlaces = reportedPlaces
        guard descriptor >= 0 else {
            throw Failure("cannot open \(path): \(systemErrorText())")
        }
        if path != "-", let kind = FileKind(descriptor: descriptor), kind != .frames {
            throw Failure("\(path): it is no log of CAN frames; \(kind.words)")
        }
    }

    deinit {
        if descriptor != STDIN_FILENO { close(descriptor) }
    }

    /// Calls `body` with each frame and its place. Calls `pause` when no more input is available at the moment. A pipe
    /// ends before its end once it `isEnough`; a file is read whole, since its clock may have jumped.
    func forEach(
        _ body: (LoggedFrame, BusLogPlace) throws(Failure) -> Void,
        pause: () throws(Failure) -> Void = { () throws(Failure) in },
        isEnough: () -> Bool = { false }
    ) throws(Failure) {
        var log = BusLog()
        var buses = LoggedBuses()
        var items: [BusLogItem] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        var isAtEnd = false
        let (isLive, isFile) = (isLive, isFile)
        var bytesWithoutItem = 0
        while !isAtEnd, !(isLive && isEnough()) {
            let count = chunk.withUnsafeMutableBytes {
                CLibrary.read(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0 {
                if errno == EINTR { continue }
                throw Failure("cannot read \(name): \(systemErrorText())")
            }
            isAtEnd = count == 0
            if isAtEnd {
                log.finish(into: &items)
            } else {
                log.take(chunk.span.extracting(0..<count), into: &items)
            }
            origin = log.origin
            bytesWithoutItem = items.isEmpty ? bytesWithoutItem + count : 0
            // A device or a pipe may have no end.
            guard isFile || bytesWithoutItem <= Self.mostBytesWithoutItem else {
                throw Failure("\(name): no CAN frames in the last 16 MiB")
            }
            for item in items {
                switch item {
                case .frame(let logged, let place):
                    buses.count(logged.interface)
                    guard interface.map({ $0 == logged.interface }) ?? true else { continue }
                    try body(logged, place)
                case .problem(let problem, let place): refuse(place, problem)
                }
            }
            items.removeAll(keepingCapacity: true)
            try pause()
        }
        if let line = buses.line(chosen: interface, by: option, isWhole: isAtEnd) {
            Program.say("ehorizon: \(name): \(line)")
        }
        if !log.hasTimes { Program.say("ehorizon: \(name): the log has no times; each time is 0") }
        if badPlaces > reportedPlaces {
            Program.say("ehorizon: \(name): \(badPlaces - reportedPlaces) more lines like these")
        }
    }

    /// Reports a place whose frame is rejected.
    func refuse(_ place: BusLogPlace, _ problem: String) {
        badPlaces += 1
        if badPlaces <= reportedPlaces { Program.say("ehorizon: \(name), \(place): \(problem)") }
    }
}
