import CANFrames
import Foundation
import Glibc
import Testing

/// The gaps between POSITIONs of a daemon in a flood, beside those of a control: a program that does nothing but send
/// a frame ten times a second on the same bus. Both are measured by the time at which the kernel has the frame.
///
/// Flood, log, daemon and control share the one processor of User Mode Linux, and that kernel shares the machine. Where
/// the control itself has longer gaps, the daemon may have them. The time for which the daemon was ready to run and
/// others had the processor (the run delay in `/proc/PID/schedstat`) is no part of a gap: where the machine takes a few
/// tenths of a second from the guest, the scheduler charges whoever was running, and lets the others go first.
final class PositionGaps {
    private static let control = """
        import os, socket, struct, sys, time
        bus = socket.socket(socket.AF_CAN, socket.SOCK_RAW, socket.CAN_RAW)
        bus.setsockopt(socket.SOL_CAN_RAW, socket.CAN_RAW_FILTER, b"")
        bus.bind((sys.argv[1],))
        delays = os.open("/proc/%s/schedstat" % sys.argv[2], os.O_RDONLY)
        due = time.monotonic()
        number = 0
        while True:
            delay = int(os.pread(delays, 100, 0).split()[1])
            print(time.time_ns(), delay, flush=True)
            if number % 5 == 0: bus.send(struct.pack("=IB3x8s", 0x7F0, 8, bytes(8)))
            number += 1
            due += 0.02
            time.sleep(max(0, due - time.monotonic()))
        """

    private let candump: ChildProcess
    private let control: ChildProcess

    /// Begins to watch a bus on which the daemon runs.
    init(on bus: Bus, of daemon: ChildProcess) throws {
        candump = try ChildProcess("candump", ["-L", "\(bus.name),300:7FF,7F0:7FF"])
        control = try ChildProcess("python3", ["-c", Self.control, bus.name, "\(daemon.id)"])
        let candump = candump
        try eventually("POSITION and control are on the bus") {
            candump.text.contains(" 300#") && candump.text.contains(" 7F0#")
        }
    }

    /// Watches until so many POSITIONs were sent, and expects no gap above 0.2 s, or 0.1 s above that of the control.
    func expectInterval(
        of count: Int, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        // POSITION has 8 bytes; a storm may have frames of other lengths with its identifier. What was sent before the
        // control was ready has no measure.
        let begin = try #require(try delays().first).time
        func frames(_ identifier: UInt32) throws -> [Int64] {
            try self.frames().filter {
                $0.1.identifier.value == identifier && $0.1.length == 8 && $0.0 >= begin
            }.map(\.0)
        }
        // Ten a second; the limit is for a daemon that hangs.
        try eventually("\(count) POSITIONs", seconds: 60 + Double(count) / 5) {
            try frames(0x300).count > count
        }
        try #require(
            control.isRunning(), "the control: \(control.words)", sourceLocation: sourceLocation)
        let positions = try frames(0x300)
        let controlled = Self.gaps(try frames(0x7F0))
        let usual = try #require(controlled.map { ($0.end - $0.start) / 1_000_000 }.max())
        let limit = max(200, usual + 100)
        let delays = try delays()
        for gap in Self.gaps(positions) where (gap.end - gap.start) / 1_000_000 > limit {
            let long = (gap.end - gap.start) / 1_000_000
            let delay = try Self.delay(during: gap, delays) / 1_000_000
            #expect(
                long - delay <= limit,
                "gap of \(long) ms, \(delay) ms of it without the processor; of the control: \(usual) ms",
                sourceLocation: sourceLocation)
        }
    }

    /// The time between two frames, ns since 1970.
    private typealias Gap = (start: Int64, end: Int64)

    private static func gaps(_ times: [Int64]) -> [Gap] {
        zip(times, times.dropFirst()).map { Gap(start: $0, end: $1) }
    }

    /// The run delay of the daemon's loop at moments 20 ms apart, ns.
    private func delays() throws -> [(time: Int64, delay: Int64)] {
        try Self.lines(of: control).map { line in
            let numbers = line.split(separator: " ").compactMap { Int64($0) }
            try #require(numbers.count == 2, "\(line)")
            return (numbers[0], numbers[1])
        }
    }

    /// For how much of a gap the daemon was ready to run and others had the processor, ns.
    private static func delay(
        during gap: Gap, _ delays: [(time: Int64, delay: Int64)]
    ) throws -> Int64 {
        let before = try #require(delays.last { $0.time <= gap.start } ?? delays.first)
        let after = try #require(delays.first { $0.time >= gap.end } ?? delays.last)
        return max(0, after.delay - before.delay)
    }

    private func frames() throws -> [(Int64, CANFrame)] {
        try Self.lines(of: candump).compactMap {
            let logged = try LoggedFrame(parsing: String($0))
            return if case .data(let frame) = logged.content { (logged.nanoseconds, frame) } else {
                nil
            }
        }
    }

    /// The lines that a program has printed; the last one may be half written.
    private static func lines(of program: ChildProcess) -> [Substring] {
        let text = program.text
        return text[..<(text.lastIndex(of: "\n") ?? text.startIndex)].split(separator: "\n")
    }
}
