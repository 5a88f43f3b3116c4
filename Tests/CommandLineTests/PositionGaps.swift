import CANFrames
import Foundation
import Glibc
import Testing

/// The gaps between POSITIONs of a daemon in a flood, beside those of a control: a program that does nothing but send
/// a frame ten times a second on the same bus. Both are measured by the time at which the kernel has the frame.
///
/// Flood, log, daemon and control share the one processor of User Mode Linux, and that kernel shares the machine. Only
/// where the control itself has longer gaps may the daemon have them.
final class PositionGaps {
    private static let control = """
        import socket, struct, sys, time
        bus = socket.socket(socket.AF_CAN, socket.SOCK_RAW, socket.CAN_RAW)
        bus.setsockopt(socket.SOL_CAN_RAW, socket.CAN_RAW_FILTER, b"")
        bus.bind((sys.argv[1],))
        due = time.monotonic()
        while True:
            bus.send(struct.pack("=IB3x8s", 0x7F0, 8, bytes(8)))
            due += 0.1
            time.sleep(max(0, due - time.monotonic()))
        """

    private let candump: ChildProcess
    private let control: ChildProcess

    /// Begins to watch a bus on which the daemon runs.
    init(on bus: Bus) throws {
        candump = try ChildProcess("candump", ["-L", "\(bus.name),300:7FF,7F0:7FF"])
        control = try ChildProcess("python3", ["-c", Self.control, bus.name])
        let candump = candump
        try eventually("POSITION and control are on the bus") {
            candump.text.contains(" 300#") && candump.text.contains(" 7F0#")
        }
    }

    /// Watches until so many POSITIONs were sent, and expects no gap above 0.2 s, or 0.1 s above that of the control.
    func expectInterval(
        of count: Int, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        // POSITION has 8 bytes; a storm may have frames of other lengths with its identifier.
        func positions() throws -> [Int64] {
            try frames().filter { $0.1.identifier.value == 0x300 && $0.1.length == 8 }.map(\.0)
        }
        try eventually("\(count) POSITIONs") { try positions().count > count }
        let longest = Self.longestGap(try positions())
        let usual = Self.longestGap(
            try frames().filter { $0.1.length == 8 && $0.1.identifier.value == 0x7F0 }.map(\.0))
        #expect(
            longest <= max(200, usual + 100), "gap of \(longest) ms; of the control: \(usual) ms",
            sourceLocation: sourceLocation)
    }

    private func frames() throws -> [(Int64, CANFrame)] {
        let text = candump.text
        // The last line may be half written.
        return try text[..<(text.lastIndex(of: "\n") ?? text.startIndex)].split(separator: "\n")
            .compactMap {
                let logged = try LoggedFrame(parsing: String($0))
                return if case .data(let frame) = logged.content {
                    (logged.nanoseconds, frame)
                } else {
                    nil
                }
            }
    }

    private static func longestGap(_ times: [Int64]) -> Int64 {
        zip(times.dropFirst(), times).map { ($0 - $1) / 1_000_000 }.max() ?? .max / 2
    }
}
